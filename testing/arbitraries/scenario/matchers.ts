/** What scenarios expect: values, operators in their place, and requests made of them. */
import * as fc from 'fast-check';
import type { Conditions, TextMatcher } from '../../../src/scenario/conditions.ts';
import type { RequestExpectations } from '../../../src/scenario/request-schema.ts';
import { json, some, text } from './values.ts';

const pattern = (): fc.Arbitrary<string> =>
  fc.constantFrom('^a', String.raw`\d{4}$`, '(a|b)', '', String.raw`\p{Lu}`, '[^,]+');

/** At least one operator, with what it takes. */
export const conditions = (): fc.Arbitrary<Conditions> =>
  fc
    .tuple(
      some<Conditions>({
        contains: fc.oneof(text(), fc.array(text(), { maxLength: 2 })),
        matches: pattern(),
        json: json(),
        any: fc.array(text(), { minLength: 1, maxLength: 2 }),
        not: text(),
        any_order: fc.array(json(), { maxLength: 2 }),
        at_least: fc.integer(),
        at_most: fc.double({ noNaN: true, noDefaultInfinity: true }),
      }),
      text(),
    )
    .map(([all, contains]) => (Object.keys(all).length === 0 ? { contains } : all));

export const textMatcher = (): fc.Arbitrary<TextMatcher> => fc.oneof(text(), conditions());
export const countMatcher = (): fc.Arbitrary<number | Conditions> =>
  fc.oneof(fc.nat(), conditions());

export const callId = (): fc.Arbitrary<string> => fc.stringMatching(/^toolu_[a-zA-Z0-9]{8,12}$/);

export const toolResults = (): fc.Arbitrary<NonNullable<RequestExpectations['tool_results']>> =>
  fc.oneof(
    fc.array(
      some<{ tool_use_id: string; content: TextMatcher; is_error: boolean }>({
        tool_use_id: callId(),
        content: textMatcher(),
        is_error: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    conditions(),
  );

export const request = (): fc.Arbitrary<RequestExpectations> =>
  some<RequestExpectations>({
    tool_results: toolResults(),
    messages: countMatcher(),
    conversation: json(),
    user: textMatcher(),
    system: textMatcher(),
    model: textMatcher(),
    tools: fc.oneof(fc.array(textMatcher(), { maxLength: 2 }), conditions()),
    headers: fc.dictionary(fc.constantFrom('x-own', 'Anthropic-Beta'), textMatcher()),
    body: json(),
  });
