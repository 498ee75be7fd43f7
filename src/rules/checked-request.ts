/** A request as the rules see it: raw parts, the parsed body, and the whole conversation. */
import type { BodyReading } from '../wire/history/beginnings.ts';
import { carried } from '../wire/history/carried.ts';
import { entriesOf, type Entry } from '../wire/conversation.ts';
import { API_KEY, AUTHORIZATION, VERSION, betasOf, type HeaderList } from '../wire/headers.ts';
import type { History } from '../wire/history/history.ts';
import type { JsonSnapshot } from '../wire/json/json-snapshot.ts';
import { readJson } from '../wire/json/read-json.ts';
import { hasMoreBytes, LARGEST_BODY, routeOf, type Route } from '../wire/routes.ts';
import { NO_REPLIES, type SentReplies } from '../wire/sent-reply.ts';
import type { ThreadLookup } from '../wire/history/thread.ts';
import { estimateTokens, type TokenCounter } from '../wire/tokens.ts';
import { Derived } from './derived.ts';
import { asRecord } from './json-value.ts';

/** A request off the wire, its body not yet read as JSON. */
export interface RawRequest {
  readonly method: string;
  /** The path without query. */
  readonly path: string;
  /** What stands after the path, `?` included. Default none. */
  readonly query?: string;
  readonly headers: HeaderList;
  /** The body; bytes that are no UTF-8 leave a lone surrogate in it. */
  readonly text: string;
  /** The body, read already by a door that has no wire; the text is empty then. Default: the text is read. */
  readonly read?: JsonSnapshot | undefined;
  /** Whether the body was larger than any may be, and was not read. Default: the text tells. */
  readonly oversized?: boolean;
  /** Why the body could not be read as its `content-encoding` says; the text is empty then. Default: it could. */
  readonly undecodable?: Undecodable;
}

/** What may be wrong with a compressed body. */
export type Undecodable = 'unsupported' | 'invalid' | 'too-large';

export type Endpoint = 'messages' | 'count_tokens';

function bearerOf(headers: HeaderList): string | undefined {
  const value = headers.get(AUTHORIZATION);
  return value ? /^Bearer\s+(.+)$/i.exec(value)?.[1] : undefined;
}

function endpointOf(route: Route | undefined): Endpoint | undefined {
  return route?.name === 'messages' || route?.name === 'count_tokens' ? route.name : undefined;
}

const knownEntries = carried<readonly Entry[]>((before = [], messages) => [
  ...before,
  ...entriesOf(messages, before.length),
]);

const toNewEntries = ({ body, thread, sent, stored }: CheckedRequest): readonly Entry[] =>
  sent && !thread.from ? [] : entriesOf(body['messages'], stored.length);

const toEntries = ({ known, newEntries }: CheckedRequest): readonly Entry[] =>
  known ? [...knownEntries(known), ...newEntries] : newEntries;

function toMessages({ body, stored }: CheckedRequest): readonly unknown[] {
  const sent = body['messages'];
  const list: readonly unknown[] = Array.isArray(sent) ? sent : [];
  return stored.length === 0 ? list : [...stored, ...list];
}

/** What the rules are told of the simulation that the request came to. */
export interface Surroundings {
  /** The key it wants; any key will do without. */
  readonly expectedKey?: string | undefined;
  /** How it counts tokens. Default: the estimate. */
  readonly tokens?: TokenCounter;
  /** What it knows of the replies it gave. Default: nothing. */
  readonly replies?: SentReplies;
  /** How it reads a body. Default: each by itself. */
  readBody?(text: string): BodyReading;
  /** What the `thread` field of a body refers to. Default: no thread is known. */
  lookUpThread?(body: Readonly<Record<string, unknown>>): ThreadLookup;
}

/** Everything is derived when first asked for, once. */
export class CheckedRequest {
  readonly raw: RawRequest;
  /** What the path leads to; undefined when it leads nowhere. */
  readonly route: Route | undefined;
  /** The endpoint that takes a conversation, if it is one. */
  readonly endpoint: Endpoint | undefined;
  /** The key of either scheme, `x-api-key` before `Authorization` (1.5); never goes further than the rules. */
  readonly key: string | undefined;
  /** Whether the key came in `Authorization`. */
  readonly isBearer: boolean;
  /** The key the simulation wants; any key will do without. */
  readonly expectedKey: string | undefined;
  readonly version: string | undefined;
  readonly betas: readonly string[];
  /** Whether the body is larger than any may be; then it is not read. */
  readonly oversized: boolean;
  /** How many characters the body has at most. */
  readonly characters: number;
  /** The parsed body; undefined when it is not JSON, and then `jsonProblem` says why in the API's words. */
  readonly json: unknown;
  readonly jsonProblem: string | undefined;
  /** The body's fields; empty when the body is no object. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The messages of the body, where something is known of them already. */
  readonly sent: History | undefined;
  /** Requests with the same one have the same body, but for its messages and its thread. */
  readonly layout: number | undefined;
  /** What the body's `thread` refers to. */
  readonly thread: ThreadLookup;
  readonly tokens: TokenCounter;
  readonly replies: SentReplies;
  readonly #derived = new Derived<CheckedRequest>();

  constructor(raw: RawRequest, surroundings: Surroundings = {}) {
    const { expectedKey, tokens = estimateTokens, replies = NO_REPLIES } = surroundings;
    const { readBody = readJson } = surroundings;
    this.raw = raw;
    this.tokens = tokens;
    this.replies = replies;
    // An empty header is as good as none.
    const apiKey = raw.headers.get(API_KEY) || undefined;
    this.key = apiKey ?? bearerOf(raw.headers);
    this.isBearer = apiKey === undefined && this.key !== undefined;
    this.expectedKey = expectedKey;
    this.route = routeOf(raw.path);
    this.endpoint = endpointOf(this.route);
    this.version = raw.headers.get(VERSION) || undefined;
    this.betas = betasOf(raw.headers);
    this.oversized = raw.oversized ?? hasMoreBytes(raw.text, LARGEST_BODY);
    this.characters = raw.read?.characters ?? raw.text.length;
    const reading: BodyReading = this.oversized ? {} : (raw.read ?? readBody(raw.text));
    this.json = reading.value;
    this.body = asRecord(this.json);
    this.sent = reading.history;
    this.layout = reading.layout;
    this.jsonProblem = reading.problem;
    this.thread = surroundings.lookUpThread?.(this.body) ?? { type: 'none' };
  }

  /** What `compute`, a constant of its module, makes of this request: computed once however many rules ask for it. */
  derive<Value>(compute: (request: CheckedRequest) => Value): Value {
    return this.#derived.get(compute, this);
  }

  /** The messages before the ones sent: what a continued thread holds. */
  get stored(): readonly unknown[] {
    return this.thread.from?.messages ?? [];
  }

  /** The whole conversation's messages: what a thread holds, then what was sent. */
  get messages(): readonly unknown[] {
    return this.derive(toMessages);
  }

  /** The history that the conversation begins with: what a thread holds, or all of it. */
  get known(): History | undefined {
    return this.thread.from ?? this.sent;
  }

  /** What comes after `known`. */
  get newEntries(): readonly Entry[] {
    return this.derive(toNewEntries);
  }

  /** What was sent, after what a thread holds. */
  get sentEntries(): readonly Entry[] {
    return this.thread.from ? this.newEntries : this.entries;
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
