/** The `ensaio` command as a function: arguments in, exit code out. */
import { Command, CommanderError } from 'commander';
import { EnsaioError } from '../src/error.ts';
import type { AuditOptions } from './audit.ts';
import type { CheckOptions } from './check.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { IO } from './io.ts';
import type { MergeOptions } from './merge.ts';
import { packageVersion } from './package-root.ts';
import { paintFor } from './paint.ts';
import type { RunOptions } from './run-settings.ts';
import type { ImportCommandOptions } from './import.ts';
import type { RecordCommandOptions } from './record.ts';
import type { ServeCommandOptions } from './serve.ts';
import type { ShowOptions } from './show.ts';

const collect = (value: string, values: readonly string[] = []): string[] => [...values, value];

/** The options of the commands that write scenarios; `split` is the default of one of them. */
function making(command: Command, split: string): Command {
  return command
    .option('--name <text>', 'what the scenario is called; without it, what the user asks')
    .option('--redact-field <name>', 'take out the values of this key; may be repeated', collect)
    .option('--redact-pattern <regexp>', 'take out what this finds; may be repeated', collect)
    .option('--redact-secrets', 'take out what looks like a secret, such as a key')
    .option('--split <by>', 'what is a scenario of its own: conversations or questions', split)
    .option('--input <form>', 'what the app is given: question or request', 'question')
    .option('--usage', 'write how many tokens each reply cost');
}

