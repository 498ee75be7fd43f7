/** A stream's pieces, bytes, line ends, pings and pace are where a test puts them, and its message stays the same. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fakeAnthropic,
  simulate,
  streamed,
  text,
  thinking,
  toolUse,
  type StreamShape,
  type TurnInput,
} from '../../fakes/index.ts';
import { readFrames } from './read-frames.ts';
import { body, send } from '../support/send.ts';
import { chunksOf } from './chunks.ts';

const whole: TurnInput = [
  thinking('Let me think. ☃'),
  text('Snow ☃, fire 🔥 and 你好.'),
  toolUse('look', { at: 'left 🔥', deep: [1, { more: null }] }),
];
const params = body({ stream: true }) as never;

/** Every payload of the deltas, by what carries it. */
async function piecesSent(shape: StreamShape, turn: TurnInput = whole): Promise<string[]> {
  const { text: sse } = await send(simulate([streamed(turn, shape)]), params);
  return readFrames(sse).flatMap(({ data }) => {
    const { delta } = JSON.parse(data) as { delta?: Record<string, unknown> };
    const piece = delta?.['text'] ?? delta?.['thinking'] ?? delta?.['partial_json'];
    return typeof piece === 'string' ? [piece] : [];
  });
}

const size = fc.integer({ min: 1, max: 30 });
const anyPieces = fc.oneof(
  size,
  size.map((count) => ({ count })),
  fc.array(size, { maxLength: 4 }).map((at) => ({ at })),
);

/** Every way to shape a stream that loses nothing. */
const harmless: fc.Arbitrary<StreamShape> = fc.record(
  {
    pieces: fc.oneof(anyPieces, fc.record({ text: anyPieces, json: anyPieces })),
    bytes: fc.oneof(size, fc.array(size, { minLength: 1, maxLength: 4 })),
    lineEnd: fc.constantFrom('lf', 'crlf', 'cr'),
    pad: fc.nat({ max: 5 }),
    loose: fc.boolean(),
    pings: fc.array(fc.nat({ max: 40 }), { maxLength: 3 }),
    comment: fc.constantFrom('keep-alive', ''),
    encoding: fc.constant('gzip' as const),
    faults: fc.subarray(['unknown-event', 'unknown-delta', 'interleaved-blocks', 'done-marker']),
  },
  { requiredKeys: [] },
);

test('whatever the shape, the SDK puts the same message together', async () => {
  const plain = await fakeAnthropic([whole]).messages.create(body() as never);
  await fc.assert(
    fc.asyncProperty(harmless, async (shape) => {
      // A cut inside a surrogate pair is JSON all the same, and the halves meet again.
      const client = fakeAnthropic([streamed(whole, shape)]);
      const { parsed_output: _own, ...message } = await client.messages
        .stream(params)
        .finalMessage();
      expect(message).toEqual(plain);
      expect(client.simulation.journal[0]!.outcome).toBe('answered');
    }),
    { numRuns: 60 },
  );
});

test('two runs of one script and seed send the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(harmless, async (shape) => {
      const run = async (): Promise<Uint8Array[]> =>
        chunksOf(simulate([streamed(whole, shape)], { seed: 5 }), params);
      expect(await run()).toEqual(await run());
    }),
    { numRuns: 50 },
  );
});

test.each<[string, StreamShape, string[]]>([
  ['of a size', { pieces: 3 }, ['Sno', 'w.']],
  ['by count', { pieces: { count: 2 } }, ['Sno', 'w.']],
  ['at places, in any order', { pieces: { at: [4, 1, 1, 99] } }, ['S', 'now', '.']],
  ['as they are', { pieces: ['S', 'now.'] }, ['S', 'now.']],
  ['of one kind', { pieces: { text: { at: [1] }, json: 1 } }, ['S', 'now.']],
])('cuts pieces %s', async (_how, shape, pieces) => {
  expect(await piecesSent(shape, 'Snow.')).toEqual(pieces);
});

