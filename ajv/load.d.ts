import type * as ajv from 'ajv/dist/2020.js';

/** Ajv for draft 2020-12, loaded when it is first asked for where that can be done at once. */
export declare function loadAjv(): typeof ajv;
