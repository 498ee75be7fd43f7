/** The replies given so far that a later request must not change: those that think, and those that were paused. */
import { textField, type Block } from '../wire/conversation.ts';
import type { Message } from '../wire/message.ts';
import type { SentReplies, SentThinking } from '../wire/sent-reply.ts';

interface Reply {
  readonly thinking: readonly SentThinking[];
  readonly paused: boolean;
}

const isThinking = ({ type }: Block): boolean =>
  type === 'thinking' || type === 'redacted_thinking';

/** What tells whose block it is; undefined when any reply could have it. */
function keyOf(block: Block): string | undefined {
  if (block.type === 'thinking') return `signature ${textField(block, 'signature')}`;
  if (block.type === 'redacted_thinking') return `data ${textField(block, 'data')}`;
  return block.type.endsWith('tool_use') ? `call ${textField(block, 'id')}` : undefined;
}

export class ReplyMemory implements SentReplies {
  /** A key that more than one reply has tells nothing. */
  readonly #byKey = new Map<string, Reply | 'several'>();
  /** The last texts of paused replies: a script may pause one that holds nothing else. */
  readonly #pausedTexts = new Set<string>();

  remember({ content, stop_reason }: Message): void {
    const blocks = content as unknown as readonly Block[];
    const thinking = blocks.flatMap((block, index) =>
      isThinking(block) ? [{ block, index }] : [],
    );
    const reply: Reply = { thinking, paused: stop_reason === 'pause_turn' };
    if (thinking.length === 0 && !reply.paused) return;
    for (const key of blocks.map(keyOf)) {
      if (key === undefined) continue;
      const known = this.#byKey.get(key);
      this.#byKey.set(key, known === undefined || known === reply ? reply : 'several');
    }
    const last = blocks.at(-1);
    if (reply.paused && last?.type === 'text') this.#pausedTexts.add(textField(last, 'text'));
  }

  thinkingOf(blocks: readonly Block[]): SentThinking[] {
    return this.#find(blocks).flatMap(({ thinking }) => thinking);
  }

  isPaused(blocks: readonly Block[]): boolean {
    const last = blocks.at(-1);
    const isPausedText = last?.type === 'text' && this.#pausedTexts.has(textField(last, 'text'));
    return isPausedText || this.#find(blocks).some(({ paused }) => paused);
  }

  #find(blocks: readonly Block[]): Reply[] {
    if (this.#byKey.size === 0) return [];
    const found = blocks.map((block) => this.#byKey.get(keyOf(block) ?? ''));
    return [...new Set(found)].filter((reply) => reply !== undefined && reply !== 'several');
  }
}
