/** Writes what is generated: the pages of the documentation and the schema of the language. `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { scenarioJsonSchema } from '../src/scenario/json-schema.ts';
import { arbitrariesDocument } from './arbitraries-doc.ts';
import { clientsDocument } from './clients-doc.ts';
import { collectionDocument } from './collection-doc.ts';
import { invariantsDocument } from './invariants-doc.ts';
import { rulesDocument } from './rules-doc.ts';
import { seedsDocument } from './seeds-doc.ts';

const root = new URL('../', import.meta.url);

writeFileSync(new URL('docs/rules.md', root), rulesDocument());
writeFileSync(new URL('docs/arbitraries.md', root), arbitrariesDocument());
writeFileSync(new URL('docs/clients.md', root), clientsDocument());
writeFileSync(new URL('docs/collection.md', root), collectionDocument());
writeFileSync(new URL('docs/invariants.md', root), invariantsDocument());
writeFileSync(new URL('docs/seeds.md', root), seedsDocument());
// Read by editors alone, and a tenth of the package when it is laid out.
writeFileSync(new URL('scenario.schema.json', root), `${JSON.stringify(scenarioJsonSchema())}\n`);
