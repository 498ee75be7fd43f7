/** What is kept of replies, to tell whether they come back as they were sent. */
import type { Block } from './conversation.ts';

/** A thinking or redacted block with its place in the reply. */
export interface SentThinking {
  readonly block: Block;
  readonly index: number;
}

/** What a simulation can say of the replies it gave. */
export interface SentReplies {
  /** Whether there may be any that think. */
  readonly think: boolean;
  /** The thinking of the replies that blocks come from, reply after reply; empty when no reply is known. */
  thinkingOf(blocks: readonly Block[]): readonly SentThinking[];
  /** Whether blocks come from a reply that stopped with `pause_turn`, which may stand last in a request. */
  isPaused(blocks: readonly Block[]): boolean;
}

/** Knows of no reply. */
export const NO_REPLIES: SentReplies = {
  think: false,
  thinkingOf: () => [],
  isPaused: () => false,
};
