/** Puts scenarios into a new file: all of it or nothing, and never over another. */
import { existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { EnsaioError } from '../../src/error.ts';
import { printScenario } from '../../src/scenario/print-scenario.ts';
import type { WrittenScenario } from '../../src/scenario/written.ts';
import { commentOn } from './left-out.ts';
import { writing } from '../write-text.ts';

/** Where a file is to be written, and whether it may. */
export interface Writing {
  /** The path of the new file, from `cwd`. */
  readonly out: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Write also where `CI` is set. */
  readonly ci: boolean;
}

function fileExists(out: string): EnsaioError {
  return new EnsaioError(
    'file-exists',
    `There is a file "${out}" already, and nothing is written over it.`,
    {
      hint: 'Choose another name, or remove the file first.',
      details: { file: out },
    },
  );
}

const isOn = (value: string | undefined): boolean => !['', '0', 'false', undefined].includes(value);

/**
 * Says early what would be in the way at the end.
 * @throws EnsaioError `file-exists`, or `ci-refused` where `CI` is set
 */
export function checkWriting({ out, cwd, env, ci }: Writing): void {
  if (existsSync(resolve(cwd, out))) throw fileExists(out);
  if (ci || !isOn(env['CI'])) return;
  throw new EnsaioError('ci-refused', `Nothing is recorded into "${out}", because CI is set.`, {
    hint: 'A recording is made once and kept. To make one here all the same, say `{ ci: true }` or `--ci`.',
    details: { file: out },
  });
}

/** The path of the installed schema from a file of scenarios. */
function schemaFor(file: string, cwd: string): string {
  const schema = relative(dirname(file), join(cwd, 'node_modules/ensaio/scenario.schema.json'));
  const path = schema.split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Scenarios as the text of a file in the folder `cwd`, or at `file`. */
export function printScenarios(
  scenarios: readonly WrittenScenario[],
  cwd: string,
  file: string = join(cwd, 'scenarios.yaml'),
): string {
  const schema = schemaFor(file, cwd);
  return scenarios
    .map((scenario, index) => {
      const comment = commentOn(scenario);
      return printScenario(scenario, { comment, ...(index === 0 && { schema }) });
    })
    .join('---\n');
}

/** Gives a file its name, which nothing may have yet. */
function place(from: string, to: string, out: string): void {
  try {
    // Unlike a rename it never takes the place of a file.
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(to)) throw fileExists(out);
    // There are disks without links.
    renameSync(from, to);
  }
}

/**
 * Writes scenarios to a new file, beside it first.
 * @returns the path of the file
 * @throws EnsaioError `file-exists`, `ci-refused` or `write-failed`
 */
export function writeScenarios(scenarios: readonly WrittenScenario[], where: Writing): string {
  checkWriting(where);
  const { out, cwd } = where;
  const file = resolve(cwd, out);
  const folder = dirname(file);
  const beside = join(folder, `.${basename(file)}.${process.pid}.tmp`);
  return writing(out, () => {
    mkdirSync(folder, { recursive: true });
    try {
      writeFileSync(beside, printScenarios(scenarios, cwd, file), { mode: 0o600 });
      place(beside, file, out);
    } finally {
      rmSync(beside, { force: true });
    }
    return file;
  });
}
