/** A heard request as it is sent once more, to a simulation. */
import { AUTHORIZATION, CONTENT_ENCODING } from '../../src/wire/headers.ts';
import type { HeardRequest } from './heard.ts';

export const MESSAGES_URL = 'https://api.anthropic.com/v1/messages';

/** What belonged to the bytes of the body, or to the connection. */
const NOT_SENT: readonly string[] = [CONTENT_ENCODING, 'content-length', 'host', 'connection'];

/** What `fetch` takes to send the request; the body may be another one. */
export function sendInit(
  { headers, body }: HeardRequest,
  sent: unknown = body,
): RequestInit & { readonly body: string } {
  const kept = Object.entries(headers).filter(([name]) => !NOT_SENT.includes(name));
  const sentHeaders = Object.fromEntries(kept);
  if (AUTHORIZATION in sentHeaders) sentHeaders[AUTHORIZATION] = 'Bearer redacted';
  return {
    method: 'POST',
    headers: sentHeaders,
    body: JSON.stringify(sent ?? null),
  };
}
