/** What a scenario expects of a run as a whole. */
import * as fc from 'fast-check';
import type { ScenarioExpectations } from '../../../src/scenario/expect-schema.ts';
import { callId, conditions, countMatcher, textMatcher, toolResults } from './matchers.ts';
import { json, some, text, word } from './values.ts';

const judged = (): fc.Arbitrary<boolean | { readonly except: readonly string[] }> =>
  fc.oneof(
    fc.boolean(),
    fc.array(word(), { maxLength: 2 }).map((except) => ({ except })),
  );

export const expectations = (): fc.Arbitrary<ScenarioExpectations> =>
  some<ScenarioExpectations>({
    answer: textMatcher(),
    error: fc.oneof(
      text(),
      some<object>({
        name: textMatcher(),
        message: textMatcher(),
        status: countMatcher(),
        type: textMatcher(),
      } as never),
    ),
    requests: countMatcher(),
    tool_calls: fc.oneof(
      fc.array(
        fc.oneof(
          word(),
          some<object>({ id: callId(), name: textMatcher(), input: json() } as never),
        ),
        { maxLength: 2 },
      ),
      conditions(),
    ),
    tool_results: toolResults(),
    never: fc.oneof(textMatcher(), fc.array(textMatcher(), { maxLength: 2 })),
    usage: some<NonNullable<ScenarioExpectations['usage']>>({
      input_tokens: countMatcher(),
      output_tokens: countMatcher(),
      cache_creation_input_tokens: countMatcher(),
      cache_read_input_tokens: countMatcher(),
    }),
    stop_reason: textMatcher(),
    refused: fc.oneof(fc.array(word(), { maxLength: 2 }), conditions()),
    invariants: judged(),
    conversation: judged(),
    client: fc.oneof(
      judged(),
      some<object>({ max_retries: fc.nat(), backoff_ms: fc.nat() } as never),
    ),
    elapsed_ms: countMatcher(),
    left_timers: countMatcher(),
    may_stop: fc.boolean(),
    limit: fc.integer({ min: 1 }),
    final_tools: fc.array(word(), { maxLength: 2 }),
  });
