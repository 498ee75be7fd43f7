/** Whether a request is the one a route is for, and if not, the first thing that differs. */
import { EnsaioError } from '../error.ts';
import { show } from './show.ts';
import { entriesOf, textOf } from '../wire/conversation.ts';
import { deepFreeze } from '../wire/deep-freeze.ts';
import type { MessageParam, MessageRequest } from '../wire/message.ts';

/** The endpoints that turns can answer for. */
export type RoutedEndpoint = 'messages' | 'count_tokens' | 'models';

/** What routing looks at. */
export interface RoutedRequest {
  readonly endpoint: RoutedEndpoint;
  readonly body: MessageRequest;
  /** The whole conversation, threads put back together. */
  readonly messages: readonly MessageParam[];
  readonly model: string;
  readonly system: string;
  /** The text of the newest user message that has any; tool results are not text. */
  readonly user: string;
  /** The names of the tools on offer. */
  readonly tools: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

export type TextMatch = string | RegExp;

/** Every field given must match. */
export interface MatchFields {
  /**
   * Where the request goes. Default `messages`: turns for the other two, which the simulation answers by itself, are only
   * those of a route that names them, such as errors.
   */
  readonly endpoint?: RoutedEndpoint;
  /** The model: the same text, or a pattern. */
  readonly model?: TextMatch;
  /** The system prompt: a text it contains, or a pattern. */
  readonly system?: TextMatch;
  /** The newest user text: a text it contains, or a pattern. */
  readonly user?: TextMatch;
  /** Tools that must be on offer, by name. */
  readonly tools?: string | readonly string[];
  /** Request headers: the same text, or a pattern. Names in any case. */
  readonly header?: Readonly<Record<string, TextMatch>>;
}

/** A condition that says what differs. */
export interface MatchTest {
  difference(request: RoutedRequest): Difference | undefined;
}

export type Match = MatchFields | MatchTest | ((request: RoutedRequest) => boolean);

function systemText(system: unknown): string {
  if (typeof system === 'string') return system;
  return entriesOf([{ role: 'system', content: system }])
    .map(textOf)
    .join('\n');
}

function newestUserText(messages: readonly MessageParam[]): string {
  for (let i = messages.length - 1; i >= 0; i--) {
    const [entry] = entriesOf([messages[i]]);
    const text = entry?.role === 'user' ? textOf(entry) : '';
    if (text !== '') return text;
  }
  return '';
}

function toolNames(tools: unknown): string[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) => {
    const name =
      typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

/** Reads off a whole request what routing looks at, each part once and only when asked for. */
class WholeRequest implements RoutedRequest {
  readonly endpoint: RoutedEndpoint;
  readonly body: MessageRequest;
  readonly messages: readonly MessageParam[];
  readonly headers: Readonly<Record<string, string>>;
  #system: string | undefined;
  #user: string | undefined;
  #tools: string[] | undefined;

  constructor(
    body: MessageRequest,
    messages: readonly MessageParam[],
    headers: Readonly<Record<string, string>>,
    endpoint: RoutedEndpoint,
  ) {
    this.endpoint = endpoint;
    this.body = body;
    this.messages = messages;
    this.headers = headers;
  }

  get model(): string {
    return String(this.body.model);
  }

  get system(): string {
    return (this.#system ??= systemText(this.body.system));
  }

  get user(): string {
    return (this.#user ??= newestUserText(this.messages));
  }

  get tools(): readonly string[] {
    return (this.#tools ??= toolNames(this.body.tools));
  }
}

export function toRoutedRequest(
  body: MessageRequest,
  messages: readonly MessageParam[],
  headers: Readonly<Record<string, string>>,
  endpoint: RoutedEndpoint = 'messages',
): RoutedRequest {
  return new WholeRequest(body, messages, headers, endpoint);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

type Test = (expected: string, received: string) => boolean;
const equals: Test = (expected, received) => received === expected;
const contains: Test = (expected, received) => received.includes(expected);

/** Tells what differs: of a thousand routes that a request is not for, it is asked of one at most. */
type Telling = () => string;

function differs(
  expected: TextMatch | undefined,
  received: string,
  test: Test,
): Telling | undefined {
  if (expected === undefined) return undefined;
  if (typeof expected !== 'string') {
    // `search` ignores the position that a pattern with the g or y flag remembers.
    return received.search(expected) === -1
      ? () => `expected to match ${String(expected)}, received ${quote(received)}`
      : undefined;
  }
  if (test(expected, received)) return undefined;
  const verb = test === equals ? '' : 'to contain ';
  return () => `expected ${verb}${quote(expected)}, received ${quote(received)}`;
}

function missingTool(
  wanted: string | readonly string[] | undefined,
  offered: readonly string[],
): Telling | undefined {
  if (wanted === undefined) return undefined;
  const missing = [wanted].flat().find((name) => !offered.includes(name));
  return missing === undefined
    ? undefined
    : () => `expected "${missing}" among them, received ${quote(offered.join(', '))}`;
}

function differingHeader(
  wanted: MatchFields['header'],
  headers: Readonly<Record<string, string>>,
): Telling | undefined {
  if (wanted === undefined) return undefined;
  for (const [name, expected] of Object.entries(wanted)) {
    const difference = differs(expected, headers[name.toLowerCase()] ?? '', equals);
    if (difference !== undefined) return () => `"${name}" ${difference()}`;
  }
  return undefined;
}

const isTest = (match: object): match is MatchTest =>
  'difference' in match && typeof match.difference === 'function';

interface Dimension {
  readonly name: keyof MatchFields;
  readonly difference: (match: MatchFields, request: RoutedRequest) => Telling | undefined;
}

/** What is compared, in this order: the further a request gets, the nearer it is. */
const DIMENSIONS: readonly Dimension[] = [
  {
    name: 'endpoint',
    difference: (match, request) => differs(match.endpoint ?? 'messages', request.endpoint, equals),
  },
  { name: 'model', difference: (match, request) => differs(match.model, request.model, equals) },
  {
    name: 'system',
    difference: (match, request) => differs(match.system, request.system, contains),
  },
  { name: 'tools', difference: (match, request) => missingTool(match.tools, request.tools) },
  {
    name: 'header',
    difference: (match, request) => differingHeader(match.header, request.headers),
  },
  { name: 'user', difference: (match, request) => differs(match.user, request.user, contains) },
];

function isTextMatch(value: unknown): boolean {
  return typeof value === 'string' || value instanceof RegExp;
}

const ENDPOINTS: readonly unknown[] = ['messages', 'count_tokens', 'models'];

const FIELD_CHECKS: Readonly<Record<keyof MatchFields, (value: unknown) => boolean>> = {
  endpoint: (value) => ENDPOINTS.includes(value),
  model: isTextMatch,
  system: isTextMatch,
  user: isTextMatch,
  tools: (value) => [value].flat().every((name) => typeof name === 'string'),
  header: (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every(isTextMatch),
};

/** Throws `EnsaioError` (`script-invalid`) for a match that would mean something else than it says. */
export function checkMatch(match: unknown): asserts match is Match {
  if (typeof match === 'function') return;
  const names = Object.keys(FIELD_CHECKS).join(', ');
  const hint = `A match is a function of the request, or an object with ${names}.`;
  if (
    typeof match !== 'object' ||
    match === null ||
    Array.isArray(match) ||
    match instanceof RegExp
  ) {
    throw new EnsaioError('script-invalid', `when: this is not a match: ${String(match)}.`, {
      hint,
    });
  }
  if (isTest(match)) return;
  for (const [name, value] of Object.entries(match) as [keyof MatchFields, unknown][]) {
    const check = Object.hasOwn(FIELD_CHECKS, name) ? FIELD_CHECKS[name] : undefined;
    if (value !== undefined && !check?.(value)) {
      const reason = check ? `cannot be ${show(value)}` : 'is nothing a request is matched by';
      throw new EnsaioError('script-invalid', `when: \`${name}\` ${reason}.`, { hint });
    }
  }
}

export interface Difference {
  /** How many dimensions agreed before this one. */
  readonly agreed: number;
  readonly text: string;
}

/** The first thing in which the request differs from the match; nothing when it fits. */
export function firstDifference(match: Match, request: RoutedRequest): Difference | undefined {
  if (typeof match === 'function') {
    if (request.endpoint !== 'messages') return { agreed: 0, text: 'it is for messages' };
    deepFreeze(request.body);
    deepFreeze(request.messages);
    const answer: unknown = match(request);
    if (typeof answer !== 'boolean') {
      throw new EnsaioError(
        'script-invalid',
        `a predicate of when answers true or false, received ${typeof answer}`,
      );
    }
    return answer ? undefined : { agreed: 0, text: 'its predicate said no' };
  }
  if (isTest(match)) return match.difference(request);
  // By hand: of a thousand routes each comes through here.
  for (let agreed = 0; agreed < DIMENSIONS.length; agreed += 1) {
    const { name, difference } = DIMENSIONS[agreed]!;
    const telling = difference(match, request);
    if (telling === undefined) continue;
    return {
      agreed,
      get text() {
        return `${name}: ${telling()}`;
      },
    };
  }
  return undefined;
}
