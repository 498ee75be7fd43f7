/** `ensaio lint`: what it takes, and what it loads when it is called. */
import type { AddCommand } from './add-command.ts';
import { SCENARIOS } from './scenarios.ts';

export const addLint: AddCommand = (program, { io, done }) => {
  program
    .command('lint')
    .description('check scenarios without running them')
    .argument('[globs...]', SCENARIOS)
    .action(async (globs: string[]) => {
      const { lint } = await import('../lint.ts');
      done(await lint(globs, io));
    });
};
