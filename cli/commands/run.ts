/** `ensaio run`: what it takes, and what it loads when it is called. */
import type { RunOptions } from '../run-settings.ts';
import type { AddCommand } from './add-command.ts';
import { SCENARIOS } from './scenarios.ts';

export const addRun: AddCommand = (program, { argv, io, done }) => {
  program
    .command('run')
    .description('run scenarios against an app')
    .argument('[globs...]', SCENARIOS)
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
      const { toSettings } = await import('../run-settings.ts');
      const settings = toSettings(globs, options, io.env);
      if (options.watch && io.watching) {
        const { watchRun } = await import('../watch.ts');
        const once = argv.filter((argument) => argument !== '--watch');
        done(await watchRun(settings.globs, once, io.watching, io));
      } else {
        const { run } = await import('../run.ts');
        done(await run(settings, io));
      }
    });
};
