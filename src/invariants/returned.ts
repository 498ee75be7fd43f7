/** Whether a message comes back as it was: what says nothing may go, thinking is told apart from the rest. */
import { entriesOf, textField, type Block } from '../wire/conversation.ts';
import { sameJson } from '../wire/json/same-json.ts';
import { isBlank } from '../wire/white-space.ts';

/** How a message differs from what it was, and the block that shows it, if one does. */
export interface Difference {
  readonly kind: 'thinking' | 'other';
  readonly block?: number;
  readonly expected: unknown;
  readonly received: unknown;
}

interface Placed {
  readonly block: Block;
  readonly place: number;
}

const isThinking = ({ block }: Placed): boolean =>
  block.type === 'thinking' || block.type === 'redacted_thinking';

/** Text without a word may be left out: the API refuses it where it stands alone (facts M04, M05). */
const saysNothing = ({ block }: Placed): boolean =>
  block.type === 'text' && isBlank(textField(block, 'text'));

/** That a call comes from the model itself need not be said. */
function withoutDefaults(block: Block): Block {
  const caller = block['caller'] as { type?: unknown } | null | undefined;
  return caller?.type === 'direct' ? { ...block, caller: undefined } : block;
}

function sameBlock(a: Placed | undefined, b: Placed | undefined): boolean {
  if (!a || !b) return false;
  return sameJson(withoutDefaults(a.block), withoutDefaults(b.block), ['cache_control']);
}

function firstDifference(
  kind: Difference['kind'],
  expected: readonly Placed[],
  received: readonly Placed[],
): Difference | undefined {
  const length = Math.max(expected.length, received.length);
  for (let at = 0; at < length; at += 1) {
    const [was, is] = [expected[at], received[at]];
    if (sameBlock(was, is)) continue;
    return {
      kind,
      ...(is === undefined ? {} : { block: is.place }),
      expected: was?.block,
      received: is?.block,
    };
  }
  return undefined;
}

function blocksIn(message: unknown): { role: string; blocks: Placed[] } {
  const [entry] = entriesOf([message]);
  const blocks = entry!.blocks.map((block, place) => ({ block, place }));
  return { role: entry!.role, blocks: blocks.filter((placed) => !saysNothing(placed)) };
}

/** Whether there is anything in a message that has to come back. */
export function isEmpty(message: unknown): boolean {
  return blocksIn(message).blocks.length === 0;
}

/** Whether a message is one of the model's. */
export function isReply(message: unknown): boolean {
  return blocksIn(message).role === 'assistant';
}

/** How `received` differs from the message it was; nothing when it says the same. */
export function differenceBetween(expected: unknown, received: unknown): Difference | undefined {
  const [was, is] = [blocksIn(expected), blocksIn(received)];
  if (was.role !== is.role) return { kind: 'other', expected, received };
  const rest = (placed: Placed): boolean => !isThinking(placed);
  return (
    firstDifference('other', was.blocks.filter(rest), is.blocks.filter(rest)) ??
    firstDifference('thinking', was.blocks.filter(isThinking), is.blocks.filter(isThinking)) ??
    // Each is as it was, only not where it was.
    firstDifference('thinking', was.blocks, is.blocks)
  );
}
