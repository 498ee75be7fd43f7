/** `ensaio serve`: what it takes, and what it loads when it is called. */
import type { ServeCommandOptions } from '../serve.ts';
import type { AddCommand } from './add-command.ts';
import { SCENARIOS } from './scenarios.ts';

export const addServe: AddCommand = (program, { io, done }) => {
  program
    .command('serve')
    .description('serve scenarios as a simulated API, for clients in any language')
    .argument('[globs...]', SCENARIOS)
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
      const { serveScenarios } = await import('../serve.ts');
      done(await serveScenarios(globs, options, io));
    });
};
