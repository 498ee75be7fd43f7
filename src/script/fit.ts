/** Whether a request is the one a route is for, and if not, the first thing that differs. */
import { EnsaioError } from '../error.ts';
import { deepFreeze } from '../wire/json/deep-freeze.ts';
import { isTest, type Difference, type Match, type MatchFields, type TextMatch } from './match.ts';
import type { RoutedRequest } from './routed-request.ts';

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
