/** `ensaio show`: what it takes, and what it loads when it is called. */
import type { ShowOptions } from '../show.ts';
import type { AddCommand } from './add-command.ts';

export const addShow: AddCommand = (program, { io, done }) => {
  program
    .command('show')
    .description('show conversations out of a log, or as the server and the journal tell them')
    .argument(
      '<files...>',
      'what `ensaio audit` reads, journals, transcripts, reports of `ensaio run` in JSON',
    )
    .option('--html <file>', 'write a page instead')
    .action(async (files: string[], options: ShowOptions) => {
      const { show } = await import('../show.ts');
      done(show(files, options, io));
    });
};
