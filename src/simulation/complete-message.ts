/** Fills in what a script leaves out, so that an answer carries every field the API sends. */
import { copyJson } from '../wire/json/copy-json.ts';
import type { MessageTurn } from '../script/turn.ts';
import { idAt } from '../wire/ids.ts';
import type { ContentBlock, Message, StopReason } from '../wire/message.ts';
import type { TokenCounter } from '../wire/tokens.ts';
import { completeContent } from './complete-content.ts';
import { countUsage } from './count-usage.ts';
import type { Delivery } from './delivery.ts';

export interface CompletionContext {
  /** Names the exchange in ids and signatures. */
  readonly place: readonly (string | number)[];
  /** The model of the request. */
  readonly model: string;
  readonly inputTokens: number;
  readonly tokens: TokenCounter;
  readonly delivery: Delivery;
}

/** Why a message with this content stopped, unless it says so itself. */
export function inferStopReason(content: readonly ContentBlock[]): StopReason {
  if (content.at(-1)?.type === 'compaction') return 'compaction';
  return content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
}

/** The blocks as the request wants to see them; a signature is the same whatever is shown (docs: display). */
function display(
  content: readonly ContentBlock[],
  written: MessageTurn['content'],
  wanted: Delivery['display'],
): ContentBlock[] {
  return content.map((block, index) => {
    if (block.type !== 'thinking' || wanted === 'summarized') return block;
    const source = written[index];
    const isUpdate = source?.type === 'thinking' && source.update === true;
    return wanted === 'updates' && isUpdate ? block : { ...block, thinking: '' };
  });
}

/** An answer that does not stream leaves out what a model said before it declined (refusals-and-fallback documentation). */
function withoutDeclined(content: readonly ContentBlock[]): ContentBlock[] {
  const last = content.findLastIndex(({ type }) => type === 'fallback');
  return content.filter(({ type }, index) => index > last || type === 'fallback');
}

/**
 * The answer as the API would send it, keys in the order seen on the wire. Throws `EnsaioError` (`turn-invalid`) for a
 * result without its call.
 */
export function completeMessage(turn: MessageTurn, context: CompletionContext): Message {
  const { type: _type, content: written, usage, ...overrides } = copyJson(turn);
  const { delivery, model, place } = context;
  const whole = completeContent(written, { place, model });
  const shown = display(whole, written, delivery.display);
  const content = delivery.streams ? shown : withoutDeclined(shown);
  return {
    model: whole.findLast((block) => block.type === 'fallback')?.to.model ?? model,
    id: idAt('msg', ...place),
    type: 'message',
    role: 'assistant',
    content,
    container: null,
    stop_reason: inferStopReason(content),
    stop_sequence: null,
    stop_details: null,
    usage: { ...countUsage(whole, context), ...usage },
    ...(delivery.reportsTransformations ? { input_transformations: [] } : {}),
    diagnostics: null,
    ...(delivery.managesContext ? { context_management: { applied_edits: [] } } : {}),
    ...overrides,
  };
}
