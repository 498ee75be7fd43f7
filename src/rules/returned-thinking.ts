/** Thinking as it comes back in a request, compared with its signature and with what the simulation sent. */
import { textField, type Block, type Entry } from '../wire/conversation.ts';
import type { SentThinking } from '../wire/sent-reply.ts';
import { isSignatureOf, isThinkingSignature, isWholeSignature } from '../wire/signature.ts';
import type { CheckedRequest } from './checked-request.ts';
import { isAbout } from './subjects.ts';

export interface Placed extends SentThinking {
  readonly entry: Entry;
}

const THINKING: readonly string[] = ['thinking', 'redacted_thinking'];

export const isThinking = ({ type }: Block): boolean => THINKING.includes(type);

export const pathOf = ({ entry, index }: Pick<Placed, 'entry' | 'index'>): string =>
  `messages.${entry.index}.content.${index}`;

export function thinkingIn(request: CheckedRequest): readonly Placed[] {
  if (!isAbout(request, THINKING)) return [];
  return request.entries.flatMap((entry) =>
    entry.role === 'assistant'
      ? entry.blocks.flatMap((block, index) => (isThinking(block) ? [{ entry, block, index }] : []))
      : [],
  );
}

export const latestAssistant = ({ entries }: CheckedRequest): Entry | undefined =>
  entries.findLast(({ role }) => role === 'assistant');

/** Whether results of its calls come right after an assistant message. */
export function isToolTurn({ entries }: CheckedRequest, { index }: Entry): boolean {
  const next = entries.slice(index + 1).find(({ role }) => role === 'user');
  return next?.blocks[0]?.type === 'tool_result';
}

/** Without its text a signed block still says all: its text is left out on request (docs: display). */
function isSameText(sent: Block, back: Block): boolean {
  const [was, is] = [textField(sent, 'thinking'), textField(back, 'thinking')];
  return was === is || was === '' || is === '';
}

type Difference = 'signature' | 'data' | 'changed';

function differenceOf(sent: Block | undefined, back: Block | undefined): Difference | undefined {
  if (sent?.type !== back?.type) return 'changed';
  if (sent === undefined || back === undefined) return undefined;
  if (sent.type === 'redacted_thinking') return sent['data'] === back['data'] ? undefined : 'data';
  if (!isSameText(sent, back)) return 'changed';
  return sent['signature'] === back['signature'] ? undefined : 'signature';
}

/** What became of the thinking of the latest assistant message, where the simulation knows what it was. */
export interface Comparison {
  readonly kind: 'unknown' | 'same' | 'dropped' | Difference;
  readonly path: string;
}

export function compareLatest(request: CheckedRequest): Comparison {
  const entry = latestAssistant(request);
  const sent = entry ? request.replies.thinkingOf(entry.blocks) : [];
  if (!entry || sent.length === 0) return { kind: 'unknown', path: '' };
  const back = request.derive(thinkingIn).filter((placed) => placed.entry === entry);
  if (back.length === 0) {
    // What the docs call the most common cause: a filter that lets no redacted block of a tool turn through.
    const isFilter = sent.some(({ block }) => block.type === 'redacted_thinking');
    const kind = isFilter && isToolTurn(request, entry) ? 'changed' : 'dropped';
    return { kind, path: pathOf({ entry, index: 0 }) };
  }
  for (let at = 0; at < Math.max(sent.length, back.length); at += 1) {
    const kind = differenceOf(sent[at]?.block, back[at]?.block);
    if (kind === undefined) continue;
    const index = back[at]?.index ?? Math.min(sent[at]!.index, entry.blocks.length - 1);
    return { kind, path: pathOf({ entry, index }) };
  }
  return { kind: 'same', path: '' };
}

/** What there is to compare: nothing where no thinking was sent and none comes back. */
export function comparisons(request: CheckedRequest): readonly Comparison[] {
  const thinks = request.replies.think || isAbout(request, THINKING);
  return thinks ? [request.derive(compareLatest)] : [];
}

/** Blocks whose signature does not verify by itself; where the sent block is known, that says more. */
export function* badSignatures(request: CheckedRequest): Iterable<Placed> {
  const latest = latestAssistant(request);
  const isCompared = request.derive(compareLatest).kind !== 'unknown';
  for (const placed of request.derive(thinkingIn)) {
    const { block, entry } = placed;
    if (block.type !== 'thinking' || (isCompared && entry === latest)) continue;
    const signature = textField(block, 'signature');
    if (signature === '') {
      if (block['thinking'] !== '') yield placed;
    } else if (isThinkingSignature(signature) && !isWholeSignature(signature)) yield placed;
  }
}

/** Texts of the latest message that their own signature does not know. */
export function* editedTexts(request: CheckedRequest): Iterable<Placed> {
  const latest = latestAssistant(request);
  if (request.derive(compareLatest).kind !== 'unknown') return;
  for (const placed of request.derive(thinkingIn)) {
    const { block, entry } = placed;
    const text = textField(block, 'thinking');
    const signature = textField(block, 'signature');
    if (entry !== latest || text === '' || !isWholeSignature(signature)) continue;
    if (!isSignatureOf(text, signature) && !isSignatureOf('', signature)) yield placed;
  }
}
