// `npm run mutation [folder …] [-- --sample 8]`: changes the source in small ways, and counts the changes that a test finds.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { globSync } from 'tinyglobby';
import { folders } from './folders.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** One of so many windows of lines, spread over the folder. Default: all lines. */
    sample: { type: 'string', default: '1' },
    /** Which of them, from 0. */
    nth: { type: 'string', default: '0' },
    concurrency: { type: 'string', default: '2' },
  },
});

const WINDOW = 15;
/** At least so many of a hundred mutants must be found. */
const LEAST = 85;

/** The lines to change, as Stryker takes them. */
function linesOf(folder: string): string[] {
  const [sample, nth] = [Number(values.sample), Number(values.nth)];
  if (sample === 1) return [`${folder}/**/*.ts`];
  const windows = globSync(`${folder}/**/*.ts`)
    .toSorted()
    .flatMap((file) => {
      const lines = readFileSync(file, 'utf8').split('\n').length;
      return Array.from(
        { length: Math.ceil(lines / WINDOW) },
        (_, index) => `${file}:${index * WINDOW + 1}-${(index + 1) * WINDOW}`,
      );
    });
  return windows.filter((_, index) => index % sample === nth);
}

interface Row {
  readonly folder: string;
  readonly found: number;
  readonly missed: number;
  readonly 'not tried': number;
  readonly score: string;
}

async function mutate(folder: string): Promise<Row> {
  const name = folder.replaceAll('/', '-');
  process.env['MUTATED'] = folder;
  const mutants = await new Stryker({
    mutate: linesOf(folder),
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // What is evaluated as a module loads would need all tests anew: docs/decisions/0021-mutation-testing.md.
    ignoreStatic: true,
    // Stryker would read it with the TypeScript that is installed, whose version 7 has no such function.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    concurrency: Number(values.concurrency),
    incremental: true,
    incrementalFile: `.stryker/${name}.json`,
    tempDirName: '.stryker/sandbox',
    ignorePatterns: [
      '.stryker',
      'bench',
      'dist',
      'examples',
      'test/clients',
      'test/mutation/node_modules',
    ],
    reporters: ['clear-text', 'html', 'progress-append-only'],
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false },
    htmlReporter: { fileName: `.stryker/${name}.html` },
    thresholds: { high: 95, low: LEAST, break: LEAST },
  }).runMutationTest();
  const untried = mutants.filter(
    ({ status, testsCompleted }) => status === 'Survived' && testsCompleted === 0,
  );
  if (untried.length > 0) throw new Error(`${untried.length} mutants survived without a test.`);
  const count = (...statuses: string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const found = count('Killed', 'Timeout');
  const missed = count('Survived', 'NoCoverage');
  const score = `${((100 * found) / (found + missed)).toFixed(1)} %`;
  return { folder, found, missed, 'not tried': mutants.length - found - missed, score };
}

const known = Object.keys(folders);
const unknown = positionals.find((folder) => !known.includes(folder));
if (unknown !== undefined) throw new Error(`${unknown} is none of ${known.join(', ')}.`);

const rows: Row[] = [];
for (const folder of positionals.length > 0 ? positionals : known) {
  rows.push(await mutate(folder));
}
console.table(rows);
