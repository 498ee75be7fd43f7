/** `ensaio record`: what it takes, and what it loads when it is called. */
import type { RecordCommandOptions } from '../record.ts';
import type { AddCommand } from './add-command.ts';
import { making } from './making.ts';

export const addRecord: AddCommand = (program, { io, done }) => {
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
      const { recordTraffic } = await import('../record.ts');
      done(await recordTraffic(options, io));
    });
};
