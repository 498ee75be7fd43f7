/** A request as the rules see it: raw parts, the parsed body, and the whole conversation. */
import { entriesOf, type Entry } from '../wire/conversation.ts';
import { API_KEY, AUTHORIZATION, VERSION, betasOf } from '../wire/headers.ts';
import type { ThreadLookup } from '../wire/thread.ts';

/** A request off the wire, its body not yet read as JSON. */
export interface RawRequest {
  readonly method: string;
  /** The path without query. */
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
}

export type Endpoint = 'messages' | 'count_tokens';

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/v1/messages': 'messages',
  '/v1/messages/count_tokens': 'count_tokens',
};

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keyOf(headers: Headers): string | undefined {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.get(AUTHORIZATION) ?? '');
  // An empty header is as good as none.
  return headers.get(API_KEY) || bearer?.[1];
}

const toEntries = ({ messages }: CheckedRequest): readonly Entry[] => entriesOf(messages);

/** Everything is derived when first asked for, once. `thread` is what the simulation found for the body's `thread`. */
export class CheckedRequest {
  readonly raw: RawRequest;
  readonly endpoint: Endpoint | undefined;
  /** The key of either scheme; never goes further than the rules. */
  readonly key: string | undefined;
  /** The key the simulation wants; any key will do without. */
  readonly expectedKey: string | undefined;
  readonly version: string | undefined;
  readonly betas: readonly string[];
  /** The parsed body; undefined when it is not JSON, and then `jsonError` says why. */
  readonly json: unknown;
  readonly jsonError: SyntaxError | undefined;
  thread: ThreadLookup = { type: 'none' };
  readonly #derived = new Map<unknown, unknown>();

  constructor(raw: RawRequest, expectedKey?: string) {
    this.raw = raw;
    this.key = keyOf(raw.headers);
    this.expectedKey = expectedKey;
    this.endpoint = ENDPOINTS[raw.path];
    this.version = raw.headers.get(VERSION) || undefined;
    this.betas = betasOf(raw.headers);
    try {
      this.json = JSON.parse(raw.text);
    } catch (error) {
      this.jsonError = error as SyntaxError;
    }
  }

  /** The body's fields; empty when the body is no object. */
  get body(): Readonly<Record<string, unknown>> {
    return isRecord(this.json) ? this.json : {};
  }

  /**
   * What `compute` makes of this request, computed once however many rules ask for it. The function itself is the key,
   * so it must be a constant of its module.
   */
  derive<Value>(compute: (request: CheckedRequest) => Value): Value {
    if (!this.#derived.has(compute)) this.#derived.set(compute, compute(this));
    return this.#derived.get(compute) as Value;
  }

  /** The messages before the ones sent: what a continued thread holds. */
  get stored(): readonly unknown[] {
    return this.thread.from?.messages ?? [];
  }

  /** The whole conversation's messages: what a thread holds, then what was sent. */
  get messages(): readonly unknown[] {
    const sent = this.body['messages'];
    const list: readonly unknown[] = Array.isArray(sent) ? sent : [];
    return this.stored.length === 0 ? list : [...this.stored, ...list];
  }

  /** The whole conversation, threads put back together. */
  get entries(): readonly Entry[] {
    return this.derive(toEntries);
  }

  /** The tools in force: those of the thread when one is continued. */
  get tools(): readonly unknown[] {
    const tools = this.thread.from ? this.thread.from.created.tools : this.body['tools'];
    return Array.isArray(tools) ? tools : [];
  }
}
