/** Compares a request with what is expected of it. */
import type { RoutedRequest } from '../script/routed-request.ts';
import { firstMismatch, type Mismatch } from './matcher.ts';
import type { RequestExpectations } from './request-schema.ts';
import { sentToolResults } from './sent-tool-results.ts';

type Expected = { readonly [Key in keyof RequestExpectations]-?: RequestExpectations[Key] };

/** What of a request each key is about. */
const LOOKS: {
  readonly [Key in keyof Expected]: (request: RoutedRequest, expected: Expected[Key]) => unknown;
} = {
  // The further a request gets, the nearer it is to what is expected.
  model: ({ model }) => model,
  system: ({ system }) => system,
  tools: ({ tools }) => tools,
  headers: ({ headers }, expected) =>
    Object.fromEntries(
      Object.keys(expected ?? {}).map((name) => [name, headers[name.toLowerCase()]]),
    ),
  user: ({ user }) => user,
  messages: ({ messages }) => messages.length,
  conversation: ({ messages }) => messages,
  tool_results: ({ messages }) => sentToolResults(messages),
  body: ({ body }) => body,
};

const KEYS = Object.keys(LOOKS) as (keyof RequestExpectations)[];

/** A mismatch with how many keys agreed before it; its path begins with the key. */
export interface RequestMismatch extends Mismatch {
  readonly agreed: number;
}

/** The first difference for each key that differs, in the order in which keys are compared. */
export function requestMismatches(
  expectations: RequestExpectations,
  request: RoutedRequest,
): RequestMismatch[] {
  return KEYS.flatMap((key, agreed) => {
    const expected = expectations[key];
    if (expected === undefined) return [];
    const look = LOOKS[key] as (request: RoutedRequest, expected: unknown) => unknown;
    const mismatch = firstMismatch(expected, look(request, expected), [key]);
    return mismatch ? [{ ...mismatch, agreed }] : [];
  });
}
