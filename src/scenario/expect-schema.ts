/** What must hold once the app is done. */
import * as z from 'zod';
import type { Conditions, TextMatcher } from './conditions.ts';
import { countMatcher, expectation, matcherOf, textMatcher } from './matcher-schema.ts';
import { described, milliseconds, named, word } from './named.ts';
import { toolResults, type ExpectedToolResult } from './request-schema.ts';

/** A call of the model; what is left out may be anything. */
export interface ExpectedToolCall {
  readonly id?: string;
  readonly name?: TextMatcher;
  readonly input?: unknown;
}

/** What the app throws; what is left out may be anything. */
export interface ExpectedError {
  /** The name of its class. */
  readonly name?: TextMatcher;
  readonly message?: TextMatcher;
  /** Of an answer of the API. */
  readonly status?: number | Conditions;
  /** `error.type` of an answer of the API. */
  readonly type?: TextMatcher;
}

/** Tokens over all replies. */
export interface ExpectedUsage {
  readonly input_tokens?: number | Conditions;
  readonly output_tokens?: number | Conditions;
  readonly cache_creation_input_tokens?: number | Conditions;
  readonly cache_read_input_tokens?: number | Conditions;
}

/** What is judged by a list of ids. */
export interface Judged {
  /** Ids of what is not judged. */
  readonly except?: readonly string[];
}

/** What the client does under failure. */
export interface JudgedClient extends Judged {
  /** How many retries of one request are no storm. */
  readonly max_retries?: number;
  /** The shortest wait before a retry that counts as one. */
  readonly backoff_ms?: number;
}

/** What must hold once the app is done; what is left out may be anything, unless it says so. */
export interface ScenarioExpectations {
  /** The text of the app's answer. */
  readonly answer?: TextMatcher;
  /** What the app throws. Default: nothing. */
  readonly error?: string | ExpectedError;
  /**
   * Whether the app may end early, with an answer or an error, when it is given a reason: an error of the API, a broken
   * stream, a refusal, a cut reply, its limit, or a turn or tool that hangs. Default: no.
   */
  readonly may_stop?: boolean;
  /** The most replies that one conversation of the app asks for. Default: not judged. */
  readonly limit?: number;
  /**
   * The names of the tools that end the loop: after a call of one, on a valid input, that did not fail, the app may end,
   * with that call unanswered and turns unused. Default: none.
   */
  readonly final_tools?: readonly string[];
  /** How many requests for a turn the app makes. */
  readonly requests?: number | Conditions;
  /** The calls of the model, in order; a text stands for its name. */
  readonly tool_calls?: readonly (string | ExpectedToolCall)[] | Conditions;
  /** The results of all calls, in the order of the calls. */
  readonly tool_results?: readonly ExpectedToolResult[] | Conditions;
  /** Texts that stand in no request and not in the answer. */
  readonly never?: TextMatcher | readonly TextMatcher[];
  readonly usage?: ExpectedUsage;
  /** Of the newest reply. */
  readonly stop_reason?: TextMatcher;
  /** The ids of the rules that refused a request, in order. Default: none. */
  readonly refused?: readonly string[] | Conditions;
  /** Which invariants are judged. Default: all. */
  readonly invariants?: boolean | Judged;
  /** Which checks of a conversation that is steered by commands are judged. Default: all. */
  readonly conversation?: boolean | Judged;
  /** Whether it is judged what the client does under failure. Default: no. */
  readonly client?: boolean | JudgedClient;
  /** How many timers the app leaves running that keep a process from ending. */
  readonly left_timers?: number | Conditions;
  /** Milliseconds on the simulated clock. */
  readonly elapsed_ms?: number | Conditions;
}

const toolCall: z.ZodType<string | ExpectedToolCall> = named(
  'the name of a tool, or a mapping with `id`, `name` or `input`',
  z.union([
    word,
    z.strictObject({
      id: word.optional(),
      name: textMatcher.optional(),
      input: expectation.optional(),
    }),
  ]),
);

const thrown: z.ZodType<string | ExpectedError> = named(
  'the text of an error, or a mapping with `name`, `message`, `status` or `type`',
  z.union([
    z.string(),
    z.strictObject({
      name: textMatcher.optional(),
      message: textMatcher.optional(),
      status: countMatcher.optional(),
      type: textMatcher.optional(),
    }),
  ]),
);

const usage: z.ZodType<ExpectedUsage> = named(
  'a mapping of counters',
  z.strictObject({
    input_tokens: countMatcher.optional(),
    output_tokens: countMatcher.optional(),
    cache_creation_input_tokens: countMatcher.optional(),
    cache_read_input_tokens: countMatcher.optional(),
  }),
);

const except = named('a list of ids', z.array(word)).optional();

const judged = named(
  'true, false, or a mapping with `except`',
  z.union([z.boolean(), z.strictObject({ except })]),
);

const KEYS = {
  answer: described('The text of the answer.', textMatcher),
  error: described('What the app throws.', thrown),
  may_stop: described(
    'Whether the app may end early when it is given a reason, such as an error or a refusal.',
    z.boolean(),
  ),
  limit: described('The most replies that one conversation of the app asks for.', z.int().min(1)),
  final_tools: described(
    'The tools that end the loop: after a call of one the app may end without an answer to it.',
    named('a list of names of tools', z.array(word)),
  ),
  requests: described('How many requests for a turn the app makes.', countMatcher),
  tool_calls: described(
    'The calls of the model, in order.',
    matcherOf('a list of calls, or conditions such as `any_order`', z.array(toolCall)),
  ),
  tool_results: described('The results of all calls, in the order of the calls.', toolResults),
  never: described(
    'Texts that stand in no request and not in the answer.',
    named(
      'a text, conditions on one, or a list of them',
      z.union([textMatcher, z.array(textMatcher)]),
    ),
  ),
  usage: described('Tokens over all replies.', usage),
  stop_reason: described('Why the newest reply stopped.', textMatcher),
  refused: described(
    'The ids of the rules that refused a request, in order.',
    matcherOf('a list of ids of rules, or conditions such as `contains`', z.array(word)),
  ),
  invariants: described('Which invariants are judged: all, if nothing is said.', judged),
  conversation: described(
    'Which checks of a conversation are judged: all, if nothing is said.',
    judged,
  ),
  client: described(
    'Whether it is judged what the client does under failure: no, if nothing is said.',
    named(
      'true, false, or a mapping with `except`, `max_retries` or `backoff_ms`',
      z.union([
        z.boolean(),
        z.strictObject({
          except,
          max_retries: z.int().min(0).optional(),
          backoff_ms: milliseconds.optional(),
        }),
      ]),
    ),
  ),
  left_timers: described('How many timers the app leaves running.', countMatcher),
  elapsed_ms: described('Milliseconds on the simulated clock.', countMatcher),
} satisfies Record<keyof ScenarioExpectations, z.ZodType>;

export const scenarioExpectations: z.ZodType<ScenarioExpectations> = named(
  'a mapping of what must hold in the end',
  z.strictObject(KEYS).partial(),
) as z.ZodType<ScenarioExpectations>;
