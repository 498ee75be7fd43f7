/** What the API refuses of a request in a log, which says nothing of its headers. */
import { CheckedRequest } from '../src/rules/checked-request.ts';
import { judge } from '../src/rules/judge.ts';
import { rules } from '../src/rules/registry.ts';
import type { Violation } from '../src/wire/exchange.ts';
import { API_KEY, BETA, VERSION, type ApiVersion } from '../src/wire/headers.ts';
import type { LoggedRequest } from '../testing/logs/logged-conversations.ts';
import type { Fields, LogEntry } from '../testing/logs/read-log.ts';

/** Betas are asked for in a header, and seldom logged. */
const ABOUT_BETAS: readonly string[] = rules
  .filter(({ id, family }) => family === 'betas' || id === 'thread-beta-missing')
  .map(({ id }) => id);

/** What a saved conversation lacks to be a request. */
const BARE: Fields = { model: 'claude-opus-5', max_tokens: 1024 };

/** A saved conversation ends in the last reply, which a request does not send. */
function withoutLastReply(messages: readonly unknown[]): readonly unknown[] {
  const last = messages.at(-1) as { role?: unknown } | null | undefined;
  return last?.role === 'assistant' ? messages.slice(0, -1) : messages;
}

/** What a header can hold. */
function isHeaderText(value: unknown): boolean {
  return typeof value === 'string' && /^[\x20-\x7e]+$/.test(value);
}

/** The body as it is sent; in the SDK's parameters the betas stand beside it. */
function bodyOf({ body, messages }: LogEntry): { sent: Fields; betas: readonly unknown[] } {
  const isRequest = body !== undefined && ('model' in body || 'max_tokens' in body);
  if (!isRequest) {
    return { sent: { ...BARE, ...body, messages: withoutLastReply(messages) }, betas: [] };
  }
  const { betas, ...sent } = body;
  return { sent, betas: Array.isArray(betas) ? betas.filter(isHeaderText) : [] };
}

/** What is refused of a request; empty when it is accepted. */
export function refusalsOf(
  { entry, stored }: LoggedRequest,
  version: ApiVersion,
  except: readonly string[],
): readonly Violation[] {
  const { sent, betas } = bodyOf(entry);
  const headers = new Headers({ [VERSION]: version, [API_KEY]: 'none' });
  if (betas.length > 0) headers.set(BETA, betas.join(','));
  const request = new CheckedRequest(
    { method: 'POST', path: '/v1/messages', headers, text: JSON.stringify(sent) },
    stored === undefined ? {} : { lookUpThread: () => ({ type: 'continue', from: stored }) },
  );
  const allow = new Set([...except, ...(betas.length > 0 ? [] : ABOUT_BETAS)]);
  return judge(request, { strict: true, allow, refuse: new Set() }).violations;
}
