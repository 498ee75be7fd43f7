/** Rehearsals: a good loop plays every one of them to its end, and each shrinks to what matters. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkInvariants } from '../../../fakes/index.ts';
import { printScenario } from '../../../src/scenario/print-scenario.ts';
import type { WrittenTurn } from '../../../src/scenario/written.ts';
import { faultKinds, quickFaults } from '../../../testing/arbitraries/faults.ts';
import { conductKinds } from '../../../testing/arbitraries/conduct.ts';
import { kitTools } from '../../../testing/arbitraries/kit-tools.ts';
import { turnKinds } from '../../../testing/arbitraries/planned-turn.ts';
import {
  rehearsal,
  type Rehearsal,
  type RehearsalOptions,
} from '../../../testing/arbitraries/rehearsal.ts';
import { inputKinds } from '../../../testing/arbitraries/schema/input-kinds.ts';
import { scriptOf } from '../../../testing/arbitraries/script-of.ts';
import { parseScenario } from '../../scenario/parse.ts';
import { play, type Setting } from './play.ts';

const settings: readonly Setting[] = (['fakeAnthropic', 'fakeMessages'] as const).flatMap((door) =>
  (['2023-06-01', '2026-10-21'] as const).map((version) => ({ door, version })),
);

/** What may end a run with an error: what breaks it for good, and where nobody tries again, every error. */
const fatal = ({ door }: Setting): readonly string[] => [
  'final-error',
  'cut',
  'reset',
  'error-event',
  'broken-events',
  ...(door === 'fakeMessages' ? ['retried-error'] : []),
];

describe.each(settings)('over $door, $version', (setting) => {
  const mayFail = fatal(setting).map((kind) => `fault: ${kind}`);

  test('is played to its end by a good loop, which the API never has to refuse', async () => {
    await fc.assert(
      fc.asyncProperty(rehearsal(), async (one) => {
        const { simulation, error } = await play(one, setting);
        expect(simulation.violations).toEqual([]);
        expect(simulation.unexpected).toEqual([]);
        expect(simulation.transcripts.flatMap((each) => checkInvariants(each))).toEqual([]);
        // Half of an input may be no JSON at all for a client to read.
        const mayEnd = one.kinds.some((kind) => mayFail.includes(kind) || kind === 'input: cut');
        if (mayEnd) return;
        expect(error).toBeUndefined();
        simulation.assertDone();
      }),
      { numRuns: 80 },
    );
  });
});

/** A write that fails stops the rest of its turn. */
const reads = kitTools.map((tool) => ({ ...tool, effect: 'read' as const }));

