/** `ensaio show`: conversations out of files, on the terminal or as a page. */
import { formatProblems } from '../src/scenario/format-problems.ts';
import { formatTranscript } from '../src/transcript/format-transcript.ts';
import { printable } from '../src/wire/printable.ts';
import { htmlReport } from '../testing/report/html-report.ts';
import type { ReportedConversation, ReportedEntry } from '../testing/report/report.ts';
import { writeText } from '../testing/write-text.ts';
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
  const { title, status, reason, problems = [], conversations } = entry;
  const many = conversations.length;
  const parts = conversations.flatMap((conversation, index) => [
    ...(many > 1 ? [paint('title', `Conversation ${index + 1} of ${many}`)] : []),
    formatConversation(conversation, columns, paint),
  ]);
  const left = `${status === undefined ? 'Not shown' : 'Not run'}: ${reason}`;
  return [
    paint('title', printable(status === undefined ? title : `${title} (${status})`)),
    ...(problems.length === 0 ? [] : [paint('bad', formatProblems(problems))]),
    ...parts,
    ...(reason === undefined ? [] : [paint('quiet', printable(left))]),
  ].join('\n\n');
}

/**
 * Shows the conversations in `files`, or writes a page of them.
 * @throws EnsaioError `log-invalid` when a file cannot be read or has no conversation in it, `write-failed`
 */
export function show(files: readonly string[], { html }: ShowOptions, io: IO): ExitCode {
  const entries = files.flatMap((file) => shownFile(readLogFile(file, io.cwd)));
  if (html !== undefined) {
    writeText(html, htmlReport(entries, { title: 'ensaio show' }), io);
    return EXIT.passed;
  }
  const { stdout } = io;
  const paint = paintFor(stdout, io);
  const shown = entries.map((entry) => formatEntry(entry, stdout.columns ?? COLUMNS, paint));
  stdout.write(`${shown.join('\n\n\n')}\n`);
  return EXIT.passed;
}
