/** A conversation for a terminal: what was said, each call with its result, what was found at its block. */
import { printable } from '../wire/printable.ts';
import { partsOf, type Piece, type TranscriptTone } from './conversation-pieces.ts';
import { branchesOf, type Told } from './course.ts';
import type { ExchangeFactsOptions } from './exchange-facts.ts';
import type { BrokenInvariant } from './findings.ts';
import { widthOf, wrap } from './text-width.ts';

export interface FormatConversationOptions extends ExchangeFactsOptions {
  /** How many columns a line may take, at least 40. */
  readonly columns: number;
  /** Gives a piece of a line its colour. Default: none has one. */
  readonly paint?: (tone: TranscriptTone, text: string) => string;
  /** How many lines of a long value are shown. Default 8. */
  readonly lines?: number;
  /** What `checkInvariants` found, to be shown at the block it is about. Default: nothing. */
  readonly invariants?: readonly BrokenInvariant[];
}

const LEAST_COLUMNS = 40;

/** The lines of a piece, folded where it is long. */
function linesOf(piece: Piece, options: FormatConversationOptions): string[] {
  const { text, tone, indent, mark = '', folds = true } = piece;
  const { columns, paint = (_tone, plain) => plain, lines: most = 8 } = options;
  const shown = printable(text).replaceAll('\t', '  ').trimEnd();
  if (shown === '' && mark === '') return [];
  const start = ' '.repeat(indent);
  const room = Math.max(columns, LEAST_COLUMNS) - indent - widthOf(mark);
  const painted = (line: string): string => (tone === undefined ? line : paint(tone, line));
  const lines: string[] = [];
  for (const line of wrap(shown, room)) {
    if (folds && lines.length === most) {
      const rest = `… ${shown.length.toLocaleString('en')} characters in all`;
      return [...lines, start + painted(rest)];
    }
    const lead = lines.length === 0 ? mark : ' '.repeat(widthOf(mark));
    const body = (lead + line).trimEnd();
    lines.push(body === '' ? '' : start + painted(body));
  }
  return lines;
}

/**
 * The conversation in the order of time, in lines of at most `columns`. No control character of what was said is left,
 * so nothing in it moves the cursor or changes a colour.
 */
export function formatConversation(told: Told, options: FormatConversationOptions): string {
  return branchesOf(told, options.invariants)
    .flatMap((branch, index) => [...partsOf(branch, index, options)])
    .filter((part) => part.length > 0)
    .map((part) => part.flatMap((piece) => linesOf(piece, options)).join('\n'))
    .join('\n\n');
}