// A command is loaded when it is called: one that serves does without the SDK, and starts the sooner.
function build(argv: readonly string[], io: IO, done: (code: ExitCode) => void): Command {
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
    .option('--door <name>', 'how the app reaches the API: client, msw, server, or all', 'client')
    .option('--grep <text>', 'only scenarios whose name has this text, or matches /this/')
    .option('--tags <list>', 'only scenarios with one of these tags; !tag leaves out')
    .option('--bail [count]', 'leave the rest after so many failures; 1 if no number is given')
    .option('--concurrency <count>', 'how many scenarios run at a time', '4')
    .option('--timeout <seconds>', 'call a scenario off after so long', '60')
    .option(
      '--reporter <name>',
      'pretty, json, junit, html or github; the last by itself on GitHub',
    )
    .option('--output <file>', 'what the reporter says goes there, and the terminal is for people')
    .option('--transcript', 'show the conversations of what passes, too')
    .option('--watch', 'run again when a file changes')
    .option('--html <file>', 'write a page with every conversation, too')
    .action(async (globs: string[], options: RunOptions) => {
      const { toSettings } = await import('./run-settings.ts');
      const settings = toSettings(globs, options, io.env);
      if (options.watch && io.watching) {
        const { watchRun } = await import('./watch.ts');
        const once = argv.filter((argument) => argument !== '--watch');
        done(await watchRun(settings.globs, once, io.watching, io));
      } else {
        const { run } = await import('./run.ts');
        done(await run(settings, io));
      }
    });
  program
    .command('serve')
    .description('serve scenarios as a simulated API, for clients in any language')
    .argument(
      '[globs...]',
      'files, folders or patterns; without any, the scenarios that come with ensaio',
    )
    .option('--port <number>', 'the port to listen on; 0 for any that is free', '4010')
    .option('--host <name>', 'the address or name to listen on', '127.0.0.1')
    .option('--token <text>', 'what requests to the control endpoints must carry')
    .option('--threads <mode>', 'what becomes of message threads: keep, lose or refuse', 'keep')
    .option('--no-strict', 'note what the API refuses, and let it through')
    .option('--allow <ids>', 'rules to let through, with commas between')
    .option('--refuse <ids>', 'doubtful rules to refuse by, with commas between')
    .option('--models <which>', 'which models there are: any, or only known ones', 'any')
    .option('--api-key <key>', 'the key that requests must carry; without it any will do')
    .option('--latency <ms>', 'milliseconds before each turn', '0')
    .option('--seed <number>', 'goes into every id', '0')
    .option('--journal-limit <count>', 'how many exchanges of a run are kept', '1000')
    .option('--run-limit <count>', 'how many runs there may be at once', '10000')
    .action(async (globs: string[], options: ServeCommandOptions) => {
      const { serveScenarios } = await import('./serve.ts');
      done(await serveScenarios(globs, options, io));
    });
  program
    .command('lint')
    .description('check scenarios without running them')
    .argument(
      '[globs...]',
      'files, folders or patterns; without any, the scenarios that come with ensaio',
    )
    .action(async (globs: string[]) => {
      const { lint } = await import('./lint.ts');
      done(await lint(globs, io));
    });
  program
    .command('init')
    .description('write a first scenario, an app and a test into a repository')
    .argument('[folder]', 'the folder of the repository', '.')
    .action(async (folder: string) => {
      const { init } = await import('./init.ts');
      done(init(folder, io));
    });
  program
    .command('rules')
    .description('list what the simulated API refuses, or explain one rule')
    .argument('[id]', 'the id of a rule')
    .action(async (id: string | undefined) => {
      const { showRules } = await import('./rules.ts');
      done(showRules(id, io));
    });
  program
    .command('audit')
    .description('judge conversations out of a log: JSON or JSON Lines')
    .argument('<files...>', 'lists of messages, request bodies, or lists of request bodies')
    .option('--json', 'print the findings as JSON')
    .option('--except <ids...>', 'leave these invariants and rules out')
    .option('--api-version <date>', 'judge by this version of the API; by default the newest')
    .action(async (files: string[], options: AuditOptions) => {
      const { audit } = await import('./audit.ts');
      done(audit(files, options, io));
    });
  program
    .command('show')
    .description('show conversations out of a log, or as the server and the journal tell them')
    .argument(
      '<files...>',
      'what `ensaio audit` reads, journals, transcripts, reports of `ensaio run` in JSON',
    )
    .option('--html <file>', 'write a page instead')
    .action(async (files: string[], options: ShowOptions) => {
      const { show } = await import('./show.ts');
      done(show(files, options, io));
    });
  making(
    program.command('record').description('pass requests on to an API and write them as scenarios'),
    'conversations',
  )
    .requiredOption('--out <file>', 'the file to write; there must be none yet')
    .option('--upstream <url>', 'the API', 'https://api.anthropic.com')
    .option('--port <number>', 'the port to listen on; 0 for any that is free', '0')
    .option('--streams <detail>', 'what is kept of streams: plain, pieces or timing', 'plain')
    .option('--ci', 'record also where CI is set')
    .action(async (options: RecordCommandOptions) => {
      const { recordTraffic } = await import('./record.ts');
      done(await recordTraffic(options, io));
    });
  making(
    program.command('import').description('make scenarios of conversations that were saved'),
    'questions',
  )
    .argument('<file>', 'a request body, a HAR file, a debug log of the SDK, or a transcript')
    .option(
      '--from <kind>',
      'what it is: body, har, sdk-log or claude-code; without it, it is told',
    )
    .option('--out <file>', 'the file to write; without it they are printed')
    .action(async (file: string, options: ImportCommandOptions) => {
      const { importFile } = await import('./import.ts');
      done(await importFile(file, options, io));
    });
  program
    .command('check')
    .description('rehearse an app on generated scripts, and show the smallest that breaks it')
    .requiredOption('--app <module>', 'a module whose default export is the app')
    .option('--runs <number>', 'how many scripts there are, over all shards; by default 200')
    .option('--seed <number>', 'what they are drawn from; by default ENSAIO_SEED or a new one')
    .option('--path <path>', 'play just the failure that was found at this path of the seed')
    .option('--shard <i/n>', 'run one of n equal parts')
    .option('--tools <file>', 'the tools of the app: a module or YAML; by default four of the kit')
    .option('--door <name>', 'how the app reaches the API: client, fakeMessages, msw or server')
    .option('--models <how>', 'how the app asks: streaming, not, or both; by default not')
    .option('--size <size>', 'how large scripts are: small, medium or large')
    .option(
      '--threads <mode>',
      'what becomes of message threads: keep, lose or refuse; by default lost in a few runs',
    )
    .option('--limit <number>', 'the most replies that one conversation of the app asks for')
    .option('--except <ids...>', 'leave these invariants, rules and checks out')
    .option('--concurrency <number>', 'how many runs are under way at once; by default 1')
    .option(
      '--commands <kinds...>',
      'of a session: send, interrupt, retry, resume, compact; by default what it has',
    )
    .option('--max-commands <number>', 'of a session: the most commands in a run; by default 6')
    .option(
      '--regressions [folder]',
      'write a failure as a scenario; by default scenarios/regressions',
    )
    .option('--out <file>', 'write the result as JSON, for ensaio merge')
    .action(async (options: CheckOptions) => {
      const { check } = await import('./check.ts');
      done(await check(options, io));
    });
  program
    .command('merge')
    .description('merge the results of checks that ran on several machines')
    .argument('<files...>', 'results that ensaio check --out has written, or patterns')
    .option('--out <file>', 'write the whole as JSON')
    .action(async (files: string[], options: MergeOptions) => {
      const { merge } = await import('./merge.ts');
      done(await merge(files, options, io));
    });
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
    await build(argv, io, (given) => {
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
