/** On Node: zod is 95 modules, and most schemas bring all that is needed of it themselves. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const loadZod = () => require('zod');
