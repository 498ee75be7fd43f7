/** Writes the generated pages of the documentation: `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { clientsDocument } from './clients-doc.ts';
import { rulesDocument } from './rules-doc.ts';

writeFileSync(new URL('../docs/rules.md', import.meta.url), rulesDocument());
writeFileSync(new URL('../docs/clients.md', import.meta.url), clientsDocument());
