/** `ensaio init`: what it takes, and what it loads when it is called. */
import type { AddCommand } from './add-command.ts';

export const addInit: AddCommand = (program, { io, done }) => {
  program
    .command('init')
    .description('write a first scenario, an app and a test into a repository')
    .argument('[folder]', 'the folder of the repository', '.')
    .action(async (folder: string) => {
      const { init } = await import('../init.ts');
      done(init(folder, io));
    });
};
