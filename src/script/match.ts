/** What a route says of the requests it is for. */
import { didYouMean, mistakeIn, type OptionCheck } from '../check-options.ts';
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';
import { isRecord } from '../wire/json/is-record.ts';
import { ENDPOINTS, type RoutedEndpoint, type RoutedRequest } from './routed-request.ts';

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

export interface Difference {
  /** How many dimensions agreed before this one. */
  readonly agreed: number;
  readonly text: string;
}

/** A condition that says what differs. */
export interface MatchTest {
  difference(request: RoutedRequest): Difference | undefined;
}

export type Match = MatchFields | MatchTest | ((request: RoutedRequest) => boolean);

export const isTest = (match: object): match is MatchTest =>
  'difference' in match && typeof match.difference === 'function';

function isTextMatch(value: unknown): boolean {
  return typeof value === 'string' || value instanceof RegExp;
}

const aTextMatch: OptionCheck = [isTextMatch, 'a text or a pattern'];

const FIELD_CHECKS: Readonly<Record<keyof MatchFields, OptionCheck>> = {
  endpoint: [
    (value: unknown) => ENDPOINTS.some((endpoint) => endpoint === value),
    'messages, count_tokens or models',
  ],
  model: aTextMatch,
  system: aTextMatch,
  user: aTextMatch,
  tools: [
    (value: unknown) => [value].flat().every((name) => typeof name === 'string'),
    'a name or a list of names',
  ],
  header: [
    (value: unknown) =>
      typeof value === 'object' && value !== null && Object.values(value).every(isTextMatch),
    'texts or patterns by name',
  ],
};

/** Throws `EnsaioError` (`script-invalid`) for a match that would mean something else than it says. */
export function checkMatch(match: unknown): asserts match is Match {
  if (typeof match === 'function') return;
  const names = Object.keys(FIELD_CHECKS).join(', ');
  const hint = `A match is a function of the request, or an object with ${names}.`;
  if (!isRecord(match) || match instanceof RegExp) {
    throw new EnsaioError('script-invalid', `when: this is not a match: ${String(match)}.`, {
      hint,
    });
  }
  if (isTest(match)) return;
  const mistake = mistakeIn(match, FIELD_CHECKS);
  if (!mistake) return;
  const { name, received, what } = mistake;
  if (what !== undefined) {
    throw new EnsaioError(
      'script-invalid',
      `when: \`${name}\` is ${what}, received ${show(received)}.`,
      {
        hint,
      },
    );
  }
  throw new EnsaioError('script-invalid', `when: \`${name}\` is nothing a request is matched by.`, {
    hint: didYouMean(name, Object.keys(FIELD_CHECKS)) ?? hint,
  });
}

/** The endpoint whose requests a match is for. */
export function endpointOf(match: Match): RoutedEndpoint {
  if (typeof match === 'function' || isTest(match)) return 'messages';
  return match.endpoint ?? 'messages';
}
