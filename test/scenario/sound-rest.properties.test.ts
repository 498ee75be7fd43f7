// What is left of a scenario with mistakes is one without any, its turns in their places.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultsOf } from '../../src/scenario/explain.ts';
import { scenarioSchema } from '../../src/scenario/scenario-schema.ts';
import { soundRest } from '../../src/scenario/sound-rest.ts';
import { scenario as anyScenario } from '../../testing/arbitraries/scenario.ts';

/** A value with another one in a place of it, or without what stands there. */
function broken(value: unknown, steps: readonly number[], put: unknown): unknown {
  const [step, ...more] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return put;
  const keys = Object.keys(value);
  if (keys.length === 0) return put;
  const key = keys[step % keys.length]!;
  const part = broken((value as Record<string, unknown>)[key], more, put);
  if (Array.isArray(value)) return value.with(Number(key), part);
  const { [key]: _, ...rest } = value as Record<string, unknown>;
  return part === undefined ? rest : { ...rest, [key]: part };
}

const mistakes = fc.array(
  fc.tuple(
    fc.array(fc.nat(6), { minLength: 1, maxLength: 6 }),
    fc.constantFrom<unknown>(undefined, null, 3, 'x', [], {}, { rply: 'x' }),
  ),
  { minLength: 1, maxLength: 4 },
);

test('takes out what is wrong and nothing else', () => {
  fc.assert(
    fc.property(anyScenario(), mistakes, (scenario, all) => {
      const sound = JSON.parse(JSON.stringify(scenario)) as unknown;
      expect(soundRest(sound)).toEqual(sound);
      const value = all.reduce<unknown>((one, [steps, put]) => broken(one, steps, put), sound);
      const rest = soundRest(value);
      if (rest === undefined) return;
      expect(faultsOf(scenarioSchema, rest)).toEqual([]);
      const { turns } = value as { turns?: unknown };
      if (Array.isArray(turns)) expect(rest['turns']).toHaveLength(turns.length);
    }),
    { numRuns: 200 },
  );
});

test.each([[3], [null], ['x'], [[]]])('leaves nothing of %j', (value) => {
  expect(soundRest(value)).toBeUndefined();
});

test('keeps what stands beside a mistake', () => {
  expect(
    soundRest({
      name: 'x',
      input: 'y',
      tools: [{ name: 'look' }],
      turns: [{ reply: { content: 'a', stop_reason: 'toolu' } }, 3, { reply: 'b', tmes: 2 }],
      expect: { refused: ['x'], answr: 'z' },
    }),
  ).toEqual({
    name: 'x',
    input: 'y',
    turns: [{ reply: { content: 'a' } }, { reply: '' }, { reply: 'b' }],
    expect: { refused: ['x'] },
  });
});

test('takes a list out once, whatever is wrong in it', () => {
  const turns = [{ reply: 'a' }];
  const expected = { name: 'x', input: 'y', turns, expect: { answer: 'z' } };
  expect(
    soundRest({ ...expected, tags: [3, 4], expect: { refused: [3, 4], answer: 'z' } }),
  ).toEqual(expected);
});
