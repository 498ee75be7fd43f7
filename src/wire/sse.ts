/** Server-sent events as text on the wire. */
import type { StreamEvent } from './message.ts';

/** One event as the API frames it: the name line, one data line, an empty line; no `id:`, no `[DONE]`. */
export function encodeEvent(event: StreamEvent): string {
  // The API writes its ping with a space, all else without (captures of 2026-09).
  const data = event.type === 'ping' ? '{"type": "ping"}' : JSON.stringify(event);
  return `event: ${event.type}\ndata: ${data}\n\n`;
}
