/** Header names and the values the API gives them. */
import { Memo } from './memo.ts';

export const API_KEY = 'x-api-key';
export const AUTHORIZATION = 'authorization';
export const VERSION = 'anthropic-version';
export const BETA = 'anthropic-beta';
export const CONTENT_ENCODING = 'content-encoding';
export const REQUEST_ID = 'request-id';
export const SHOULD_RETRY = 'x-should-retry';
export const RETRY_COUNT = 'x-stainless-retry-count';

/** The live API versions, oldest first (migration-2026-10-21). */
export const API_VERSIONS = ['2023-06-01', '2026-10-21'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];
export const LATEST_VERSION: ApiVersion = '2026-10-21';

/** Versions the versioning page lists; whether the first one is still taken is not known. */
export const LISTED_VERSIONS: readonly string[] = ['2023-01-01', ...API_VERSIONS];

/** Betas the simulation itself acts on. */
export const BETAS = {
  threads: 'message-threads-2026-08-12',
  oauth: 'oauth-2025-04-20',
} as const;

/** What is read of the headers of a request, names in lower case; a `Headers` is one, and a `Map`. */
export interface HeaderList extends Iterable<readonly [name: string, value: string]> {
  get(name: string): string | null | undefined;
  has(name: string): boolean;
}

/** Names that carry a key, of the API, of a gateway before it or of a proxy. */
const SECRET_HEADER =
  /(^|-)(key|apikey|auth|authorization|cookie|credentials?|password|secret|token)($|-)/i;

/** What stands in the journal where a secret stood on the wire. */
export const REDACTED = '[redacted]';

const secretNames = new Memo<boolean>(256, 100);

/** Whether a header of this name carries a secret. */
export function isSecretHeader(name: string): boolean {
  return secretNames.get(name, () => SECRET_HEADER.test(name));
}

/** Header names in lower case with their values, secrets replaced: what a journal may keep. */
export function redactHeaders(headers: HeaderList): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of headers) kept[name] = isSecretHeader(name) ? REDACTED : value;
  return kept;
}

/** How the body of a request is compressed; empty when it is not. */
export function contentEncodingOf(headers: HeaderList): string {
  const encoding = (headers.get(CONTENT_ENCODING) ?? '').trim().toLowerCase();
  return encoding === 'identity' ? '' : encoding;
}

const betaLists = new Memo<readonly string[]>(256, 1000);

function namesIn(list: string): readonly string[] {
  const names = list.split(',').map((name) => name.trim());
  return Object.freeze(names.filter((name) => name !== ''));
}

/** The beta names of a request: the header is a comma-joined list and may be sent more than once. */
export function betasOf(headers: HeaderList): readonly string[] {
  return betaLists.get(headers.get(BETA) ?? '', namesIn);
}
