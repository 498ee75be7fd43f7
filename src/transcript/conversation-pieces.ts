/** What is said of a conversation on a terminal, in the order of time, before it is cut into lines. */
import { blocksOf, textField, type Block } from '../wire/conversation.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { Branch, Step } from './course.ts';
import { attemptFacts, replyFacts, type ExchangeFactsOptions } from './exchange-facts.ts';
import type { Finding } from './findings.ts';
import { CALL_LABELS, FINDING_LABELS } from './labels.ts';
import type { Cell, Lane, Row } from './lanes.ts';

/** What a piece of text is part of. */
export type TranscriptTone = Lane | 'bad' | 'note' | 'quiet';

/** A piece of text with what its lines begin with. */
export interface Piece {
  readonly text: string;
  readonly tone?: TranscriptTone;
  /** How many columns its lines are moved to the right. */
  readonly indent: number;
  /** What its first line begins with, in the same tone. */
  readonly mark?: string;
  /** Whether only its beginning is shown when it is long. Default true. */
  readonly folds?: boolean;
}

/** JSON in one line, with spaces to break it at. */
const json = (value: unknown): string =>
  (JSON.stringify(value, null, 1) ?? '').replaceAll(/\n */g, ' ');

/** What a block holds besides its type. */
function contentOf(block: Block): string {
  if (block.type === 'text') return textField(block, 'text');
  if (block.type === 'thinking') return textField(block, 'thinking');
  const {
    type: _type,
    cache_control: _cache,
    ...rest
  } = block as Readonly<Record<string, unknown>>;
  return json(rest);
}

function resultOf(content: unknown): string {
  const blocks = blocksOf(content);
  if (blocks.length === 0 && content !== undefined) return json(content);
  return blocks
    .map((block) => (block.type === 'text' ? '' : `${block.type} `) + contentOf(block))
    .join('\n');
}

function* findingPieces(found: readonly Finding[], indent: number): Generator<Piece> {
  for (const { kind, id, text, path } of found) {
    const tone = kind === 'violation' ? 'bad' : 'note';
    const at = path === undefined ? '' : ` at ${path}`;
    yield { text: `${FINDING_LABELS[kind]} ${id}${at}`, tone, indent, mark: '! ', folds: false };
    yield { text, tone, indent: indent + 2 };
  }
}

/** A result, which stands under its call, or alone when there is none. */
function resultPiece({ content }: Cell, isFailed: boolean, indent: number): Piece {
  const text = resultOf(content['content']);
  if (!isFailed) return { text, indent, mark: '→ ' };
  return { text: `${CALL_LABELS.failed}: ${text}`, tone: 'bad', indent, mark: '→ ' };
}

function* callPieces({ cell, call }: Row): Generator<Piece> {
  const { content } = cell;
  const title = `${textField(content, 'name')} ${textField(content, 'id')}`.trim();
  yield { text: title, tone: 'tools', indent: 2, folds: false };
  yield { text: json(content['input']), indent: 4 };
  const { state, result } = call!;
  if (result) yield resultPiece(result, state === 'failed', 4);
  else {
    const tone = state === 'missing' ? 'bad' : 'quiet';
    yield { text: CALL_LABELS[state], tone, indent: 4, mark: '→ ' };
  }
}

function* cellPieces({ content, lane }: Cell): Generator<Piece> {
  const { type } = content;
  if (lane === 'tools') {
    const title = `${type} ${textField(content, 'tool_use_id')}`;
    yield { text: title, tone: 'tools', indent: 2, folds: false };
    yield resultPiece({ content } as Cell, content['is_error'] === true, 4);
  } else if (type === 'text') {
    yield { text: contentOf(content), indent: 2 };
  } else {
    yield { text: `${type || 'no block'}: ${contentOf(content)}`, tone: 'quiet', indent: 2 };
  }
}

function* attemptPieces(exchange: Exchange, options: ExchangeFactsOptions): Generator<Piece> {
  const { facts, said } = attemptFacts(exchange, options);
  const tone = exchange.outcome === 'open' ? 'quiet' : 'bad';
  yield { text: `${exchange.outcome} ${facts}`, tone, indent: 0, folds: false };
  if (said !== '') yield { text: said, indent: 2 };
}

function* stepPieces(step: Step, branch: Branch, options: ExchangeFactsOptions): Generator<Piece> {
  const { message, role, rows, findings, answers } = step;
  if (rows.length === 0 && findings.length === 0) return;
  const tone = role === 'assistant' ? 'model' : 'app';
  yield { text: `${message} ${role || 'no role'}`, tone, indent: 0, folds: false };
  if (answers) {
    yield { text: replyFacts(answers, options), tone: 'quiet', indent: 2, folds: false };
  }
  yield* findingPieces(findings, 2);
  for (const row of rows) {
    yield* row.call ? callPieces(row) : cellPieces(row.cell);
    yield* findingPieces(branch.findingsAt(row.cell), 2);
    if (row.call?.result) yield* findingPieces(branch.findingsAt(row.call.result), 4);
  }
}

/** The parts of a branch, which have an empty line between them. */
export function* partsOf(
  branch: Branch,
  index: number,
  options: ExchangeFactsOptions,
): Generator<Piece[]> {
  if (index > 0) {
    const text = `From message ${branch.from} on it went another way:`;
    yield [{ text, tone: 'quiet', indent: 0, folds: false }];
  }
  yield [...findingPieces(branch.findings, 0)];
  for (const step of branch.steps) {
    for (const attempt of step.attempts) yield [...attemptPieces(attempt, options)];
    yield [...stepPieces(step, branch, options)];
  }
  for (const attempt of branch.attempts) yield [...attemptPieces(attempt, options)];
}
