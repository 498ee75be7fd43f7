/** Good loops pass whatever happens to them; bad ones are caught, and the script that shows it is small. */
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { defineTool, ToolError } from '../../src/loop/index.ts';
import { nextTurn, systemClock } from '../../src/simulation/clock.ts';
import {
  checkLoop,
  CheckLoopError,
  reportLoop,
  type App,
  type CheckLoopOptions,
  type LoopFailure,
} from '../../testing/index.ts';
import { toolRunnerApp } from '../../testing/apps/tool-runner.ts';
import { kitLoop, runnerBreaks } from '../zoo/good-loops.ts';
import { badLoops, goodLoop } from '../zoo/index.ts';
import { appOf, ToolLoop, type Param, type Result } from '../zoo/loop.ts';

async function failureOf(app: App, options: CheckLoopOptions = {}): Promise<LoopFailure> {
  const { failure } = await reportLoop(app, { seed: 1, door: 'fakeMessages', ...options });
  expect(failure).toBeDefined();
  return failure!;
}

describe('a good loop', () => {
  test.each([1, 2, 3])('passes with seed %i, and tells what it was put through', async (seed) => {
    const { statistics } = await checkLoop(kitLoop, { seed, runs: 100, door: 'fakeMessages' });
    expect(statistics.runs).toBe(100);
    expect(statistics.turns).toBeGreaterThan(150);
    expect(statistics.parallel).toBeGreaterThan(30);
    expect(Object.keys(statistics.kinds)).toEqual(
      expect.arrayContaining(['conduct: throws', 'input: unknown', 'turn: pause', 'turn: refusal']),
    );
  });

  test.each<CheckLoopOptions>([
    { door: 'client', models: 'both' },
    { door: 'client', faults: ['hang', 'stall', 'cut', 'connection-error'], models: 'streaming' },
    { door: 'fakeMessages', conduct: ['hangs', 'delay', 'throws'] },
    { door: 'fakeMessages', concurrency: 4 },
    { door: 'server', runs: 10 },
    { door: 'msw', runs: 10 },
  ])('passes with %o', async (options) => {
    const { statistics } = await checkLoop(kitLoop, { seed: 4, runs: 60, ...options });
    expect(statistics.runs).toBe(options.runs ?? 60);
  });

  test('may have tools of its own, of any kind, which are run for real', async () => {
    const inputSchema = z.strictObject({ at: z.string().max(3) });
    const ran: string[] = [];
    const run = ({ at }: { at: string }): string => {
      ran.push(at);
      if (at === '') throw new ToolError('Where?');
      return `seen ${at}`;
    };
    const look = defineTool({ name: 'look', description: 'd', inputSchema, effect: 'read', run });
    const options = { seed: 1, runs: 50, door: 'fakeMessages' } as const;
    await checkLoop(goodLoop, { ...options, tools: [look] });
    expect(ran.length).toBeGreaterThan(20);
    // Closed over, and of the SDK: the runner says of itself how a tool failed.
    const sdkLook = betaZodTool({ name: 'look', description: 'd', inputSchema, run });
    await checkLoop(
      ({ client, input, signal, tools }) =>
        client.beta.messages
          .toolRunner(
            {
              model: 'claude-opus-5',
              max_tokens: 1024,
              messages: [{ role: 'user', content: String(input) }],
              tools: tools as never,
            },
            { signal },
          )
          .runUntilDone(),
      { ...options, door: 'client', tools: [sdkLook], except: ['paused-turn-resumed'] },
    );
  });
});

test.each([true, false])(
  'a run that the time limit cuts is no witness for the other, streamed: %s',
  async (streamed) => {
    const { now } = systemClock;
    let skippedMs = 0;
    const clock = vi.spyOn(systemClock, 'now').mockImplementation(() => now() + skippedMs);
    onTestFinished(() => clock.mockRestore());
    let isSlow = false;
    let cut = 0;
    const look = defineTool({
      name: 'look',
      description: 'd',
      inputSchema: { type: 'object' },
      effect: 'read',
      run: async () => {
        if (isSlow) {
          cut += 1;
          skippedMs += 10_000;
          await nextTurn();
          await nextTurn();
        }
        return 'seen';
      },
    });
    const app: App = (context) => {
      isSlow = context.stream === streamed;
      return kitLoop(context);
    };
    const turns = ['calls', 'answer'] as const;
    const options = { runs: 20, turns, faults: [], seed: 1, door: 'fakeMessages' } as const;
    await checkLoop(app, { ...options, tools: [look], models: 'both' });
    expect(cut).toBeGreaterThan(5);
  },
);

const forgetful = badLoops['forgets all results but the first']!;

