/** Reports about the bytes of a stream: lines, frames, characters. */
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  events,
  fakeAnthropic,
  message,
  simulate,
  streamed,
  text,
  thinking,
  toolUse,
  type StreamShape,
  type TurnInput,
} from '../../fakes/index.ts';
import { HEADERS, send } from '../support/send.ts';
import { helpers, params, quick, raw, readers, rows, textOf, typesOf } from './readers.ts';
import { describeReport } from './report.ts';
import { sdkFault } from './sdk-fault.ts';

/** The chunks of an answer, as `fetch` gives them. */
async function bytesOf(turn: TurnInput): Promise<Uint8Array[]> {
  const response = await simulate([turn]).fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ ...params, stream: true }),
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body!) chunks.push(chunk);
  return chunks;
}

async function chunksOf(turn: TurnInput): Promise<string[]> {
  return (await bytesOf(turn)).map((chunk) => new TextDecoder().decode(chunk));
}

async function wireTextOf(turn: TurnInput): Promise<string> {
  return (await send(simulate([turn]), { ...params, stream: true })).text;
}

/** A whole stream with a text of its own in the place of the first delta's frame. */
async function aroundDelta(frame: string): Promise<TurnInput> {
  const wire = await wireTextOf(streamed('a', {}));
  const frames = wire.split(/(?<=\n\n)/);
  const at = frames.findIndex((one) => one.startsWith('event: content_block_delta'));
  return events(frames.with(at, frame));
}

