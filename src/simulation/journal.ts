/** The journal: one record a request, filled in as the request goes its way. */
import type { CheckedRequest } from '../rules/checked-request.ts';
import type { Exchange, Outcome } from '../wire/exchange.ts';
import { REDACTED, redactHeaders } from '../wire/headers.ts';
import type { MessageParam, MessageRequest } from '../wire/message.ts';

/** An exchange while it is still written to. */
export type OpenExchange = { -readonly [Field in keyof Exchange]: Exchange[Field] };

/** MCP servers carry a token of their own in the body. */
function withoutTokens(json: unknown): unknown {
  const servers = (json as { mcp_servers?: unknown } | null | undefined)?.mcp_servers;
  if (!Array.isArray(servers)) return json;
  const redacted = servers.map((server: unknown) =>
    typeof server === 'object' && server !== null && 'authorization_token' in server
      ? { ...server, authorization_token: REDACTED }
      : server,
  );
  return { ...(json as object), mcp_servers: redacted };
}

export class Journal {
  readonly exchanges: OpenExchange[] = [];

  open(request: CheckedRequest): OpenExchange {
    const { method, path, headers } = request.raw;
    const exchange: OpenExchange = {
      index: this.exchanges.length,
      request: {
        method,
        path,
        headers: redactHeaders(headers),
        body: withoutTokens(request.json) as MessageRequest,
      },
      messages: request.messages as readonly MessageParam[],
      outcome: 'open',
      violations: [],
      notes: [],
    };
    this.exchanges.push(exchange);
    return exchange;
  }

  withOutcome(outcome: Outcome): Exchange[] {
    return this.exchanges.filter((exchange) => exchange.outcome === outcome);
  }
}
