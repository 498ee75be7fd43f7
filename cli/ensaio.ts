/** The `ensaio` command as a function: arguments in, exit code out. */
import { Command, CommanderError } from 'commander';
import { EnsaioError } from '../src/error.ts';
import type { AddCommand, Call } from './commands/add-command.ts';
import { addRun } from './commands/run.ts';
import { addServe } from './commands/serve.ts';
import { addLint } from './commands/lint.ts';
import { addInit } from './commands/init.ts';
import { addRules } from './commands/rules.ts';
import { addAudit } from './commands/audit.ts';
import { addShow } from './commands/show.ts';
import { addRecord } from './commands/record.ts';
import { addImport } from './commands/import.ts';
import { addCheck } from './commands/check.ts';
import { addMerge } from './commands/merge.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { IO } from './io.ts';
import { packageVersion } from './package-root.ts';
import { paintFor } from './paint.ts';

/** In the order of the help. */
const COMMANDS: readonly AddCommand[] = [
  addRun,
  addServe,
  addLint,
  addInit,
  addRules,
  addAudit,
  addShow,
  addRecord,
  addImport,
  addCheck,
  addMerge,
];

function build(call: Call): Command {
  const program = new Command('ensaio')
    .description(
      'Rehearses code that talks to Claude: a scripted model behind a simulated Messages API.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void call.io.stdout.write(text),
      writeErr: (text) => void call.io.stderr.write(text),
      // Help reads the same wherever it is printed.
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
    });
  for (const add of COMMANDS) add(program, call);
  return program;
}

function explain(error: unknown, io: IO): void {
  const paint = paintFor(io.stderr, io);
  const text =
    error instanceof EnsaioError
      ? error.message.replace(/^\[ensaio\] /, '')
      : `This is a fault of ensaio itself: ${error instanceof Error ? error.stack : String(error)}`;
  io.stderr.write(`${paint('bad', text)}\n`);
}

/** Runs the command with the arguments after its name. Never throws: 0 all is well, 1 something is not, 2 a mistake. */
export async function main(argv: readonly string[], io: IO): Promise<ExitCode> {
  let code: ExitCode = EXIT.passed;
  try {
    const done = (given: ExitCode): void => {
      code = given;
    };
    await build({ argv, io, done }).parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    // commander has spoken already; help and version are no mistakes.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.passed : EXIT.wrong;
    explain(error, io);
    return EXIT.wrong;
  }
}
