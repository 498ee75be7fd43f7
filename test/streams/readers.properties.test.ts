/** Whoever puts a stream together gets the message that a plain request gets, and every stream keeps the API's grammar. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fakeAnthropic,
  fakeMessages,
  simulate,
  streamed,
  type StreamShape,
  type TurnInput,
} from '../../fakes/index.ts';
import { message } from '../../testing/arbitraries/message.ts';
import { accumulate } from '../support/accumulate.ts';
import { readEvents } from '../support/read-events.ts';
import { send } from '../support/send.ts';
import { grammarProblems } from '../support/stream-grammar.ts';

const schema = { type: 'object' as const };

/** One tool of each kind of input streaming: as the header says, eager, buffered. */
const TOOLS = [
  { name: 'look', input_schema: schema },
  { name: 'move', input_schema: schema, eager_input_streaming: true },
  { name: 'find', input_schema: schema, eager_input_streaming: false },
];
const tools = TOOLS.map(({ name }) => name);

interface Asked {
  readonly params: { model: string; max_tokens: number; messages: never[]; tools: never[] };
  readonly headers: Record<string, string>;
}

const UPDATES = 'thinking-display-updates-2026-08-18';

/** A request that wants its answer in one of the ways there are. */
const anyRequest: fc.Arbitrary<Asked> = fc
  .record({
    version: fc.constantFrom('2023-06-01', '2026-10-21'),
    display: fc.constantFrom(undefined, 'summarized', 'omitted', 'updates'),
    betas: fc.subarray([
      'fine-grained-tool-streaming-2025-05-14',
      'thinking-binding-controls-2026-08-01',
      'thinking-token-count-2026-05-13',
    ]),
  })
  .map(({ version, display, betas }) => ({
    params: {
      model: 'claude-opus-5',
      max_tokens: 64,
      messages: [{ role: 'user', content: 'Hi.' }] as never[],
      tools: TOOLS as never[],
      ...(display === undefined ? {} : { thinking: { type: 'adaptive', display } }),
    },
    headers: { 'anthropic-version': version, 'anthropic-beta': [...betas, UPDATES].join(',') },
  }));

const anyShape: fc.Arbitrary<StreamShape> = fc.record(
  {
    pieces: fc.integer({ min: 1, max: 40 }),
    // One byte a chunk is for short streams: the table tests have them.
    bytes: fc.oneof(
      fc.integer({ min: 40, max: 900 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }).map((small) => [...small, 64]),
    ),
  },
  { requiredKeys: [] },
);

type Reader = (turn: TurnInput, asked: Asked) => Promise<unknown>;

/** Readers of everything, the SDK's beta types included. */
const readers: Readonly<Record<string, Reader>> = {
  'beta.messages.stream': (turn, { params, headers }) =>
    fakeAnthropic([turn]).beta.messages.stream(params, { headers }).finalMessage(),
  'create({ stream: true }) and an accumulator of its own': async (turn, { params, headers }) =>
    accumulate(
      await fakeAnthropic([turn]).messages.create({ ...params, stream: true }, { headers }),
    ),
  'an EventSource parser on the bytes': async (turn, { params, headers }) => {
    const events = await readEvents(simulate([turn]), params, headers);
    return accumulate(events.map(({ data }) => data));
  },
  'fakeMessages.stream': async (turn, { params, headers }) => {
    const stream = fakeMessages([turn]).messages.stream(params, { headers });
    const whole = await accumulate(stream);
    expect(canonical(await stream.finalMessage())).toBe(canonical(whole));
    return whole;
  },
  'fakeMessages.create({ stream: true }) and an accumulator': async (turn, { params, headers }) =>
    accumulate(
      await fakeMessages([turn]).messages.create({ ...params, stream: true }, { headers }),
    ),
};

/** Keys in one order, and what the SDK adds on its own left out; an input's keys may be any, `__proto__` included. */
function canonical(value: unknown): string {
  const sorted = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(sorted);
    if (typeof part !== 'object' || part === null) return part;
    return Object.entries(part)
      .map(([key, inner]) => [key, sorted(inner)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
  };
  const { parsed_output: _own, ...rest } = value as Record<string, unknown>;
  return JSON.stringify(sorted(rest));
}

async function expectSame(read: Reader, turn: TurnInput, shape: StreamShape, asked: Asked) {
  const plain = await send(simulate([turn]), asked.params, { headers: asked.headers });
  expect(plain.status).toBe(200);
  expect(canonical(await read(streamed(turn, shape), asked))).toBe(canonical(plain.body));
}

test.each(Object.entries(readers))('%s puts the plain message together', async (_name, read) => {
  await fc.assert(
    fc.asyncProperty(message({ tools }), anyShape, anyRequest, (turn, shape, asked) =>
      expectSame(read, turn, shape, asked),
    ),
    { numRuns: 50 },
  );
});

test('messages.stream puts together whatever its types know', async () => {
  const read: Reader = (turn, { params, headers }) =>
    fakeAnthropic([turn]).messages.stream(params, { headers }).finalMessage();
  await fc.assert(
    fc.asyncProperty(message({ tools, beta: false }), anyShape, anyRequest, (turn, shape, asked) =>
      expectSame(read, turn, shape, asked),
    ),
    { numRuns: 50 },
  );
});

test('every stream keeps the grammar of the API, under the names of its events', async () => {
  await fc.assert(
    fc.asyncProperty(message({ tools }), anyShape, anyRequest, async (turn, shape, asked) => {
      const simulation = simulate([streamed(turn, shape)]);
      const events = await readEvents(simulation, asked.params, asked.headers);
      expect(grammarProblems(events.map(({ data }) => data))).toEqual([]);
      expect(events.map(({ name }) => name)).toEqual(events.map(({ data }) => data.type));
    }),
    { numRuns: 60 },
  );
});

test('the same script and seed give the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(message({ tools }), anyShape, anyRequest, async (turn, shape, asked) => {
      const [one, two] = await Promise.all(
        [1, 2].map(() =>
          send(
            simulate([streamed(turn, shape)], { seed: 7 }),
            { ...asked.params, stream: true },
            { headers: asked.headers },
          ),
        ),
      );
      expect(one!.text).toBe(two!.text);
    }),
    { numRuns: 30 },
  );
});
