/** Scenarios as data: every key of the language, with values as odd as each of them allows. */
import * as fc from 'fast-check';
import type { ScenarioOptions } from '../../src/scenario/scenario-schema.ts';
import type { WrittenScenario } from '../../src/scenario/written.ts';
import { expectations } from './scenario/expectations.ts';
import { tools } from './scenario/tools.ts';
import { route, turn } from './scenario/turn.ts';
import { json, some, text, word } from './scenario/values.ts';

const options = (): fc.Arbitrary<ScenarioOptions> =>
  some<ScenarioOptions>({
    strict: fc.boolean(),
    allow: fc.array(word(), { maxLength: 2 }),
    refuse: fc.array(word(), { maxLength: 2 }),
    threads: fc.constantFrom('keep', 'lose', 'refuse'),
    version: fc.constantFrom('2023-06-01', '2026-10-21'),
    seed: fc.maxSafeInteger(),
  });

/**
 * A scenario as data, which the language takes. It can be printed and read; it need not make sense: ids of rules may be
 * of none, and what it expects may never come.
 */
export function scenario(): fc.Arbitrary<WrittenScenario> {
  return fc.record(
    {
      name: word(),
      description: text(),
      tags: fc.array(word(), { maxLength: 2 }),
      skip: word(),
      only: word(),
      options: options(),
      input: json(),
      stream: fc.constantFrom(true, false, 'both' as const),
      tools: tools(),
      turns: fc.array(turn(), { maxLength: 4 }),
      routes: fc.array(route(), { maxLength: 2 }),
      abort: fc.oneof(
        fc.constant('start' as const),
        fc.record(
          { turn: fc.integer({ min: 1, max: 9 }), events: fc.nat() },
          { requiredKeys: ['turn'] },
        ),
        fc.record({ call: word() }),
        fc.record({ after_call: word() }),
      ),
      expect: expectations(),
    },
    { requiredKeys: ['name', 'input', 'turns'] },
  );
}
