/** Writes the inspector and the style of reports as modules: `npm run inspector`. */
import { writeFileSync } from 'node:fs';
import { inspectorModule } from './inspector-module.ts';
import { reportModule } from './report-module.ts';

const at = (path: string): URL => new URL(`../${path}`, import.meta.url);
writeFileSync(at('testing/report/report-style.ts'), reportModule());
writeFileSync(at('fakes/server/inspector-page.ts'), await inspectorModule());
