/** Writes the generated pages of the documentation: `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { rulesDocument } from './rules-doc.ts';

writeFileSync(new URL('../docs/rules.md', import.meta.url), rulesDocument());
