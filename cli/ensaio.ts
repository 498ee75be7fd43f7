/** The `ensaio` command as a function: arguments in, exit code out. */
import { Command, CommanderError } from 'commander';
import { EnsaioError } from '../src/error.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { IO } from './io.ts';
import { packageVersion } from './package-root.ts';
import { paintFor } from './paint.ts';
import { showRules } from './rules.ts';
import { run, type RunOptions } from './run.ts';

function build(io: IO, done: (code: ExitCode) => void): Command {
  const program = new Command('ensaio')
    .description(
      'Rehearses code that talks to Claude: a scripted model behind a simulated Messages API.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      // Help reads the same wherever it is printed.
      getOutHelpWidth: () => 80,
      getErrHelpWidth: () => 80,
    });
  program
    .command('run')
    .description('run scenarios against an app')
    .argument(
      '[globs...]',
      'files, folders or patterns; without any, the scenarios that come with ensaio',
    )
    .option(
      '--app <module>',
      'a module whose default export is the app; without it, the loop that comes with ensaio',
    )
    .option('--timeout <seconds>', 'call a scenario off after so long', '60')
    .action(async (globs: string[], options: RunOptions) => done(await run(globs, options, io)));
  program
    .command('rules')
    .description('list what the simulated API refuses, or explain one rule')
    .argument('[id]', 'the id of a rule')
    .action((id: string | undefined) => done(showRules(id, io)));
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

/** Runs the command with the arguments after its name. Never throws: 0 all is well, 1 a scenario failed, 2 a mistake. */
export async function main(argv: readonly string[], io: IO): Promise<ExitCode> {
  let code: ExitCode = EXIT.passed;
  try {
    await build(io, (given) => {
      code = given;
    }).parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    // commander has spoken already; help and version are no mistakes.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.passed : EXIT.wrong;
    explain(error, io);
    return EXIT.wrong;
  }
}
