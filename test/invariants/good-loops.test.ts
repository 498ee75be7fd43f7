/** Good loops keep every invariant: the loop of the kit, and the SDK's tool runner as far as it is told below. */
import type Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import {
  connectionError,
  message,
  overloaded,
  pauseTurn,
  redactedThinking,
  refusal,
  streamed,
  text,
  thinking,
  toolUse,
  type ScriptBlock,
  type SimulationOptions,
  type TurnInput,
} from '../../fakes/index.ts';
import { judgeInvariants, type Ending, type RunRecord } from '../../src/invariants/index.ts';
import { defineTool, runToolLoop, ToolError } from '../../src/loop/index.ts';
import type { Transcript } from '../../src/transcript/transcript.ts';
import { readableText } from '../../testing/arbitraries/text.ts';
import { spyTools } from '../../testing/spy-tools.ts';
import { rehearse } from '../verdict/rehearse.ts';

afterEach(() => {
  vi.useRealTimers();
});

const params = {
  model: 'claude-opus-5',
  max_tokens: 2048,
  system: 'You look at things.',
  messages: [{ role: 'user' as const, content: 'Go.' }],
};

type Work = (input: { at: string }) => string | Promise<string>;

/** What the tools do: look quickly or slowly, change something, fail for the model's sake or for a bug. */
const works: Readonly<Record<string, { effect: 'read' | 'write'; work: Work }>> = {
  look: { effect: 'read', work: ({ at }) => `seen ${at}` },
  search: { effect: 'read', work: async ({ at }) => await Promise.resolve(`found ${at}`) },
  move: { effect: 'write', work: async ({ at }) => await Promise.resolve(`moved to ${at}`) },
  shut: { effect: 'write', work: () => '' },
  fail: {
    effect: 'read',
    work: () => {
      throw new ToolError('It is stuck.');
    },
  },
  crash: {
    effect: 'write',
    work: async () => {
      await Promise.resolve();
      throw new Error('no such file');
    },
  },
};

const inputSchema = z.strictObject({ at: z.string() });

const ofLoop = Object.entries(works).map(([name, { effect, work }]) =>
  defineTool({
    name,
    description: `Does ${name}.`,
    inputSchema,
    effect,
    run: (input) => work(input),
  }),
);
const ofRunner = Object.entries(works).map(([name, { work }]) =>
  betaZodTool({ name, description: `Does ${name}.`, inputSchema, run: (input) => work(input) }),
);

interface Context {
  readonly client: Anthropic;
  readonly signal: AbortSignal;
  readonly limit: number;
}

interface Rehearsed {
  readonly name: string;
  readonly streams: boolean;
  readonly tools: readonly object[];
  readonly breaksWhenStopped?: readonly string[];
  play(tools: readonly never[], context: Context): Promise<unknown>;
}

const loops: readonly Rehearsed[] = [false, true].map((streams) => ({
  name: streams ? 'the loop of the kit, streaming' : 'the loop of the kit',
  streams,
  tools: ofLoop,
  play: (tools, { client, signal, limit }) =>
    runToolLoop(client, { ...params, tools, signal, maxTurns: limit, stream: streams }),
}));

/** What the runner is known to break, and why, is in sdk-breaks.ts. */
const runners: readonly Rehearsed[] = [
  { thread: true, streams: false },
  { thread: true, streams: true },
  { thread: false, streams: false },
  { thread: false, streams: true },
].map(({ thread, streams }) => ({
  name: `the SDK's tool runner, ${thread ? 'on a thread' : 'without threads'}${streams ? ', streaming' : ''}`,
  streams,
  tools: ofRunner,
  breaksWhenStopped: ['abort-stops-tools'],
  play: (tools, { client, signal, limit }) => {
    const settings = { ...(thread ? {} : { thread }), stream: streams, max_iterations: limit };
    return client.beta.messages
      .toolRunner({ ...params, tools: [...tools], ...settings } as never, { signal })
      .runUntilDone();
  },
}));

const apps = [...loops, ...runners];

/** Vitest's fake timers have one of their own. */
const immediately = setImmediate;

interface Played {
  readonly transcripts: readonly Transcript[];
  readonly record: RunRecord;
}

interface Setting extends Pick<SimulationOptions, 'threads' | 'latency'> {
  readonly limit?: number;
  /** After which tool run, or request, the app is told to stop. */
  readonly stopAt?: number;
}

