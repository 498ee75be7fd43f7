/** The options of a simulation: what each takes, and what is said of anything else. */
import { expect, test } from 'vitest';
import { EnsaioError, simulate, systemClock, type SimulationOptions } from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';

const LIST = 'a list of ids of rules';
const LIMIT = 'a whole number from 1, or Infinity';
const CLOCK = 'an object with now() and sleep()';

test.each<[option: string, value: unknown, what: string, told: string]>([
  ['strict', 'no', 'true or false', '"no"'],
  ['allow', 'image-empty', LIST, '"image-empty"'],
  ['refuse', {}, LIST, '{}'],
  ['apiKey', '', 'a text', '""'],
  ['apiKey', 5, 'a text', '5'],
  ['threads', 'drop', '"keep" or "lose" or "refuse"', '"drop"'],
  ['models', 'all', '"any" or "known"', '"all"'],
  ['clock', null, CLOCK, 'null'],
  ['clock', { now: () => 0 }, CLOCK, '{}'],
  ['clock', { sleep: () => undefined }, CLOCK, '{}'],
  ['seed', 0.5, 'a whole number', '0.5'],
  ['latency', -1, 'a number from 0', '-1'],
  ['latency', '5', 'a number from 0', '"5"'],
  ['tokens', 4, 'a function of a text', '4'],
  ['journalLimit', 0, LIMIT, '0'],
  ['journalLimit', 1.5, LIMIT, '1.5'],
])('%s cannot be %j', (option, value, what, told) => {
  const make = (): unknown => simulate([], { [option]: value });
  expect(make).toThrow(EnsaioError);
  expect(make).toThrow(`[ensaio] ${option} is ${what}, received ${told}.`);
  expect(make).toThrow(
    expect.objectContaining({
      code: 'option-invalid',
      details: { option, received: value },
    }) as Error,
  );
});

test.each<[string, unknown]>([
  ['strict', false],
  ['strict', undefined],
  ['allow', []],
  ['refuse', ['model-unknown']],
  ['apiKey', 'k'],
  ['threads', 'keep'],
  ['threads', 'lose'],
  ['threads', 'refuse'],
  ['models', 'any'],
  ['models', 'known'],
  ['clock', systemClock],
  ['seed', -7],
  ['latency', 0],
  ['tokens', () => 0],
  ['journalLimit', 1],
  ['journalLimit', Infinity],
])('%s may be %j', (option, value) => {
  expect(() => simulate([], { [option]: value })).not.toThrow();
});

test('known models alone, and whatever else is refused', async () => {
  const refuse = ['thinking-dropped'];
  const statusFor = async (model: string, options: SimulationOptions): Promise<number> =>
    (await send(simulate(['Hello.'], { refuse, ...options }), body({ model }))).status;
  expect(await statusFor('claude-next', {})).toBe(200);
  expect(await statusFor('claude-next', { models: 'any' })).toBe(200);
  expect(await statusFor('claude-next', { models: 'known' })).toBe(404);
  expect(await statusFor('claude-opus-5', { models: 'known' })).toBe(200);
  expect(await statusFor('claude-opus-5', { models: 'known', refuse: [] })).toBe(200);
});

test('what is no option, and no rule, is named with what there is', () => {
  expect(() => simulate([], { sed: 1 } as never)).toThrow(
    'There is no option "sed".\n\nDid you mean "seed"?',
  );
  expect(() => simulate([], { colour: 1 } as never)).toThrow(
    'There is no option "colour".\n\nThe options are strict, allow, refuse, apiKey, threads, models, clock, seed, latency, tokens, journalLimit.',
  );
  for (const option of ['allow', 'refuse']) {
    expect(() => simulate([], { [option]: ['no-rule'] })).toThrow(
      `${option}: there is no rule "no-rule".\n\n\`ensaio rules\` lists them all.`,
    );
    expect(() => simulate([], { [option]: ['no-rule'] })).toThrow(
      expect.objectContaining({ details: { option, received: 'no-rule' } }) as Error,
    );
  }
});
