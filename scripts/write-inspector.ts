/** Writes the inspector as one module: `npm run inspector`. */
import { writeFileSync } from 'node:fs';
import { inspectorModule } from './inspector-module.ts';

const target = new URL('../fakes/server/inspector-page.ts', import.meta.url);
writeFileSync(target, await inspectorModule());
