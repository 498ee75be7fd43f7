/** `ensaio check`: what it takes, and what it loads when it is called. */
import type { CheckOptions } from '../check.ts';
import type { AddCommand } from './add-command.ts';

export const addCheck: AddCommand = (program, { io, done }) => {
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
    .option('--final-tools <names...>', 'the tools after whose call the app may end')
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
      const { check } = await import('../check.ts');
      done(await check(options, io));
    });
};
