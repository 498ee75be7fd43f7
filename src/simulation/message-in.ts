/** What a stream that was written by hand says, when it is read again. */
import { eventsIn, type Frame } from '../wire/stream/frame.ts';
import { messageOf } from '../wire/stream/message-of.ts';
import type { Message } from '../wire/message.ts';
import { parseUnfinished } from '../wire/json/unfinished-json.ts';

/** The message that frames tell, as far as they can be read; nothing when they are nobody's message. */
export function messageIn(frames: readonly Frame[]): Message | undefined {
  const events = eventsIn(frames).map(({ event }) => event);
  try {
    return messageOf(events, orNoInput);
  } catch {
    return undefined;
  }
}

/** What the server itself makes of a call whose input is no JSON. */
function orNoInput(json: string): unknown {
  try {
    return parseUnfinished(json);
  } catch {
    return {};
  }
}