test('cuts each kind in its own way', async () => {
  const pieces = await piecesSent({
    pieces: {
      thinking: { count: 1 },
      text: { at: [4] },
      json: ['{"at": "left 🔥', '", "deep": [1, {"more": null}]}'],
    },
  });
  expect(pieces).toEqual([
    'Let me think. ☃',
    'Snow',
    ' ☃, fire 🔥 and 你好.',
    '',
    '{"at": "left 🔥',
    '", "deep": [1, {"more": null}]}',
  ]);
});

test('splits a surrogate pair only on purpose', async () => {
  const { text: sse } = await send(simulate([streamed('a🔥b', { pieces: { at: [2] } })]), params);
  expect(sse).toContain(String.raw`"text":"a\ud83d"`);
  expect(sse).toContain(String.raw`"text":"\udd25b"`);
  expect(await piecesSent({ pieces: 1 }, 'a🔥b')).toEqual(['a', '🔥', 'b']);
});

test('sends chunks of the sizes asked for, inside characters and line ends too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(size, { minLength: 1, maxLength: 6 }), async (bytes) => {
      const chunks = await chunksOf(
        simulate([streamed(whole, { bytes, lineEnd: 'crlf' })]),
        params,
      );
      const sizes = chunks.map(({ length }) => length);
      const expected = sizes.map((_, index) => bytes[index] ?? bytes.at(-1)!);
      expect(sizes.slice(0, -1)).toEqual(expected.slice(0, -1));
      expect(sizes.at(-1)).toBeLessThanOrEqual(expected.at(-1)!);
      const plain = await send(simulate([streamed(whole, { lineEnd: 'crlf' })]), params);
      expect(Buffer.concat(chunks).toString()).toBe(plain.text);
    }),
    { numRuns: 30 },
  );
});

test('puts pings where they are asked for, besides the one of the API', async () => {
  const { text: sse } = await send(simulate([streamed('Hi.', { pings: [0, 4, 99] })]), params);
  expect(readFrames(sse).map(({ event }) => event)).toEqual([
    'ping',
    'message_start',
    'content_block_start',
    'ping',
    'content_block_delta',
    'ping',
    'content_block_stop',
    'message_delta',
    'message_stop',
    'ping',
  ]);
});

test('puts a comment in front of every event', async () => {
  const { text: sse } = await send(simulate([streamed('Hi.', { comment: 'still here' })]), params);
  expect(sse.match(/^: still here$/gm)).toHaveLength(sse.match(/^event: /gm)!.length);
  expect(sse.startsWith(': still here\n\nevent: message_start\n')).toBe(true);
});

test('adds headers, and puts them in place of the own', async () => {
  const headers = { 'Content-Type': 'text/plain', 'X-Proxy': 'yes' };
  const simulation = simulate([streamed('Hi.', { headers }), streamed('Hi.', { headers })]);
  for (const stream of [true, false]) {
    const answer = await send(simulation, body({ stream }));
    expect(answer.headers.get('content-type')).toBe('text/plain');
    expect(answer.headers.get('x-proxy')).toBe('yes');
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
  }
});

test.each([true, false])('is compressed as its encoding says, streamed: %s', async (stream) => {
  const shape = (encoding: StreamShape['encoding']): TurnInput => streamed('Hi.', { encoding });
  const [declared, undeclared, plain] = await Promise.all(
    (['gzip', 'gzip-undeclared', undefined] as const).map(async (encoding) => {
      const response = await simulate([shape(encoding)]).fetch(
        'https://api.anthropic.com/v1/messages',
        {
          method: 'POST',
          headers: { 'anthropic-version': '2026-10-21', 'x-api-key': 'sk-ant-test' },
          body: JSON.stringify(body({ stream })),
        },
      );
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { encoding: response.headers.get('content-encoding'), bytes };
    }),
  );
  // What `fetch` gives out is decompressed, its header still there.
  expect(declared).toEqual({ encoding: 'gzip', bytes: plain!.bytes });
  expect(undeclared!.encoding).toBeNull();
  const unzipped = new Response(undeclared!.bytes).body!.pipeThrough(
    new DecompressionStream('gzip'),
  );
  expect(new Uint8Array(await new Response(unzipped).arrayBuffer())).toEqual(plain!.bytes);
});

