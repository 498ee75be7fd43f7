/** Anywhere else: what a bundler is to put into the bundle has to be imported. */
import * as zod from 'zod';

export const loadZod = () => zod;
