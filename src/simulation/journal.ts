/** The journal: one record a request, filled in as the request goes its way. */
import type { CheckedRequest } from '../rules/checked-request.ts';
import type { Exchange, Outcome } from '../wire/exchange.ts';
import { REDACTED, redactHeaders } from '../wire/headers.ts';
import type { MessageParam, MessageRequest } from '../wire/message.ts';
import type { Clock } from './clock.ts';

/** An exchange while it is still written to. */
export type OpenExchange = { -readonly [Field in keyof Exchange]: Exchange[Field] };

function withoutQuery(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? url : `${url.slice(0, at)}?${REDACTED}`;
}

/** A value of `mcp_servers`, whatever it is, without the tokens in it and in the URLs. */
function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => {
      if (name === 'authorization_token') return [name, REDACTED];
      return [
        name,
        name === 'url' && typeof part === 'string' ? withoutQuery(part) : withoutTokens(part),
      ];
    }),
  );
}

/** A body whose fields are the journal's alone. MCP servers carry secrets of their own in it. */
function ownCopy(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  return 'mcp_servers' in json
    ? { ...json, mcp_servers: withoutTokens(json.mcp_servers) }
    : { ...json };
}

/** What is known of the exchanges that the journal no longer holds. */
export interface DroppedExchanges {
  /** How many there were. */
  readonly exchanges: number;
  /** How many of them no turn was left for, or had a turn that was a mistake. */
  readonly unexpected: number;
  /** How often which rule refused them. Blameless refusals are left out, as in `assertDone()`. */
  readonly refused: Readonly<Record<string, number>>;
}

function withDropped(
  { exchanges, unexpected, refused }: DroppedExchanges,
  { outcome, violations }: Exchange,
): DroppedExchanges {
  const counts = { ...refused };
  for (const { rule, blameless } of violations) {
    if (blameless !== true) counts[rule] = (counts[rule] ?? 0) + 1;
  }
  return {
    exchanges: exchanges + 1,
    unexpected: unexpected + (outcome === 'unexpected' ? 1 : 0),
    refused: counts,
  };
}

/** A list of what happened that holds no more than its limit. */
export class Journal {
  readonly exchanges: OpenExchange[] = [];
  readonly #underWay = new Set<number>();
  readonly #clock: Clock;
  readonly #limit: number;
  #dropped: DroppedExchanges = { exchanges: 0, unexpected: 0, refused: {} };
  #opened = 0;
  #beats = 0;

  constructor(clock: Clock, limit: number = Infinity) {
    this.#clock = clock;
    this.#limit = limit;
  }

  get dropped(): DroppedExchanges {
    return this.#dropped;
  }

  /** Grows with every request, and with every chunk of a stream that is given out. */
  get beats(): number {
    return this.#opened + this.#beats;
  }

  beat(): void {
    this.#beats += 1;
  }

  open(request: CheckedRequest): OpenExchange {
    const { method, path, headers } = request.raw;
    const exchange: OpenExchange = {
      index: this.#opened++,
      startedAt: this.#clock.now(),
      alongside: [...this.#underWay],
      request: {
        method,
        path,
        headers: redactHeaders(headers),
        betas: [...request.betas],
        body: ownCopy(request.json) as MessageRequest,
      },
      messages: request.messages as readonly MessageParam[],
      outcome: 'open',
      violations: [],
      notes: [],
    };
    this.exchanges.push(exchange);
    this.#underWay.add(exchange.index);
    return exchange;
  }

  /** Notes when an exchange ended, once it has. */
  close(exchange: OpenExchange): void {
    if (exchange.outcome === 'open') return;
    exchange.endedAt ??= this.#clock.now();
    this.#underWay.delete(exchange.index);
  }

  /** Takes out what is over the limit, the oldest first, and gives it back. What is still under way stays. */
  drop(): readonly Exchange[] {
    const dropped: Exchange[] = [];
    while (this.exchanges.length > this.#limit) {
      const oldest = this.exchanges.findIndex(({ outcome }) => outcome !== 'open');
      if (oldest === -1) break;
      // To splice the first one out of a long list would move all others.
      dropped.push(oldest === 0 ? this.exchanges.shift()! : this.exchanges.splice(oldest, 1)[0]!);
    }
    this.#dropped = dropped.reduce(withDropped, this.#dropped);
    return dropped;
  }

  withOutcome(outcome: Outcome): Exchange[] {
    return this.exchanges.filter((exchange) => exchange.outcome === outcome);
  }
}
