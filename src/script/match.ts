/** Whether a request is the one a route is for, and if not, the first thing that differs. */
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';
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

type TextFit = (received: string) => boolean;

/** Whether a text is the wanted one, and how that is said. */
interface TextTest {
  readonly verb: string;
  fit(expected: string): TextFit;
}

const equals: TextTest = { verb: '', fit: (expected) => (received) => received === expected };
const contains: TextTest = {
  verb: 'to contain ',
  fit: (expected) => (received) => received.includes(expected),
};

function toTextFit(expected: TextMatch, { fit }: TextTest): TextFit {
  return typeof expected === 'string'
    ? fit(expected)
    : // `search` ignores the position that a pattern with the g or y flag remembers.
      (received) => received.search(expected) !== -1;
}

function tellText(expected: TextMatch, received: string, { verb }: TextTest): string {
  const wanted =
    typeof expected === 'string' ? verb + quote(expected) : `to match ${String(expected)}`;
  return `expected ${wanted}, received ${quote(received)}`;
}

type Fit = (request: RoutedRequest) => boolean;

interface Dimension {
  readonly name: keyof MatchFields;
  /** Whether a request fits; nothing where the match does not say. */
  fit(match: MatchFields): Fit | undefined;
  /** What differs in a request that does not fit. */
  tell(match: MatchFields, request: RoutedRequest): string;
}

function textDimension(
  name: 'endpoint' | 'model' | 'system' | 'user',
  test: TextTest,
  // A function, since a property by its name is slow to read.
  read: (request: RoutedRequest) => string,
  usual?: string,
): Dimension {
  return {
    name,
    fit({ [name]: expected = usual }) {
      if (expected === undefined) return undefined;
      const fits = toTextFit(expected, test);
      return (request) => fits(read(request));
    },
    tell: ({ [name]: expected = usual }, request) => tellText(expected!, read(request), test),
  };
}

function missingTool(
  wanted: string | readonly string[],
  offered: readonly string[],
): string | undefined {
  return [wanted].flat().find((name) => !offered.includes(name));
}

type Wanted = NonNullable<MatchFields['header']>;

function differingHeader(wanted: Wanted, { headers }: RoutedRequest): string | undefined {
  return Object.keys(wanted).find(
    (name) => !toTextFit(wanted[name]!, equals)(headers[name.toLowerCase()] ?? ''),
  );
}

/** What is compared, in this order: the further a request gets, the nearer it is. */
const DIMENSIONS: readonly Dimension[] = [
  textDimension('endpoint', equals, ({ endpoint }) => endpoint, 'messages'),
  textDimension('model', equals, ({ model }) => model),
  textDimension('system', contains, ({ system }) => system),
  {
    name: 'tools',
    fit: ({ tools }) =>
      tools === undefined
        ? undefined
        : (request) => missingTool(tools, request.tools) === undefined,
    tell: ({ tools }, request) =>
      `expected "${missingTool(tools!, request.tools)}" among them, received ${quote(request.tools.join(', '))}`,
  },
  {
    name: 'header',
    fit: ({ header }) => header && ((request) => differingHeader(header, request) === undefined),
    tell({ header }, request) {
      const name = differingHeader(header!, request)!;
      const received = request.headers[name.toLowerCase()] ?? '';
      return `"${name}" ${tellText(header![name]!, received, equals)}`;
    },
  },
  textDimension('user', contains, ({ user }) => user),
];

const isTest = (match: object): match is MatchTest =>
  'difference' in match && typeof match.difference === 'function';

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

/** Whether a request is one that a predicate is for. */
function isFor(match: (request: RoutedRequest) => boolean, request: RoutedRequest): boolean {
  deepFreeze(request.body);
  deepFreeze(request.messages);
  const answer: unknown = match(request);
  if (typeof answer === 'boolean') return answer;
  throw new EnsaioError(
    'script-invalid',
    `a predicate of when answers true or false, received ${typeof answer}`,
  );
}

/** The endpoint whose requests a match can be for; undefined where it has to be asked. */
export function endpointOf(match: Match): RoutedEndpoint | undefined {
  if (typeof match === 'function') return 'messages';
  return isTest(match) ? undefined : (match.endpoint ?? 'messages');
}

/** Whether a request to its endpoint is one that a match is for: worked out once, and asked of each request. */
export function fitOf(match: Match): Fit {
  if (typeof match === 'function') return (request) => isFor(match, request);
  if (isTest(match)) return (request) => match.difference(request) === undefined;
  const fits = DIMENSIONS.flatMap(({ name, fit }) =>
    name === 'endpoint' ? [] : (fit(match) ?? []),
  );
  // By hand: of a thousand routes each comes through here.
  if (fits.length === 1) return fits[0]!;
  return (request) => {
    for (const each of fits) if (!each(request)) return false;
    return true;
  };
}

/** The first thing in which a request that does not fit differs from the match. */
export function firstDifference(match: Match, request: RoutedRequest): Difference {
  if (typeof match === 'function') {
    const isElsewhere = request.endpoint !== 'messages';
    return { agreed: 0, text: isElsewhere ? 'it is for messages' : 'its predicate said no' };
  }
  if (isTest(match)) return match.difference(request) ?? { agreed: 0, text: 'its test said no' };
  const agreed = DIMENSIONS.findIndex(({ fit }) => fit(match)?.(request) === false);
  const { name, tell } = DIMENSIONS[agreed]!;
  return { agreed, text: `${name}: ${tell(match, request)}` };
}
