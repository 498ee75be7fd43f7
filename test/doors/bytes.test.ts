/** Same script, same seed, same bytes, whatever the door that bytes come through. */
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  flaky,
  gatewayPage,
  message,
  overloaded,
  simulate,
  streamed,
  streamFaults,
  text,
  thinking,
  toolUse,
  type ScriptInput,
  type Simulation,
  type StreamFaultName,
} from '../../fakes/index.ts';
import { anthropicHandlers } from '../../fakes/msw.ts';
import { serve } from '../../fakes/server.ts';
import { body, HEADERS } from '../support/send.ts';

const msw = setupServer();
beforeAll(() => msw.listen({ onUnhandledFrame: 'error' }));
afterEach(() => msw.resetHandlers());
afterAll(() => msw.close());

interface Face {
  readonly baseURL: string;
  readonly fetch: typeof fetch;
  readonly close?: () => Promise<void>;
}

const baseURL = 'https://api.anthropic.com';
/** As it is before MSW patches it. */
const bare = globalThis.fetch;

/** Each door that is HTTP, as a `fetch`. */
const faces: Record<string, (simulation: Simulation) => Face | Promise<Face>> = {
  fetch: (simulation) => ({ baseURL, fetch: simulation.fetch }),
  msw: (simulation) => {
    msw.use(...anthropicHandlers(simulation));
    return { baseURL, fetch: (input, init) => fetch(input, init) };
  },
  server: async (simulation) => {
    const { url, close } = await serve(simulation);
    return { baseURL: url, fetch: bare, close };
  },
};

const turn = [thinking('Hm. ☃'), text('Snow 🔥.'), toolUse('look', { at: 'left' })];
const script: ScriptInput = flaky(
  [
    turn,
    message(turn, { stop_reason: 'max_tokens' }),
    ...(Object.keys(streamFaults) as StreamFaultName[]).map((fault) =>
      streamed(turn, { faults: [fault], pieces: 3 }),
    ),
    streamed(turn, { bytes: [1, 7], lineEnd: 'crlf', pad: 2, comment: 'here', pings: [0, 5] }),
    streamed(turn, { cutAfter: { bytes: 777 } }),
    streamed(turn, { errorAfter: { events: 5, error: overloaded() } }),
    gatewayPage(),
  ],
  { seed: 3, rate: 0.5, kinds: ['overloaded', 'rate-limited', 'gateway-page', 'stream-cut'] },
);

/** Everything that a run of the script answers with, headers of the API included. */
async function play(name: string, seed: number): Promise<string[]> {
  const simulation = simulate(script, { seed });
  const face = await faces[name]!(simulation);
  const answers: string[] = [];
  while (simulation.pending.length > 0) {
    const response = await face
      .fetch(`${face.baseURL}/v1/messages`, {
        method: 'POST',
        headers: HEADERS,
        body: JSON.stringify(body({ stream: true })),
      })
      .catch(() => undefined);
    if (!response) {
      answers.push('broken');
      continue;
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    const id = response.headers.get('request-id');
    answers.push(`${response.status} ${id} ${bytes.toString('hex')}`);
  }
  await face.close?.();
  return answers;
}

test.each(Object.keys(faces))('two runs are the same over %s', async (name) => {
  const answers = await play(name, 5);
  expect(answers.length).toBeGreaterThan(20);
  expect(await play(name, 5)).toEqual(answers);
  expect(await play(name, 6)).not.toEqual(answers);
});

test.each(Object.keys(faces))('%s sends what every other door sends', async (name) => {
  expect(await play(name, 5)).toEqual(await play('fetch', 5));
});
