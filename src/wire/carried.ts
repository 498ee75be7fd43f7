/** What is known of a thread's messages goes along with it, so that a long thread is not read anew with each request. */
import type { MessageParam } from './message.ts';
import type { StoredReply } from './thread.ts';

/** What a value becomes when messages follow; `before` is absent where a thread begins. */
type Step<Value> = (
  before: Value | undefined,
  /** The last of those that are stored: what came since. */
  messages: readonly MessageParam[],
  stored: StoredReply,
) => Value;

/**
 * A value of all messages that a thread holds, worked out of the value for the reply that it was continued from. A reply
 * is continued once, unless somebody lets it be continued again: what a value shares with the one before must bear that.
 */
export function carried<Value extends number | object>(
  step: Step<Value>,
): (stored: StoredReply) => Value {
  return (stored) => {
    const found = stored.carried.get(step);
    if (found !== undefined) return found as Value;
    const previous = stored.previous?.deref();
    const before = previous?.carried.get(step) as Value | undefined;
    const messages =
      before === undefined ? stored.messages : stored.messages.slice(previous!.messages.length);
    const value = step(before, messages, stored);
    stored.carried.set(step, value);
    return value;
  };
}
