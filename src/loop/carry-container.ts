/** Tools that live in a container refuse a follow-up that does not say which one. */

import type { Container, MessageCreateParams } from '@anthropic-ai/sdk/resources/messages';

/** Puts the container a turn ran in into the next request, unless the caller has named one. */
export function carryContainer(
  asked: MessageCreateParams['container'],
  used: Container,
): MessageCreateParams['container'] {
  if (asked == null) return used.id;
  if (typeof asked === 'object' && asked.id == null) return { ...asked, id: used.id };
  return asked;
}
