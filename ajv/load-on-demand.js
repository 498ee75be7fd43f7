/** On Node: ajv is 83 modules, which only those wait for who check a JSON Schema. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const loadAjv = () => require('ajv/dist/2020.js');
