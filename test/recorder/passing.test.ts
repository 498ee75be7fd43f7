// What passes through a recording: as it comes, when it comes, and nothing of it is changed.
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import Anthropic from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { simulate, streamed, type ScriptInput } from '../../fakes/index.ts';
import { record, type Recording, type RecordOptions } from '../../testing/index.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { body, HEADERS } from '../support/send.ts';
import { ANYWHERE } from './replay.ts';

const URL_OF_TURNS = 'https://api.anthropic.com/v1/messages?beta=true';

async function recording(
  upstream: Parameters<typeof record>[0],
  options: Partial<RecordOptions> = {},
): Promise<Recording> {
  return record(upstream, { ...ANYWHERE, cwd: await tempFolder({}), ...options });
}

const ask = (
  fields: Readonly<Record<string, unknown>> = {},
  init: RequestInit = {},
): RequestInit => ({
  method: 'POST',
  headers: HEADERS,
  body: JSON.stringify(body(fields)),
  ...init,
});

const turnsOf = async (recorded: Recording): Promise<readonly unknown[]> =>
  (await recorded.finish()).scenarios.flatMap(({ turns }) => turns);

/** An upstream whose chunks come when the test sends them, and what became of it. */
function byHand(): {
  readonly fetch: typeof globalThis.fetch;
  send(text: string): void;
  readonly cancelled: readonly unknown[];
  readonly signals: readonly (AbortSignal | null | undefined)[];
} {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const cancelled: unknown[] = [];
  const signals: (AbortSignal | null | undefined)[] = [];
  return {
    cancelled,
    signals,
    send: (text) => controller.enqueue(new TextEncoder().encode(text)),
    fetch: async (_input, init) => {
      signals.push(init?.signal);
      const stream = new ReadableStream<Uint8Array>({
        start(given) {
          controller = given;
          init?.signal?.addEventListener('abort', () => given.error(init.signal!.reason));
        },
        cancel: (reason) => void cancelled.push(reason),
      });
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
    },
  };
}

test('a stream reaches the app chunk by chunk, before there is more of it', async () => {
  const upstream = byHand();
  const { fetch } = await recording(upstream.fetch);
  const response = await fetch(URL_OF_TURNS, ask({ stream: true }));
  const reader = response.body!.getReader();
  for (const chunk of ['event: ping\n', 'data: {"type": "ping"}\n\n', 'event: me']) {
    upstream.send(chunk);
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe(chunk);
  }
});

test('nothing is asked of the upstream before the app asks', async () => {
  let pulls = 0;
  const upstream: typeof fetch = async () =>
    new Response(
      new ReadableStream(
        {
          pull(controller) {
            pulls += 1;
            controller.enqueue(new TextEncoder().encode(': x\n\n'));
          },
        },
        { highWaterMark: 0 },
      ),
      { headers: { 'content-type': 'text/event-stream' } },
    );
  const { fetch: through } = await recording(upstream);
  const { body: stream } = await through(URL_OF_TURNS, ask({ stream: true }));
  await setImmediate();
  expect(pulls).toBe(0);
  const reader = stream!.getReader();
  await reader.read();
  await reader.read();
  expect(pulls).toBe(2);
});

test('an app that aborts aborts the upstream, and one that leaves early cancels it', async () => {
  const upstream = byHand();
  const through = await recording(upstream.fetch);
  const leaving = new AbortController();
  const first = await through.fetch(
    URL_OF_TURNS,
    ask({ stream: true }, { signal: leaving.signal }),
  );
  expect(upstream.signals).toEqual([leaving.signal]);
  leaving.abort(new Error('enough'));
  await expect(first.text()).rejects.toThrow('enough');
  const second = await through.fetch(URL_OF_TURNS, ask({ stream: true }));
  await second.body!.cancel('seen enough');
  expect(upstream.cancelled).toEqual(['seen enough']);
  expect(await turnsOf(through)).toEqual([
    { fault: { events: [], stall_after: { events: 0 } } },
    { fault: { events: [], stall_after: { events: 0 } } },
  ]);
});

