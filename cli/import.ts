/** `ensaio import`: makes scenarios of conversations that somebody saved. */
import { resolve } from 'node:path';
import { readSaved } from '../testing/import/import-file.ts';
import { readSource } from '../testing/load/read-source.ts';
import { logMistake } from '../testing/logs/log-mistake.ts';
import { checkMaking, makeScenarios } from '../testing/recorder/make-scenarios.ts';
import { checkWriting, printScenarios, writeScenarios } from '../testing/recorder/scenario-file.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { IO } from './io.ts';
import { reportWritten, toMaking, type MakingCommandOptions } from './made-scenarios.ts';

export interface ImportCommandOptions extends MakingCommandOptions {
  readonly from?: string;
  /** Default: they are printed. */
  readonly out?: string;
}

/**
 * Makes scenarios of the conversations in a file, and writes or prints them.
 * @throws EnsaioError `log-invalid`, `option-invalid`, `secret-found`, `file-exists` or `write-failed`
 */
export async function importFile(
  path: string,
  options: ImportCommandOptions,
  io: IO,
): Promise<ExitCode> {
  const { out, from } = options;
  const { cwd, env = {} } = io;
  const making = toMaking(options);
  checkMaking(making);
  // What is saved already is not asked of any API: nothing speaks against it where CI is set.
  const writing = out === undefined ? undefined : { out, cwd, env, ci: true };
  if (writing) checkWriting(writing);
  const source = readSource(resolve(cwd, path), cwd);
  if (!source.ok) {
    const [problem] = source.problems;
    throw logMistake(problem!.file, problem!.message);
  }
  const { heard, secrets } = readSaved(source.value, from);
  const scenarios = await makeScenarios(heard, making, secrets);
  if (writing) {
    writeScenarios(scenarios, writing);
    io.stdout.write(reportWritten(scenarios, writing.out));
  } else io.stdout.write(printScenarios(scenarios, cwd));
  return EXIT.passed;
}