test('the same seed finds the same, and its path plays just that', async () => {
  const { statistics, ...first } = await reportLoop(forgetful, { seed: 7, door: 'fakeMessages' });
  const again = await reportLoop(forgetful, { seed: 7, door: 'fakeMessages' });
  expect(again).toEqual({ statistics, ...first });
  const { seed, path, rehearsal } = first.failure!;
  const replayed = await failureOf(forgetful, { seed, path });
  expect(replayed.rehearsal).toEqual(rehearsal);
  expect(replayed.id).toBe(first.failure!.id);
  const mended = await reportLoop(goodLoop, { seed, path, door: 'fakeMessages' });
  expect(mended.failure).toBeUndefined();
  expect(mended.statistics.runs).toBe(1);
});

test('shards check together what one machine would, and no shard checks what another does', async () => {
  const seen = async (shard?: CheckLoopOptions['shard']): Promise<string[]> => {
    const inputs: string[] = [];
    const app: App = (context) => {
      inputs.push(JSON.stringify([context.input, context.simulation.pending]));
      return goodLoop(context);
    };
    await checkLoop(app, { seed: 3, runs: 20, door: 'fakeMessages', ...(shard && { shard }) });
    return inputs;
  };
  const whole = await seen();
  const parts = [1, 2, 3].map((index) => seen({ index, count: 3 }));
  expect((await Promise.all(parts)).flat()).toEqual(whole);
});

test('the path of a failure in a shard is that of the whole check', async () => {
  const options = { seed: 2, runs: 40, shard: { index: 2, count: 2 } };
  const { path, seed, id } = await failureOf(badLoops['takes a pause for the end']!, options);
  expect(Number.parseInt(path, 10)).toBeGreaterThanOrEqual(20);
  expect((await failureOf(badLoops['takes a pause for the end']!, { seed, path })).id).toBe(id);
});

test('a script that is smaller breaks the same, though another mistake would be smaller still', async () => {
  class Both extends ToolLoop {
    override say([first]: readonly Result[]): Param[] {
      return super.say(first ? [first] : []);
    }
    override next({ stop_reason: reason }: Parameters<ToolLoop['next']>[0]): 'answer' | 'end' {
      return reason === 'tool_use' ? 'answer' : 'end';
    }
  }
  const both = appOf(Both);
  const ids = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (seed) => {
      const { id, rehearsal } = await failureOf(both, { seed });
      const found = await reportLoop(both, {
        seed,
        runs: 1000,
        maxShrinks: 0,
        door: 'fakeMessages',
      });
      expect(found.failure!.id).toBe(id);
      return `${id} ${JSON.stringify(rehearsal.turns).includes('pause_turn')}`;
    }),
  );
  expect(new Set(ids)).toEqual(new Set(['one-result-per-call false', 'paused-turn-resumed true']));
});

test('a failure that is not there the second time is told as one', async () => {
  let runs = 0;
  const flaky: App = async (context) => {
    runs += 1;
    return runs === 5 ? forgetful(context) : goodLoop(context);
  };
  const found = await Promise.all(
    [1, 2, 3, 4].map(async (seed) => {
      runs = 4;
      return (await reportLoop(flaky, { seed, runs: 1, door: 'fakeMessages' })).failure;
    }),
  );
  const unsteady = found.filter((failure) => failure !== undefined);
  expect(unsteady.length).toBeGreaterThan(0);
  for (const { isSteady, text } of unsteady) {
    expect(isSteady).toBe(false);
    expect(text).toContain('It is not the same each time');
  }
});

test('what is excepted is not judged, and what is named alone is', async () => {
  const options = { seed: 1, runs: 60, door: 'fakeMessages' } as const;
  const timer = badLoops['leaves a timer behind']!;
  await checkLoop(timer, { ...options, except: ['timers-left'] });
  const pause = badLoops['takes a pause for the end']!;
  const { id } = await failureOf(pause, {
    except: ['paused-turn-resumed', 'says-when-unfinished'],
  });
  expect(id).toBe('turn-unused');
  const rude = badLoops['sends each result in a message of its own']!;
  await checkLoop(rude, { ...options, invariants: ['one-result-per-call'] });
});

test.each<[CheckLoopOptions, string]>([
  [{ runs: 0 }, '[ensaio] runs is a whole number from 1, received 0.'],
  [
    { except: ['unique-id'] },
    '[ensaio] except: there is no "unique-id".\n\nDid you mean "unique-ids"?',
  ],
  [{ path: '1:2' }, '[ensaio] path has no meaning without the seed it was found with.'],
  [
    { shard: { index: 3, count: 2 } },
    '[ensaio] shard is an index from 1 to count, received {"index":3,"count":2}.',
  ],
  [
    { door: 'window' as never },
    '[ensaio] There is no door "window".\n\nThe doors are client, msw, server, fakeMessages.',
  ],
])('refuses %o', async (options, message) => {
  await expect(checkLoop(goodLoop, options)).rejects.toThrow(
    expect.objectContaining({ message, code: 'option-invalid' }),
  );
});

