/** Whether lists of messages say the same to the API, and how far. */
import type { MessageParam } from './message.ts';
import { sameJson } from './same-json.ts';

/** Whether two messages say the same, a string content being one text block. */
function sameMessage(a: MessageParam | undefined, b: MessageParam | undefined): boolean {
  if (a === b) return true;
  // What was refused may hold anything, also null where a message should be.
  if (a == null || b == null || a.role !== b.role) return false;
  // Cache markers come and go with each request and say nothing.
  return sameJson(plainContent(a.content), plainContent(b.content), ['cache_control']);
}

function plainContent(content: unknown): unknown {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** How many messages two lists have in common from their beginning. */
export function sharedLength(a: readonly MessageParam[], b: readonly MessageParam[]): number {
  const differing = a.findIndex((message, i) => !sameMessage(message, b[i]));
  return differing === -1 ? a.length : differing;
}

/** Whether `messages` begins with all of `prefix`. */
export function startsWith(
  messages: readonly MessageParam[],
  prefix: readonly MessageParam[],
): boolean {
  return (
    prefix.length <= messages.length &&
    prefix.every((message, i) => sameMessage(message, messages[i]))
  );
}
