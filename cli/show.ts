/** `ensaio show`: conversations out of files, on the terminal or as a page. */
import { resolve } from 'node:path';
import { formatTranscript } from '../src/transcript/format-transcript.ts';
import { printable } from '../src/wire/printable.ts';
import { htmlReport } from '../testing/report/html-report.ts';
import type { ReportedConversation, ReportedEntry } from '../testing/report/report.ts';
import { writePage } from '../testing/report/write-page.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { IO } from './io.ts';
import { paintFor, type Paint } from './paint.ts';
import { readLogFile } from './read-log-file.ts';
import { shownFile } from './shown-file.ts';

export interface ShowOptions {
  /** Where to write a page. Default: nowhere, it is shown on the terminal. */
  readonly html?: string;
}

/** Where nobody says how wide a line may be. */
const COLUMNS = 80;

function formatConversation(
  { told, invariants, facts }: ReportedConversation,
  columns: number,
  paint: Paint,
): string {
  return formatTranscript(told, { columns, paint, invariants, ...facts });
}

function formatEntry(entry: ReportedEntry, columns: number, paint: Paint): string {
  const { title, reason, conversations } = entry;
  const many = conversations.length;
  const parts = conversations.flatMap((conversation, index) => [
    ...(many > 1 ? [paint('title', `Conversation ${index + 1} of ${many}`)] : []),
    formatConversation(conversation, columns, paint),
  ]);
  const left = reason === undefined ? [] : [paint('quiet', printable(`Not shown: ${reason}`))];
  return [paint('title', printable(title)), ...parts, ...left].join('\n\n');
}

/**
 * Shows the conversations in `files`, or writes a page of them.
 * @throws EnsaioError `log-invalid` when a file cannot be read or has no conversation in it, `option-invalid` when the
 * page cannot be written
 */
export function show(files: readonly string[], { html }: ShowOptions, io: IO): ExitCode {
  const entries = files.map((file) => shownFile(readLogFile(file, io.cwd)));
  if (html !== undefined) {
    writePage(resolve(io.cwd, html), htmlReport(entries, { title: 'ensaio show' }));
    return EXIT.passed;
  }
  const { stdout } = io;
  const paint = paintFor(stdout, io);
  const shown = entries.map((entry) => formatEntry(entry, stdout.columns ?? COLUMNS, paint));
  stdout.write(`${shown.join('\n\n\n')}\n`);
  return EXIT.passed;
}
