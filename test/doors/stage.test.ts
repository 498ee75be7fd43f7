/** On a stage every door is as fair as the client's: what goes on is no hang, and what is waited for takes no real time. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Clock from '../../src/simulation/clock.ts';
import { loopApp } from '../../testing/apps/loop.ts';
import { checkLoop, doorNames, runScenario, type App } from '../../testing/index.ts';
import { load } from '../testing/load.ts';

/** The milliseconds that runs have waited for something outside of them. */
const outside = vi.hoisted(() => ({ pauses: 0 }));

vi.mock(import('../../src/simulation/clock.ts'), async (original) => {
  const clock: typeof Clock = await original();
  const realPause = (): Promise<void> => {
    outside.pauses += 1;
    return clock.realPause();
  };
  return { ...clock, realPause };
});

beforeEach(() => {
  outside.pauses = 0;
});

const streaming = loopApp({ stream: true });

const SHAPED = `
name: shaped
input: Go.
stream: true
turns:
  - { reply: ${'Such is life. '.repeat(12)}, fault: FAULT }
expect: { may_stop: true }
`;

const WAITS = `
name: waits
input: Go.
tools:
  - { name: look, description: Looks., input_schema: { type: object }, answers: [{ result: seen, delay: 8 }] }
turns:
  - error: overloaded
  - { fault: hang }
  - reply: [{ tool_use: { name: look } }]
  - { error: overloaded, times: 2 }
  - { reply: Done., delay: 400000 }
expect: { answer: Done., may_stop: true }
`;

const STUCK: App = async ({ client, signal }) => {
  const params = { model: 'claude-opus-5', max_tokens: 9, stream: true } as const;
  const messages = [{ role: 'user' as const, content: 'Go.' }];
  const stream = await client.messages.create({ ...params, messages }, { signal });
  for await (const { type } of stream) {
    if (type === 'message_delta') await new Promise<never>(() => undefined);
  }
};

describe.each(doorNames)('over %s', (door) => {
  test.each(['{ bytes: 1 }', '{ bytes: [3, 50] }', '{ comment: still here }'])(
    'a stream that comes in many small chunks is no hang: %s',
    async (fault) => {
      const scenario = await load(SHAPED.replace('FAULT', fault));
      const { problems, answer } = await runScenario(scenario, streaming, { door });
      expect(problems).toEqual([]);
      expect(answer).toMatchObject({ text: expect.stringMatching(/^Such is life\./) });
    },
  );

  test('an app that stops in the middle of one is called off', async () => {
    const scenario = await load(SHAPED.replace('FAULT', '{ bytes: 9 }'));
    const { problems } = await runScenario(scenario, STUCK, { door });
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      [
        'app-aborted',
        'the app was called off after turn 1: it waits for something that never happens',
      ],
    ]);
  });

  test('a good loop passes whatever is wrong with its streams', async () => {
    const { statistics } = await checkLoop(streaming, {
      door,
      models: 'streaming',
      runs: 8,
      seed: 1,
    });
    expect(statistics.runs).toBe(8);
  });

  test('no real time passes while the app waits to try again, for its timeout or for the model', async () => {
    const { problems, simulation } = await runScenario(
      await load(WAITS),
      loopApp({ stream: false }),
      {
        door,
      },
    );
    expect(problems).toEqual([]);
    expect(simulation.journal).toHaveLength(6);
    // A request on its way over a socket may take a moment on a busy machine; what is waited for here are minutes.
    expect(outside.pauses).toBeLessThan(300);
  });
});
