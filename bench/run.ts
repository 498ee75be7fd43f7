/** `npm run bench`: every row, or those that are named, as one table. All of them together become docs/benchmarks.md. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchmarksDocument } from './benchmarks-document.ts';
import type { MeasuredRow } from './measured-row.ts';
import { formatTable } from './table.ts';

const folder = import.meta.dirname;

/** In the order of the table. */
const ROWS = [
  'tool-runner',
  'stream',
  'fake-messages',
  'msw',
  'server-create',
  'server-stream',
  'aimock-create',
  'aimock-stream',
  'long-conversation',
  'threads',
  'routed-scripts',
  'journal',
  'import',
  'size',
  'scenarios',
  'check-loop',
] as const;

async function measured(name: string): Promise<MeasuredRow> {
  const child = fork(join(folder, 'row-process.ts'), [name], { execArgv: ['--expose-gc'] });
  let row: MeasuredRow | undefined;
  child.on('message', (message) => (row = message as MeasuredRow));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (row === undefined || code !== 0) throw new Error(`The row "${name}" ended with ${code}.`);
  return row;
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !ROWS.some((row) => row === name));
if (unknown.length > 0) {
  throw new Error(`There is no row ${unknown.join(', ')}; the rows are ${ROWS.join(', ')}.`);
}
const wanted = named.length > 0 ? named : ROWS;
const rows: MeasuredRow[] = [];
for (const [index, name] of wanted.entries()) {
  console.error(`${index + 1}/${wanted.length} ${name}`);
  rows.push(await measured(name));
}
console.log(formatTable(rows));
if (named.length === 0) {
  await writeFile(join(folder, '../docs/benchmarks.md'), benchmarksDocument(rows));
}
