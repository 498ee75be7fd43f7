/** The headers in which the API tells how much of each limit is left. */
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';

/** What is told of one limit; what is left out gets no header. */
export interface RateLimit {
  /** How much is allowed in a period. */
  readonly limit?: number;
  /** How much is left of it. The API rounds tokens to thousands, the kit sends what it is given. */
  readonly remaining?: number;
  /** When all of it is there again. A `Date` is sent in the form of the API, `2026-10-21T12:00:00Z`; a text as it is. */
  readonly reset?: Date | string;
}

/** The documented limits by their headers (api/rate-limits). */
const HEADERS = {
  requests: 'anthropic-ratelimit-requests',
  tokens: 'anthropic-ratelimit-tokens',
  inputTokens: 'anthropic-ratelimit-input-tokens',
  outputTokens: 'anthropic-ratelimit-output-tokens',
  priorityInputTokens: 'anthropic-priority-input-tokens',
  priorityOutputTokens: 'anthropic-priority-output-tokens',
};

/** How much is left of each limit; the last two are those of the Priority Tier. */
export type RateLimits = Readonly<Partial<Record<keyof typeof HEADERS, RateLimit>>>;

const isTime = (value: unknown): boolean =>
  value instanceof Date ? !Number.isNaN(value.getTime()) : typeof value === 'string';

const FIELDS: Readonly<
  Record<keyof RateLimit, readonly [isRight: (value: unknown) => boolean, what: string]>
> = {
  limit: [Number.isFinite, 'a number'],
  remaining: [Number.isFinite, 'a number'],
  reset: [isTime, 'a Date or a text'],
};

/** RFC 3339 as captured headers have it: UTC, without fractions. */
const timestamp = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z');

/** The entry of a table, or an error that lists what there is. */
function entryOf<Entry>(table: Readonly<Record<string, Entry>>, key: string, place: string): Entry {
  if (Object.hasOwn(table, key)) return table[key]!;
  const known = Object.keys(table).join(', ');
  throw new EnsaioError('turn-invalid', `${place} takes ${known}, received ${key}.`);
}

/**
 * The headers of `limits`. No clock is read: a reset is the time that the script gives.
 * @throws EnsaioError `turn-invalid` for what is no limit
 */
export function rateLimitHeaders(limits: RateLimits): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, limit = {}] of Object.entries(limits)) {
    const header = entryOf(HEADERS, name, 'limits');
    for (const [field, value] of Object.entries(limit)) {
      const place = `limits.${name}`;
      const [isRight, what] = entryOf(FIELDS, field, place);
      if (value === undefined) continue;
      if (!isRight(value)) {
        const words = `${place}.${field} is ${what}, received ${show(value)}.`;
        throw new EnsaioError('turn-invalid', words);
      }
      headers[`${header}-${field}`] = value instanceof Date ? timestamp(value) : String(value);
    }
  }
  return headers;
}