test('has its conduct only for calls that a good loop runs a tool for', async () => {
  await fc.assert(
    fc.asyncProperty(rehearsal({ tools: reads, faults: [] }), async (one) => {
      const { ran } = await play(one, { door: 'fakeMessages', version: '2026-10-21' });
      const conducted = one.conduct.map(({ call }) => call);
      expect(conducted.filter((call) => !ran.includes(call))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

const idsIn = (turns: readonly WrittenTurn[]): string[] =>
  [...JSON.stringify(turns).matchAll(/"tool_use":\{"id":"(toolu_\d+)"/g)].map(([, id]) => id!);

test('never has two calls of one id', () => {
  fc.assert(
    fc.property(rehearsal(), ({ turns }) => {
      const ids = idsIn(turns);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test('prints as a scenario, which reads as the same turns and makes the same script', () => {
  fc.assert(
    fc.property(rehearsal({ faults: faultKinds }), ({ input, tools, turns }) => {
      const text = printScenario({ name: 'found', input, tools, turns });
      const { written, script } = parseScenario(text);
      expect(written).toMatchObject({ input, tools, turns });
      expect(script).toEqual(scriptOf(turns));
    }),
    { numRuns: 80 },
  );
});

test('is the same for the same seed', () => {
  const once = (): Rehearsal[] => fc.sample(rehearsal(), { numRuns: 20, seed: 7 });
  expect(once()).toEqual(once());
});

test('comes with every kind of everything', () => {
  const seen = new Set(
    fc
      .sample(rehearsal({ faults: faultKinds, conduct: conductKinds }), { numRuns: 4000, seed: 1 })
      .flatMap(({ kinds }) => kinds),
  );
  const expected = [
    ...turnKinds.map((kind) => `turn: ${kind}`),
    // No tool of the kit has a format, which JSON Schema does not check.
    ...inputKinds.filter((kind) => kind !== 'wrong-format').map((kind) => `input: ${kind}`),
    'input: unknown',
    'input: cut',
    'call: repeated',
    ...faultKinds.map((kind) => `fault: ${kind}`),
    ...conductKinds.map((kind) => `conduct: ${kind}`),
  ];
  expect([...seen].toSorted()).toEqual(expected.toSorted());
});

test.each<[name: string, options: RehearsalOptions, expected: RegExp]>([
  ['only answers', { turns: ['answer'], faults: [] }, /^turn: answer$/],
  [
    'only valid calls of known tools',
    { turns: ['calls'], inputs: ['valid'], calls: ['known'], faults: [], conduct: [] },
    /^turn: (calls|answer)$|^input: valid$/,
  ],
  ['one kind of fault', { turns: ['answer'], faults: ['cut'] }, /^turn: answer$|^fault: cut$/],
])('is limited by its options: %s', (_name, options, expected) => {
  const kinds = fc
    .sample(rehearsal(options), { numRuns: 300, seed: 1 })
    .flatMap((one) => one.kinds);
  expect(new Set(kinds).size).toBeGreaterThan(0);
  expect(kinds.filter((kind) => !expected.test(kind))).toEqual([]);
});

test('holds no more turns and calls than it is told to', () => {
  const options = { maxTurns: 2, maxCalls: 1, faults: [], calls: ['known' as const] };
  fc.assert(
    fc.property(rehearsal(options), ({ turns }) => {
      expect(turns.length).toBeLessThanOrEqual(3);
      for (const turn of turns) expect(idsIn([turn]).length).toBeLessThanOrEqual(1);
    }),
  );
});

test.each([undefined, 9])('has errors ask for as long a wait as it is told: %s', (retryAfterMs) => {
  const options = { faults: ['retried-error' as const], ...(retryAfterMs && { retryAfterMs }) };
  const told = JSON.stringify(fc.sample(rehearsal(options), { numRuns: 100, seed: 1 }));
  const waits = new Set([...told.matchAll(/"retry_after_ms":(\d+)/g)].map(([, ms]) => Number(ms)));
  expect([...waits]).toEqual([retryAfterMs ?? 1]);
});

test('has only a 429 ask for a wait in seconds, as the API does', () => {
  const options = { faults: ['retried-error' as const], retryAfter: 2 };
  const samples = fc.sample(rehearsal(options), { numRuns: 100, seed: 1 });
  const errors = samples.flatMap(({ turns }) => turns.flatMap(({ error }) => error ?? []));
  const asking = errors.filter((error) => typeof error !== 'string');
  expect(errors.length).toBeGreaterThan(asking.length);
  expect(new Set(asking.map((error) => JSON.stringify(error)))).toEqual(
    new Set(['{"name":"rate_limited","retry_after":2}']),
  );
});

test('leaves out by default what takes time, or an app that is told to stop', () => {
  expect(faultKinds.filter((kind) => !quickFaults.includes(kind))).toEqual([
    'connection-error',
    'stall',
    'hang',
    'retry-forbidden',
  ]);
});

test('refuses a kind that there is not', () => {
  expect(() => rehearsal({ faults: ['cutt' as 'cut'] })).toThrow(
    expect.objectContaining({
      code: 'option-invalid',
      message: '[ensaio] faults: there is no kind "cutt".\n\nDid you mean "cut"?',
    }) as Error,
  );
  expect(() => rehearsal({ turns: ['question' as 'answer'] })).toThrow(
    expect.objectContaining({
      message: `[ensaio] turns: there is no kind "question".\n\nThe kinds are ${turnKinds.join(', ')}.`,
    }) as Error,
  );
});

const look = (id: number): object => ({
  tool_use: { id: `toolu_${id}`, name: 'look', input: { at: 'left' } },
});

const callsOf = ({ reply }: WrittenTurn): number =>
  Array.isArray(reply)
    ? reply.filter((block) => Object.hasOwn(Object(block), 'tool_use')).length
    : 0;

const has =
  (kind: string) =>
  ({ kinds }: Rehearsal): boolean =>
    kinds.includes(kind);

/** The smallest rehearsal that something is true of. */
const smallest: readonly [what: string, is: (one: Rehearsal) => boolean, turns: object[]][] = [
  ['anything', () => true, [{ reply: 'Hm.' }]],
  ['a call', has('turn: calls'), [{ reply: [look(1)] }, { reply: 'Hm.' }]],
  [
    'two calls in a turn',
    ({ turns }) => turns.some((turn) => callsOf(turn) > 1),
    [{ reply: [look(1), look(2)] }, { reply: 'Hm.' }],
  ],
  [
    'two turns with calls',
    ({ kinds }) => kinds.filter((kind) => kind === 'turn: calls').length > 1,
    [{ reply: [look(1)] }, { reply: [look(2)] }, { reply: 'Hm.' }],
  ],
  [
    'a missing field',
    has('input: missing'),
    [{ reply: [{ tool_use: { id: 'toolu_1', name: 'look', input: {} } }] }, { reply: 'Hm.' }],
  ],
  [
    'a pause',
    has('turn: pause'),
    [{ reply: { content: 'Hm.', stop_reason: 'pause_turn' } }, { reply: 'Hm.' }],
  ],
  [
    'an error that is tried again',
    has('fault: retried-error'),
    [{ error: { name: 'overloaded', retry_after_ms: 1 } }, { reply: 'Hm.' }],
  ],
  ['a stream in pieces', has('fault: chunks'), [{ reply: 'Hm.', fault: { pieces: 1000 } }]],
  [
    'a broken stream',
    has('fault: cut'),
    [{ reply: 'Half of it.', fault: { cut_after: { fraction: 0.8 } } }, { reply: 'Done.' }],
  ],
  [
    'a call that the limit of tokens cuts',
    has('input: cut'),
    [
      {
        reply: { content: ['Hm.', look(1)], stop_reason: 'max_tokens' },
        fault: { input: '' },
      },
    ],
  ],
];

describe.each([1, 2, 3])('with the seed %i', (seed) => {
  test.each(smallest)('shrinks to the smallest rehearsal with %s', (_what, is, turns) => {
    const { counterexample } = fc.check(
      fc.property(rehearsal(), (one) => !is(one)),
      { seed, numRuns: 10_000 },
    );
    const [one] = counterexample!;
    expect(one.turns).toEqual(turns);
    expect(one.conduct).toEqual([]);
    expect(one.input).toBe('Go.');
  });

  test('shrinks to the one thing that a tool does', () => {
    const { counterexample } = fc.check(
      fc.property(rehearsal(), ({ conduct }) => !conduct.some((each) => 'throws' in each)),
      { seed, numRuns: 10_000 },
    );
    const [one] = counterexample!;
    expect(one.turns).toEqual([{ reply: [look(1)] }, { reply: 'Hm.' }]);
    expect(one.conduct).toEqual([{ call: 'toolu_1', tool: 'look', throws: 'It broke.' }]);
  });
});
