/** Whether lists of messages say the same to the API, and how far. */
import type { MessageParam } from '../message.ts';
import { sameJson } from '../json/same-json.ts';

/** Whether two messages say the same, a string content being one text block. */
function sameMessage(a: MessageParam | undefined, b: MessageParam | undefined): boolean {
  // What was refused may hold anything, also null where a message should be.
  if (a == null || b == null || a.role !== b.role) return false;
  // Cache markers come and go with each request and say nothing.
  return sameJson(plainContent(a.content), plainContent(b.content), ['cache_control']);
}

function plainContent(content: unknown): unknown {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** How many of the first messages are the very same objects, as those of a long conversation are. */
function identicalLength(a: readonly MessageParam[], b: readonly MessageParam[]): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** How many messages two lists have in common from their beginning. */
export function sharedLength(a: readonly MessageParam[], b: readonly MessageParam[]): number {
  let length = identicalLength(a, b);
  while (length < a.length && sameMessage(a[length], b[length])) length += 1;
  return length;
}

/** Whether `messages` begins with all of `prefix`. */
export function startsWith(
  messages: readonly MessageParam[],
  prefix: readonly MessageParam[],
): boolean {
  return prefix.length <= messages.length && sharedLength(prefix, messages) === prefix.length;
}
