/** An abort at any event of a stream, its last included, ends an app or comes too late for it: none is left waiting. */
import Anthropic from '@anthropic-ai/sdk';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { simulate, text, toolUse, type ScriptBlock } from '../../fakes/index.ts';
import { loopApp } from '../../testing/apps/loop.ts';
import { toolRunnerApp } from '../../testing/apps/tool-runner.ts';
import { anyDoorNames, type AnyDoorName, type DoorName } from '../../testing/doors/doors.ts';
import { runScenario, type App, type ScenarioResult } from '../../testing/index.ts';
import { readFrames } from '../streams/read-frames.ts';
import { load } from '../testing/load.ts';

const params = {
  model: 'claude-opus-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Go.' }],
};

/** Events with nothing joined: the client of the door may get many in one chunk. */
const ownClient: App = ({ simulation, signal }) =>
  new Anthropic({ fetch: simulation.fetch, apiKey: 'test' }).messages
    .stream(params, { signal })
    .finalText();

/** Reads on behind the last event, or only up to it. */
const iterating =
  (isDone: (type: string) => boolean): App =>
  async ({ client, signal }) => {
    const stream = await client.messages.create({ ...params, stream: true }, { signal });
    for await (const { type } of stream) if (isDone(type)) return 'read';
    return 'read';
  };
const toTheEnd = iterating(() => false);
const toTheLastWord = iterating((type) => type === 'message_stop');

/** Reads bytes, up to the end of the connection. */
const bytes: App = async ({ client, signal }) => {
  const request = client.messages.create({ ...params, stream: true }, { signal });
  return (await request.asResponse()).text();
};

/** Throws what it was told to stop by, as a `fetch` of its own does, and asks for nothing else. */
const plainFetch: App = async ({ simulation, signal }) => {
  const body = JSON.stringify({ ...params, stream: true });
  const headers = { 'x-api-key': 'test', 'anthropic-version': '2023-06-01' };
  const init = { method: 'POST', body, headers, signal };
  return (await simulation.fetch('https://api.anthropic.com/v1/messages', init)).text();
};

const withoutSDK = { loop: loopApp(), toTheEnd, toTheLastWord };
const withSDK = { ...withoutSDK, runner: toolRunnerApp(), ownClient, bytes, plainFetch };
const readersAt = (door: AnyDoorName): Readonly<Record<string, App>> =>
  door === 'fakeMessages' ? withoutSDK : withSDK;

const replies = {
  nothing: [],
  'a word': [text('Hi.')],
  /** Long enough for events that come together. */
  'many words': [text('Such is life. '.repeat(130))],
  'a call': [text('I look.'), toolUse('look', { at: 'left' }, { id: 'a' })],
} satisfies Record<string, ScriptBlock[]>;

/** The reply in the words of the scenario language. */
const written = (blocks: readonly ScriptBlock[]): unknown[] =>
  blocks.map((block) =>
    block.type === 'tool_use'
      ? { tool_use: { id: block.id, name: block.name, input: block.input } }
      : block,
  );

async function eventsOf(reply: readonly ScriptBlock[]): Promise<number> {
  const { fetch } = simulate([[...reply]], { apiKey: 'test' });
  const headers = { 'x-api-key': 'test', 'anthropic-version': '2023-06-01' };
  const body = JSON.stringify({ ...params, stream: true });
  const init = { method: 'POST', headers, body };
  return readFrames(await (await fetch('https://a.test/v1/messages', init)).text()).length;
}

/** How a run came to its end, and whether its app did, by itself: to iterate the SDK's stream ends as if all were read. */
interface Stopped extends ScenarioResult {
  readonly end: string;
  readonly isSettled: boolean;
}

const TOLD = { end: 'The app was told to stop.', isSettled: true };
const LATE = { end: 'answered', isSettled: true };

async function stop(
  door: AnyDoorName,
  reader: App,
  reply: readonly ScriptBlock[],
  events: number,
): Promise<Stopped> {
  let isSettled = false;
  const watched: App = async (context) => {
    try {
      return await reader(context);
    } finally {
      isSettled = true;
    }
  };
  const tool = { name: 'look', description: 'Looks.', input_schema: { type: 'object' } };
  const scenario = await load(
    JSON.stringify({
      name: 'stopped',
      input: 'Go.',
      stream: true,
      tools: [{ ...tool, answers: [{ result: 'seen' }] }],
      turns: [{ reply: written(reply) }, { reply: 'Done.' }],
      abort: { turn: 1, events },
      expect: { may_stop: true, left_timers: 0 },
    }),
  );
  const result = await runScenario(scenario, watched, { door: door as DoorName });
  const { error } = result;
  const end = error === undefined ? 'answered' : (error as Error).message;
  return { ...result, end, isSettled };
}

describe.each(anyDoorNames)('over %s', (door) => {
  const readers = readersAt(door);

  test('an abort at any event ends the app, or comes too late for it', async () => {
    const moments = fc.record({
      reader: fc.constantFrom(...Object.keys(readers)),
      reply: fc.constantFrom(...Object.values(replies)),
      at: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
    });
    await fc.assert(
      fc.asyncProperty(moments, async ({ reader, reply, at }) => {
        const total = await eventsOf(reply);
        const events = Math.floor(at * total);
        const isLate = reader === 'toTheLastWord' && events === total;
        expect(await stop(door, readers[reader]!, reply, events)).toMatchObject(
          isLate ? LATE : TOLD,
        );
      }),
      { seed: 1, numRuns: 40 },
    );
  });
});

test.each(Object.entries(withSDK))(
  'behind the last event, and before the end of the connection: %s',
  async (name, app) => {
    for (const reply of Object.values(replies)) {
      // oxlint-disable-next-line no-await-in-loop -- One after another.
      const result = await stop('client', app, reply, await eventsOf(reply));
      expect(result).toMatchObject(name === 'toTheLastWord' ? LATE : TOLD);
      const [exchange] = result.simulation.journal;
      expect(exchange).toMatchObject({ outcome: 'answered', streamEnding: 'whole' });
    }
  },
);