async function rehearseApp(
  app: Rehearsed,
  script: readonly TurnInput[],
  { limit = 50, stopAt = Infinity, ...options }: Setting = {},
): Promise<Played> {
  vi.useFakeTimers();
  const { clock, simulation, sdk } = rehearse(script as TurnInput[], { timers: vi, ...options });
  const controller = new AbortController();
  const { signal } = controller;
  let moments = 0;
  const moment = (): void => {
    moments += 1;
    if (moments === stopAt) controller.abort(new Error('enough'));
  };
  const stopping = app.tools.map((tool) => {
    const { run } = tool as { run(...args: unknown[]): unknown };
    return Object.assign(
      { ...tool },
      {
        run: (...args: unknown[]) => {
          moment();
          return run(...args);
        },
      },
    );
  });
  const { tools, run } = spyTools(stopping, { signal, simulation });
  const unhandled: unknown[] = [];
  const note = (error: unknown): unknown => unhandled.push(error);
  process.on('unhandledRejection', note);
  const client = sdk({
    timeout: 60_000,
    fetch: async (...args) => {
      const answer = await simulation.fetch(...args);
      moment();
      return answer;
    },
  });
  const ending = await clock.run((): Promise<Ending> =>
    app.play(tools as never, { client, signal, limit }).then(
      (answer) => ({ type: 'answered', answer }),
      (error: unknown) => ({ type: signal.aborted ? 'aborted' : 'failed', error }),
    ),
  );
  await new Promise((resolve) => immediately(resolve));
  process.off('unhandledRejection', note);
  return {
    transcripts: simulation.transcripts,
    record: { ...run, ending, limit, unhandled, secrets: ['swordfish'] },
  };
}

const at = fc.oneof(
  { weight: 6, arbitrary: fc.record({ at: fc.constantFrom('left', 'right', '') }) },
  { weight: 1, arbitrary: fc.constantFrom({}, { at: 1 }, { at: 'x', more: true }) },
);
const call = fc
  .tuple(fc.constantFrom(...Object.keys(works), 'unknown'), at)
  .map(([name, input]) => toolUse(name, input));
const opening = fc.oneof(
  fc.constant<ScriptBlock[]>([]),
  readableText().map((value) => [text(value)]),
  readableText().map((value) => [thinking(value)]),
  fc.constant([thinking('Hm.'), redactedThinking('ZGF0YQ=='), text('So.')]),
);
const calls = fc.array(call, { minLength: 1, maxLength: 4 });
const round = fc.tuple(opening, calls).map((blocks) => message(blocks.flat()));
const pause = fc.constant(pauseTurn('Wait.'));
const end = fc.oneof(
  { weight: 3, arbitrary: readableText().map((value) => message(value)) },
  fc.tuple(opening, calls).map((blocks) => message(blocks.flat(), { stop_reason: 'max_tokens' })),
  fc.constant(refusal({ content: 'No.' })),
  fc.constant(message([toolUse('move', { at: 'left' })], { stop_reason: 'refusal' })),
  fc.constant(message([])),
);
const fault = fc.oneof(
  fc.constant(overloaded()),
  fc.constant(connectionError()),
  fc
    .nat({ max: 9 })
    .map((events) =>
      streamed([text('Half.'), toolUse('look', { at: 'left' })], { cutAfter: { events } }),
    ),
);
const scripts = fc
  .tuple(fc.array(fc.oneof({ weight: 5, arbitrary: round }, pause, fault), { maxLength: 4 }), end)
  .map(([turns, last]) => [...turns, last]);

function expectKept(
  { transcripts, record }: Played,
  { twin, except = [] }: { twin?: Transcript; except?: readonly string[] } = {},
): void {
  for (const transcript of transcripts) {
    const { violations } = judgeInvariants(transcript, {
      run: record,
      except,
      ...(twin && { twin }),
    });
    expect(violations).toEqual([]);
  }
}

describe.each(apps)('$name', (app) => {
  test('keeps every invariant, whatever the model and the network do', async () => {
    await fc.assert(
      fc.asyncProperty(
        scripts,
        fc.record({
          threads: fc.constantFrom('keep' as const, 'lose' as const),
          latency: fc.constantFrom(0, 40),
          limit: fc.integer({ min: 1, max: 8 }),
        }),
        async (script, setting) => {
          const played = await rehearseApp(app, [...script, 'Done.', 'Done.', 'Done.'], setting);
          expect(played.transcripts).not.toEqual([]);
          expectKept(played);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('keeps them when it is told to stop, at any moment', async () => {
    let aborted = 0;
    await fc.assert(
      fc.asyncProperty(scripts, fc.integer({ min: 1, max: 8 }), async (script, stopAt) => {
        const played = await rehearseApp(app, [...script, 'Done.', 'Done.'], { stopAt });
        if (played.record.abort) aborted += 1;
        expectKept(played, { except: app.breaksWhenStopped ?? [] });
      }),
      { numRuns: 100 },
    );
    expect(aborted).toBeGreaterThan(20);
  });
});

test.each([
  [loops[0]!, loops[1]!],
  [runners[0]!, runners[1]!],
  [runners[2]!, runners[3]!],
])('$name and the same with streams come to the same conversation', async (plain, streaming) => {
  const quiet = fc
    .tuple(fc.array(fc.oneof(round, pause), { maxLength: 4 }), end)
    .map(([turns, last]) => [...turns, last]);
  await fc.assert(
    fc.asyncProperty(quiet, async (script) => {
      const one = await rehearseApp(plain, script);
      const other = await rehearseApp(streaming, script);
      expect(one.transcripts).toHaveLength(1);
      expectKept(one, { twin: other.transcripts[0]! });
    }),
    { numRuns: 50 },
  );
});
