/** `ensaio import`: what it takes, and what it loads when it is called. */
import type { ImportCommandOptions } from '../import.ts';
import type { AddCommand } from './add-command.ts';
import { making } from './making.ts';

export const addImport: AddCommand = (program, { io, done }) => {
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
      const { importFile } = await import('../import.ts');
      done(await importFile(file, options, io));
    });
};