describeReport('C067', ({ chunks, fault_variant }) => {
  const [nameLine, dataLine] = chunks as [string, string];

  test('a chunk ends between the lines as it was reported', async () => {
    expect(await chunksOf(events(chunks))).toEqual(chunks);
    expect(await chunksOf(events(fault_variant))).toEqual(fault_variant);
  });

  test.each(rows(readers))('%s waits for the data line', async (_name, { read }) => {
    const reading = await read(await aroundDelta(nameLine + dataLine));
    expect(reading.thrown).toBeUndefined();
    expect(textOf(reading)).toBe('a');
    const apart = (await wireTextOf(streamed('a', {}))).split(/(?<=\n)/);
    const second = await read(events(apart));
    expect(second.thrown).toBeUndefined();
    expect(typesOf(second)).toEqual(typesOf(reading));
  });

  // SDK 0.120.0 threw "Unexpected end of JSON input".
  test.each(rows(readers))('%s skips an event that has no data', async (_name, { read }) => {
    for (const empty of [...fault_variant, 'event: content_block_delta\ndata:\n\n']) {
      const reading = await read(await aroundDelta(empty));
      expect(reading.thrown).toBeUndefined();
      expect(textOf(reading)).toBe('');
      expect(typesOf(reading).at(-1)).toBe('message_stop');
    }
  });

  test.each(rows(readers))('%s throws at half an event', async (_name, { read }) => {
    vi.stubEnv('ANTHROPIC_LOG', 'off');
    const { thrown, message: given } = await read(streamed('a', { faults: ['broken-json'] }));
    vi.unstubAllEnvs();
    expect(String(thrown)).toMatch(/JSON/);
    expect(given).toBeUndefined();
  });

  // SDK 0.120.0 wrote to the console also when it was told not to.
  test.each([
    ['off', 0],
    ['error', 2],
  ] as const)(
    'with the log level "%s" the SDK writes %i lines about it',
    async (logLevel, lines) => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const turn = streamed('a', { faults: ['broken-json'] });
      const client = fakeAnthropic([turn], { logLevel });
      await expect(client.messages.stream(params).finalMessage()).rejects.toThrow('JSON');
      expect(logged).toHaveBeenCalledTimes(lines);
      logged.mockRestore();
    },
  );

  test('any two cuts of a stream change nothing', async () => {
    const turn = [thinking('Hm.'), text('Snow ☃.'), toolUse('look', { at: 'left' })];
    const length = new TextEncoder().encode(await wireTextOf(turn)).length;
    const plain = await raw[0]!.read(turn);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: length }),
        fc.nat(length),
        async (first, second) => {
          for (const { name, read } of quick(raw)) {
            const reading = await read(streamed(turn, { bytes: [first, second + 1, length] }));
            expect(reading.thrown, name).toBeUndefined();
            expect(reading.events, name).toEqual(plain.events);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describeReport('C068', ({ chunks }) => {
  test('is on the wire as it was reported', async () => {
    expect(await chunksOf(events(chunks))).toEqual(chunks);
  });

  test.each(rows(helpers))('%s fails loudly', async (_name, { read }) => {
    const { thrown, failed } = await read(events(chunks));
    expect(String(thrown)).toContain('request ended without sending any chunks');
    expect(failed).toBe(thrown);
  });

  sdkFault('iterating a stream without names is an empty success', async () => {
    for (const { read } of raw) {
      expect(await read(events(chunks))).toMatchObject({ events: [], thrown: undefined });
    }
  });

  test.each(rows(readers))(
    '%s drops what has no name and keeps the rest',
    async (_name, reader) => {
      const nameless = await aroundDelta(
        'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}\n\n',
      );
      const reading = await reader.read(nameless);
      expect(reading.thrown).toBeUndefined();
      expect(textOf(reading)).toBe('');
      const none = await reader.read(streamed('a', { faults: ['no-event-names'] }));
      expect(none.events).toEqual([]);
    },
  );
});

describeReport('C070', ({ chunks }) => {
  test('is on the wire as it was reported', async () => {
    expect(await chunksOf(events(chunks))).toEqual(chunks);
  });

  test.each(rows(readers))('%s reads one message_stop', async (_name, { read }) => {
    expect((await read(events(chunks))).events).toEqual([{ type: 'message_stop' }]);
  });

  const turn = message([thinking('Hm.'), text('Zwei Zeilen:\n2 ☃'), toolUse('look', { at: '\n' })]);
  const framings: StreamShape[] = [
    { lineEnd: 'crlf' },
    { lineEnd: 'cr' },
    { loose: true },
    { comment: 'keep-alive' },
    { pad: 40 },
    { lineEnd: 'crlf', loose: true, comment: 'x: y', pad: 1, pings: [0, 3, 99] },
    { lineEnd: 'cr', loose: true, comment: '' },
  ];

  test.each(framings.map((shape) => [JSON.stringify(shape), shape] as const))(
    'every reader reads %s like the API’s own framing',
    async (_what, shape) => {
      for (const { name, read } of readers) {
        const plain = await read(turn);
        const whole = await read(streamed(turn, shape));
        expect(whole, name).toMatchObject({ events: plain.events, message: plain.message });
        expect(whole.thrown, name).toBeUndefined();
      }
      for (const { name, read } of quick(readers)) {
        const plain = await read(turn);
        const bytewise = await read(streamed(turn, { ...shape, bytes: 1 }));
        expect(bytewise.events, `${name}, a byte a chunk`).toEqual(plain.events);
      }
    },
  );

  test.each(rows(raw))('%s skips a byte order mark in front', async (_name, { read }) => {
    const frames = (await wireTextOf(turn)).split(/(?<=\n\n)/);
    const plain = await read(turn);
    const reading = await read(events([`\uFEFF${frames[0]}`, ...frames.slice(1)]));
    expect(reading.events).toEqual(plain.events);
  });
});

describeReport('C071', ({ text: words }) => {
  const encoder = new TextEncoder();

  /** The bytes before the first one that carries the text, and behind the last. */
  async function spanOf(turn: TurnInput, payload: string): Promise<[from: number, to: number]> {
    const wire = await wireTextOf(turn);
    const at = wire.indexOf(payload);
    const from = encoder.encode(wire.slice(0, at)).length;
    return [from, from + encoder.encode(payload).length];
  }

  test('the characters are raw on the wire, and a cut leaves them in halves', async () => {
    const turn = streamed(words, { pieces: 100 });
    expect(await wireTextOf(turn)).toContain(`"text":"${words}"`);
    const [from] = await spanOf(turn, words);
    const bytes = [from + 'snow '.length + 1, 9999];
    const chunks = await bytesOf(streamed(words, { pieces: 100, bytes }));
    expect(chunks[0]!.at(-1)).toBe(encoder.encode('☃')[0]);
    expect(chunks[1]!.subarray(0, 2)).toEqual(encoder.encode('☃').subarray(1));
  });

  test('every reader reads the same text, cut at every byte', async () => {
    const [from, to] = await spanOf(streamed(words, { pieces: 100 }), words);
    for (let at = from; at <= to; at += 1) {
      const turn = streamed(words, { pieces: 100, bytes: [at, 9999] });
      for (const { name, read } of quick(readers)) {
        expect(textOf(await read(turn)), `${name} at ${at - from}`).toBe(words);
      }
    }
  });

  test.each(rows(readers))('%s reads the same text, a byte a chunk', async (_name, { read }) => {
    expect(textOf(await read(streamed(words, { bytes: 1 })))).toBe(words);
  });

  test.each(rows(quick(helpers)))('%s reads any text, cut anyhow', async (_name, { read }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
        async (value, bytes) => {
          const { message: given } = await read(
            streamed([text(value), toolUse('look', { at: value })], { bytes }),
          );
          expect(given!.content).toMatchObject([{ text: value }, { input: { at: value } }]);
        },
      ),
      { numRuns: 30 },
    );
  });

  describe('a surrogate pair in two deltas', () => {
    const halves = (before: string): TurnInput =>
      streamed([text('fire 🔥'), toolUse('look', { at: '🔥' })], {
        pieces: { text: ['fire \ud83d', '\udd25'], json: [before, '\udd25"}'] },
      });

    test('stands on the wire as two escapes', async () => {
      const wire = await wireTextOf(halves('{"at": "\ud83d'));
      expect(wire).toContain(String.raw`"text":"fire \ud83d"}}`);
      expect(wire).toContain(String.raw`"text":"\udd25"}}`);
      expect(wire).toContain(String.raw`"partial_json":"{\"at\": \"\ud83d"}}`);
    });

    test.each(rows(helpers))('%s puts it together', async (_name, { read }) => {
      const { message: given } = await read(halves('{"at": "\ud83d'));
      expect(given!.content).toMatchObject([{ text: 'fire 🔥' }, { input: { at: '🔥' } }]);
    });

    test.each(rows(helpers))(
      '%s puts it together when JSON escapes it',
      async (_name, { read }) => {
        const escaped = String.raw`{"at": "\ud83d\udd25"}`;
        for (let at = 1; at < escaped.length; at += 1) {
          const { message: given } = await read(
            streamed([toolUse('look', { at: '🔥' })], {
              input: escaped,
              pieces: [escaped.slice(0, at), escaped.slice(at)],
            }),
          );
          expect(given!.content, escaped.slice(0, at)).toMatchObject([{ input: { at: '🔥' } }]);
        }
      },
    );
  });

  test('the SDK tells a text listener half a character, and the whole text is right', async () => {
    const client = fakeAnthropic([streamed('🔥', { pieces: { at: [1] } })]);
    const told: string[] = [];
    const stream = client.messages.stream(params).on('text', (piece) => void told.push(piece));
    expect(await stream.finalText()).toBe('🔥');
    expect(told).toEqual(['\ud83d', '\udd25']);
  });
});
