import type * as zod from 'zod';

/** zod, loaded when it is first asked for where that can be done at once. */
export declare function loadZod(): typeof zod;