test('the error says all there is to know', async () => {
  const error = await checkLoop(forgetful, { seed: 1, door: 'fakeMessages' }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CheckLoopError);
  expect((error as CheckLoopError).code).toBe('loop-broken');
  expect((error as CheckLoopError).message).toMatchInlineSnapshot(`
    "[ensaio] The loop is broken. one-result-per-call: the call toolu_2 has no result, in messages[2] (journal[1], turn 1).

    Every \`tool_use\` has exactly one \`tool_result\`, in the user turn right after it. A call left open makes the API refuse every later request of the conversation.

    The smallest script that shows it:
      user    "Go."
      turn 1  look (toolu_1) {"at":"left"}, look (toolu_2) {"at":"left"}
      turn 2  "Hm."

    The conversation:
        0  user: text
        1  assistant: tool_use(toolu_1) | tool_use(toolu_2)
      > 2  user: tool_result(toolu_1) -> seen

    Also:
      request 2 after turn 1 was refused by the rule tool-result-missing: 400 invalid_request_error: messages.2: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_2. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.

    Found in run 1, made smaller 10 times. To play it again, with the options of this check: { seed: 1, path: '0:2:2:2:3:3:3:3:3:3:3' }

    If that is as it should be, leave it out by \`except: ['one-result-per-call']\` (docs/check-loop.md).

    As a scenario:

    name: one-result-per-call, in 2 turns
    description: Found by checkLoop with seed 1 and path 0:2:2:2:3:3:3:3:3:3:3.
    tags: [ regression ]
    input: Go.
    tools:
      - name: look
        description: Looks at a place. Changes nothing.
        input_schema:
          type: object
          properties: { at: { type: string } }
          required: [ at ]
          additionalProperties: false
        effect: read
        answers:
          - { result: seen }
    turns:
      - reply:
          - tool_use: { id: toolu_1, name: look, input: { at: left } }
          - tool_use: { id: toolu_2, name: look, input: { at: left } }
      - reply: Hm.
    expect:
      may_stop: true
      left_timers: 0
      client: true"
  `);
});

describe('message threads', () => {
  const bare =
    badLoops['sends all that was said again when its thread is lost, and forgets the tools']!;
  const runs = 60;

  test('are lost in some runs, which the smallest script says', async () => {
    const { id, text, scenario } = await failureOf(bare, { runs });
    expect(id).toBe('thread-keeps-tools-and-system');
    expect(scenario.options).toEqual({ threads: 'lose' });
    expect(text).toContain('threads every one is lost at once: `thread_not_found`');
  });

  test.each(['keep', 'refuse'] as const)('are not lost where they are to %s', async (threads) => {
    await checkLoop(bare, { seed: 1, runs, door: 'fakeMessages', threads });
  });

  test('may be lost or refused to the SDK’s tool runner', async () => {
    const app = toolRunnerApp({ stream: false });
    for (const threads of ['lose', 'refuse'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- The clock of a run is that of the process.
      await checkLoop(app, { seed: 1, runs: 20, threads, except: runnerBreaks });
    }
  });
});

describe('an app that has a limit of its own', () => {
  const hint = 'If the app has a limit of its own, say so: `limit: 3`, or `--limit 3`.';
  class Quiet extends ToolLoop {
    override stop(): never {
      throw new Error('I give up.');
    }
  }

  test.each([ToolLoop, Quiet])('is asked for it, whatever it throws', async (Loop) => {
    const { id, text } = await failureOf(appOf(Loop, 3));
    expect(id).toBe('app-failed');
    expect(text).toContain(hint);
    await checkLoop(appOf(Loop, 3), { seed: 1, door: 'fakeMessages', limit: 3, runs: 50 });
  });

  test('is not asked for it when it breaks on the first turn', async () => {
    const { text } = await failureOf(badLoops['lets the error of a tool out']!);
    expect(text).not.toContain('limit of its own');
  });
});

test('an app that has tools of its own, and leaves those it is given, is not judged by their runs', async () => {
  const look = defineTool({
    name: 'look',
    description: 'd',
    inputSchema: z.strictObject({ at: z.string() }),
    effect: 'read',
    run: () => 'seen it all',
  });
  const own: App = ({ client, input, signal, stream, simulation }) =>
    goodLoop({ client, input, signal, stream, simulation, tools: [look] });
  await checkLoop(own, { seed: 1, runs: 30, door: 'fakeMessages', tools: [look] });
});
