/** The replies given so far that a later request must not change: those that think, and those that were paused. */
import { textField, type Block } from '../wire/conversation.ts';
import type { Message } from '../wire/message.ts';
import type { SentReplies, SentThinking } from '../wire/sent-reply.ts';

interface Reply {
  readonly message: Message;
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

/** Every key of a message, each once. */
function keysOf({ content }: Message): Set<string> {
  const keys = (content as unknown as readonly Block[]).map(keyOf);
  return new Set(keys.filter((key) => key !== undefined));
}

/** The text a paused reply ends in: a script may pause one that holds nothing else. */
function pausedTextOf({ content, stop_reason }: Message): string | undefined {
  const last = content.at(-1);
  return stop_reason === 'pause_turn' && last?.type === 'text' ? last.text : undefined;
}

export class ReplyMemory implements SentReplies {
  /** A key that more than one reply has tells nothing. */
  readonly #byKey = new Map<string, readonly Reply[]>();
  /** The last texts of paused replies, and how many end in each. */
  readonly #pausedTexts = new Map<string, number>();

  get think(): boolean {
    return this.#byKey.size > 0;
  }

  remember(message: Message): void {
    const blocks = message.content as unknown as readonly Block[];
    const thinking = blocks.flatMap((block, index) =>
      isThinking(block) ? [{ block, index }] : [],
    );
    const reply: Reply = { message, thinking, paused: message.stop_reason === 'pause_turn' };
    if (thinking.length === 0 && !reply.paused) return;
    for (const key of keysOf(message)) {
      this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), reply]);
    }
    this.#countPaused(pausedTextOf(message), 1);
  }

  /** A reply that the journal no longer holds may come back in any form. */
  forget(message: Message): void {
    for (const key of keysOf(message)) {
      const left = this.#byKey.get(key)?.filter((reply) => reply.message !== message) ?? [];
      if (left.length > 0) this.#byKey.set(key, left);
      else this.#byKey.delete(key);
    }
    this.#countPaused(pausedTextOf(message), -1);
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
    return [...new Set(found.flatMap((replies) => (replies?.length === 1 ? replies : [])))];
  }

  #countPaused(text: string | undefined, more: 1 | -1): void {
    if (text === undefined) return;
    const count = (this.#pausedTexts.get(text) ?? 0) + more;
    if (count > 0) this.#pausedTexts.set(text, count);
    else this.#pausedTexts.delete(text);
  }
}
