/** `ensaio audit`: what it takes, and what it loads when it is called. */
import type { AuditOptions } from '../audit.ts';
import type { AddCommand } from './add-command.ts';

export const addAudit: AddCommand = (program, { io, done }) => {
  program
    .command('audit')
    .description('judge conversations out of a log: JSON or JSON Lines')
    .argument('<files...>', 'lists of messages, request bodies, or lists of request bodies')
    .option('--json', 'print the findings as JSON')
    .option('--except <ids...>', 'leave these invariants and rules out')
    .option('--api-version <date>', 'judge by this version of the API; by default the newest')
    .action(async (files: string[], options: AuditOptions) => {
      const { audit } = await import('../audit.ts');
      done(audit(files, options, io));
    });
};