test('answers, failures and arguments pass as they are', async () => {
  const seen: unknown[] = [];
  const answer = new Response('{"a": 1}', { status: 207, headers: { 'x-own': '1' } });
  Object.defineProperty(answer, 'url', { value: 'https://elsewhere.example/' });
  const failure = new TypeError('fetch failed');
  const upstream: typeof fetch = async (...args) => {
    seen.push(args);
    if (seen.length > 1) throw failure;
    return answer;
  };
  const { fetch: through } = await recording(upstream);
  const init = ask();
  const passed = await through(URL_OF_TURNS, init);
  expect(seen).toEqual([[URL_OF_TURNS, init]]);
  expect([passed.status, passed.url, passed.headers.get('x-own')]).toEqual([
    207,
    'https://elsewhere.example/',
    '1',
  ]);
  expect(await passed.text()).toBe('{"a": 1}');
  await expect(through(URL_OF_TURNS, init)).rejects.toBe(failure);
});

test.each<[what: string, make: () => [RequestInfo, RequestInit?]]>([
  ['a Request', () => [new Request(URL_OF_TURNS, ask())]],
  ['bytes', () => [URL_OF_TURNS, ask({}, { body: new TextEncoder().encode(String(ask().body)) })]],
  [
    'a stream',
    () => [
      URL_OF_TURNS,
      ask({}, { body: new Blob([String(ask().body)]).stream(), duplex: 'half' } as RequestInit),
    ],
  ],
])('a request that is %s is read and passes whole', async (_what, make) => {
  const upstream = simulate(['Hello.']);
  const through = await recording(upstream.fetch);
  const response = await through.fetch(...make());
  expect(await response.json()).toMatchObject({ content: [{ text: 'Hello.' }] });
  expect(upstream.journal[0]!.request.body).toEqual(body());
  expect(await turnsOf(through)).toEqual([{ reply: 'Hello.' }]);
});

test('what is no request for a turn passes and is not written', async () => {
  const upstream = simulate(['Hello.']);
  const through = await recording(upstream.fetch);
  const client = new Anthropic({ apiKey: 'test', fetch: through.fetch });
  const messages = [{ role: 'user' as const, content: 'Hi.' }];
  await client.messages.countTokens({ model: 'claude-opus-5', messages });
  await client.models.list();
  await client.messages.create({ model: 'claude-opus-5', max_tokens: 9, messages });
  expect(upstream.journal.map(({ request }) => request.path)).toEqual([
    '/v1/messages/count_tokens',
    '/v1/models',
    '/v1/messages',
  ]);
  const { scenarios } = await through.finish();
  expect(scenarios).toEqual([
    {
      name: 'Hi.',
      input: 'Hi.',
      turns: [{ reply: 'Hello.' }],
      expect: { answer: 'Hello.', requests: 1 },
    },
  ]);
});

test('the chunks of a stream are the same with a recording in between', async () => {
  const script: ScriptInput = [streamed('Hello.', { bytes: 3 })];
  const bytes = async (fetch: typeof globalThis.fetch): Promise<string[]> => {
    const response = await fetch(URL_OF_TURNS, ask({ stream: true }));
    const chunks: string[] = [];
    for await (const chunk of response.body!) chunks.push(Buffer.from(chunk).toString('hex'));
    return chunks;
  };
  const { fetch: through } = await recording(simulate(script).fetch);
  expect(await bytes(through)).toEqual(await bytes(simulate(script).fetch));
});

test('keeps the pieces of a stream and when they came, if asked', async () => {
  let now = 1000;
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const upstream = simulate([streamed('Hello.', { pieces: ['Hel', 'lo', '.'] })]);
  const slow: typeof fetch = async (input, init) => {
    now += 30;
    const response = await upstream.fetch(input, init);
    const later = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        now += 5;
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body!.pipeThrough(later), response);
  };
  const through = await recording(slow, { streams: 'timing', clock });
  await (await through.fetch(URL_OF_TURNS, ask({ stream: true }))).text();
  const { file } = await through.finish();
  const { turns } = parse(await readFile(file, 'utf8')) as {
    turns: unknown[];
  };
  expect(turns).toEqual([
    {
      reply: 'Hello.',
      delay: 30,
      fault: {
        pieces: { text: ['Hel', 'lo', '.'] },
        // The ping comes with the event behind it.
        pace: { delays_ms: [5, 5, 0, 10, 5, 5, 5, 5, 5] },
      },
    },
  ]);
});
