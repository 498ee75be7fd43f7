/** What is expected of a request, by its turn or by the condition that routes it. */
import * as z from 'zod';
import type { Conditions, TextMatcher } from './conditions.ts';
import { countMatcher, expectation, matcherOf, textMatcher } from './matcher-schema.ts';
import { described, named, shared, word } from './named.ts';

/** A result that is sent; what is left out may be anything. */
export interface ExpectedToolResult {
  readonly tool_use_id?: string;
  readonly content?: TextMatcher;
  readonly is_error?: boolean;
}

/** What a request must hold; what is left out may be anything. */
export interface RequestExpectations {
  /** The results of the calls in the last reply, in their order. */
  readonly tool_results?: readonly ExpectedToolResult[] | Conditions;
  /** How many messages the whole conversation has. */
  readonly messages?: number | Conditions;
  /** The messages of the whole conversation, threads put back together. */
  readonly conversation?: unknown;
  /** The newest text of the user. */
  readonly user?: TextMatcher;
  readonly system?: TextMatcher;
  readonly model?: TextMatcher;
  /** The names of the tools on offer. */
  readonly tools?: readonly TextMatcher[] | Conditions;
  /** By name, in any case. */
  readonly headers?: Readonly<Record<string, TextMatcher>>;
  /** Anything else in the body as it was sent. */
  readonly body?: unknown;
}

const toolResult: z.ZodType<ExpectedToolResult> = shared(
  'tool_result',
  named(
    'a mapping with `tool_use_id`, `content` or `is_error`',
    z.strictObject({
      tool_use_id: word.optional(),
      content: textMatcher.optional(),
      is_error: z.boolean().optional(),
    }),
  ),
);

export const toolResults: z.ZodType<readonly ExpectedToolResult[] | Conditions> = matcherOf(
  'a list of tool results, or conditions such as `contains`',
  z.array(toolResult),
);

const KEYS = {
  tool_results: described('The results of the calls in the last reply.', toolResults),
  messages: described('How many messages the conversation has.', countMatcher),
  conversation: described(
    'The messages of the conversation, threads put back together.',
    expectation,
  ),
  user: described('The newest text of the user.', textMatcher),
  system: described('The text of the system prompt.', textMatcher),
  model: described('The model that is asked.', textMatcher),
  tools: described(
    'The names of the tools on offer.',
    matcherOf('a list of names, or conditions such as `contains`', z.array(textMatcher)),
  ),
  headers: described(
    'Headers by name, in any case.',
    named('a mapping of names to texts', z.record(z.string(), textMatcher)),
  ),
  body: described('Anything else in the body, as it was sent.', expectation),
} satisfies Record<keyof RequestExpectations, z.ZodType>;

export const requestExpectations: z.ZodType<RequestExpectations> = shared(
  'request',
  named('a mapping of what the request must hold', z.strictObject(KEYS).partial()),
) as z.ZodType<RequestExpectations>;
