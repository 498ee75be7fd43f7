/** What is known of messages goes along with them, so that a long conversation is not read anew with each request. */
import type { History } from './history.ts';
import type { MessageParam } from '../message.ts';

/** What a value becomes when messages follow; `before` is absent where nothing is known of what stands before them. */
type Step<Value> = (
  before: Value | undefined,
  /** The last of those that the history holds: what came since. */
  messages: readonly MessageParam[],
  history: History,
) => Value;

/**
 * A value of all messages of a history, worked out of the value for the one that it goes on from. A history is mostly
 * gone on from once, and may be more often: what a value shares with the one before must bear that.
 */
export function carried<Value extends number | object>(
  step: Step<Value>,
): (history: History) => Value {
  return (history) => {
    const found = history.carried.get(step);
    if (found !== undefined) return found as Value;
    const previous = history.previous?.deref();
    const before = previous?.carried.get(step) as Value | undefined;
    const { messages } = history;
    const since = before === undefined ? messages : messages.slice(previous!.messages.length);
    const value = step(before, since, history);
    history.carried.set(step, value);
    return value;
  };
}
