/** Anywhere else: what a bundler is to put into the bundle has to be imported. */
import * as ajv from 'ajv/dist/2020.js';

export const loadAjv = () => ajv;
