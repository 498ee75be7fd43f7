/** Messages that go on from other messages, so that a long conversation is not looked at anew with each request. */
import type { Link } from './link.ts';
import type { MessageParam } from '../message.ts';

export interface History {
  /** The whole conversation. */
  readonly messages: readonly MessageParam[];
  /** What its first messages are, the very same objects; nothing where they are not known, or no longer. */
  readonly previous?: Link<History>;
  /** What is known of the messages, by what made it of them. */
  readonly carried: Map<unknown, unknown>;
}
