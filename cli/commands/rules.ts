/** `ensaio rules`: what it takes, and what it loads when it is called. */
import type { AddCommand } from './add-command.ts';

export const addRules: AddCommand = (program, { io, done }) => {
  program
    .command('rules')
    .description('list what the simulated API refuses, or explain one rule')
    .argument('[id]', 'the id of a rule')
    .action(async (id: string | undefined) => {
      const { showRules } = await import('../rules.ts');
      done(showRules(id, io));
    });
};