test('waits before the first event, for each token, and before each event', async () => {
  const waits: number[] = [];
  const clock = {
    now: () => 0,
    sleep: (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    },
  };
  const pace = { ttftMs: 300, tokensPerSecond: 4, delaysMs: [0, 7, 0] };
  const options = { clock, tokens: (value: string) => value.length, latency: 20 };
  await send(simulate([streamed('abcdefgh', { pieces: 4, pace })], options), params);
  expect(waits).toEqual([20, 300, 7, 1000, 1000]);
  waits.length = 0;
  await send(simulate([streamed('ab', { pace: { delaysMs: [5] } })], options), params);
  expect(waits).toEqual([20, 5, 5, 5, 5, 5, 5, 5]);
});

test('carries another input than the call was scripted with', async () => {
  const turn = streamed([text('Now.'), toolUse('edit', { ns: 'App' })], {
    input: String.raw`{"ns": "App\Http"}`,
    pieces: 4,
  });
  const pieces = await piecesSent({}, turn.turn);
  expect(pieces).toEqual(['Now.', '', '{"ns": "App"}']);
  const { text: sse } = await send(simulate([turn]), params);
  expect(sse).toContain(String.raw`"partial_json":"Http"`);
});

test.each<[string, object, string]>([
  [
    'pieces: 0',
    { pieces: 0 },
    'streamed: pieces is a whole number from 1, a list of texts, { count }, { at }, or one of these for each of text, thinking and json, received 0.',
  ],
  ['pieces: NaN', { pieces: Number.NaN }, 'received NaN.'],
  ['pieces: { count: 0 }', { pieces: { count: 0 } }, 'received {"count":0}.'],
  ['pieces of no kind', { pieces: { tool: 1 } }, 'received {"tool":1}.'],
  [
    'bytes: -1',
    { bytes: -1 },
    'streamed: bytes is a whole number from 1, or a list of them, received -1.',
  ],
  ['bytes: [4, 0]', { bytes: [4, 0] }, 'received [4,0].'],
  ['bytes: []', { bytes: [] }, 'received [].'],
  [
    'half an event',
    { cutAfter: { events: 1.5 } },
    'streamed: cutAfter is { events } or { bytes }, a whole number from 0, or { fraction }, from 0 to less than 1, received {"events":1.5}.',
  ],
  ['a misspelt cut', { cutAfter: { event: 2 } }, 'received {"event":2}.'],
  ['an empty cut', { cutAfter: {} }, 'received {}.'],
  [
    'two ends',
    { cutAfter: { events: 1 }, resetAfter: { events: 2 } },
    'streamed: a stream ends once, received cutAfter and resetAfter.',
  ],
  [
    'tokensPerSecond: 0',
    { pace: { tokensPerSecond: 0 } },
    'streamed: pace is ttftMs, tokensPerSecond and delaysMs, all of them positive numbers, received {"tokensPerSecond":0}.',
  ],
  [
    'an error that is none',
    { errorAfter: { events: 1, error: 'x' } },
    'streamed: errorAfter is { events, error } or { fraction, error }, where error is one such as overloaded(), received {"events":1,"error":"x"}.',
  ],
  ['a fault nobody knows', { faults: ['no-such'] }, 'received ["no-such"].'],
  [
    'a comment of two lines',
    { comment: 'a\nb' },
    String.raw`streamed: comment is a text of one line, received "a\nb".`,
  ],
  ['a misspelt key', { peices: 1 }, 'received peices.'],
  ['no shape', null as never, 'streamed: a shape is an object, received null.'],
])('refuses %s at once', (_name, shape, message) => {
  expect(() => streamed('Hello.', shape)).toThrow(message);
});
