/** `ensaio merge`: what it takes, and what it loads when it is called. */
import type { MergeOptions } from '../merge.ts';
import type { AddCommand } from './add-command.ts';

export const addMerge: AddCommand = (program, { io, done }) => {
  program
    .command('merge')
    .description('merge the results of checks that ran on several machines')
    .argument('<files...>', 'results that ensaio check --out has written, or patterns')
    .option('--out <file>', 'write the whole as JSON')
    .action(async (files: string[], options: MergeOptions) => {
      const { merge } = await import('../merge.ts');
      done(await merge(files, options, io));
    });
};
