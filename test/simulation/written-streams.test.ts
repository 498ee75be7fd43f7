/** Streams written by hand and inputs given as text: what the journal makes of them. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  events,
  message,
  simulate,
  streamed,
  text,
  toolUse,
  type Message,
} from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';

const streaming = body({ stream: true });

test('an input given as text takes the place of the last call’s alone', async () => {
  const turn = streamed([toolUse('look', { at: 1 }), toolUse('edit', { at: 2 }), text('So.')], {
    input: '{"at": 3',
    pieces: { json: ['{"at": 1}', '{"a', 't": 3'] },
  });
  const simulation = simulate([turn]);
  const { text: wire } = await send(simulation, streaming);
  const pieces = [
    ...wire.matchAll(
      /"index":(\d),"delta":\{"type":"input_json_delta","partial_json":(".*?")\}\}/g,
    ),
  ];
  expect(pieces.map(([, index, piece]) => [Number(index), JSON.parse(piece!)])).toEqual([
    [0, ''],
    [0, '{"at": 1}'],
    [1, ''],
    [1, '{"a'],
    [1, 't": 3'],
  ]);
  const { content } = simulation.journal[0]!.response!.body as Message;
  expect(content).toMatchObject([{ input: { at: 1 } }, { input: {} }, { text: 'So.' }]);
});

test('an empty input given as text is no delta but the first', async () => {
  const turn = streamed([toolUse('look', { at: 1 })], { input: '' });
  const { text: wire } = await send(simulate([turn]), streaming);
  expect(wire.match(/"partial_json":""/g)).toHaveLength(1);
  expect(wire.match(/input_json_delta/g)).toHaveLength(1);
});

test('an input given as text is for streams; a plain answer has the input of the script', async () => {
  const turn = streamed(message([toolUse('look', { at: 1 })]), { input: 'nothing' });
  const { body: plain } = await send(simulate([turn]), body());
  expect(plain.content[0].input).toEqual({ at: 1 });
});

test.each([
  ['event by event', /(?<=\n\n)/],
  ['line by line', /(?<=\n)/],
  ['character by character', /(?<=.)/s],
  ['as one text', /$^/],
])('a stream written %s is an answer with its message', async (_how, places) => {
  const { text: wire } = await send(simulate([[text('Hi.'), toolUse('look')]]), streaming);
  for (const written of [wire, wire.replaceAll('\n', '\r\n'), `\uFEFF${wire}`]) {
    const simulation = simulate([events(written.split(places))]);
    expect((await send(simulation, streaming)).text).toBe(written.replace('\uFEFF', ''));
    const { outcome, response } = simulation.journal[0]!;
    expect(outcome).toBe('answered');
    expect(response!.body).toMatchObject({ content: [{ text: 'Hi.' }, { name: 'look' }] });
  }
});

test('a stream that is written without its last line is no answer', async () => {
  const { text: wire } = await send(simulate(['Hi.']), streaming);
  const simulation = simulate([events([wire.slice(0, -1)])]);
  await send(simulation, streaming);
  expect(simulation.journal[0]!.outcome).toBe('failed');
});

test('whatever is written is sent as it stands, however far it is from a message', async () => {
  const type = fc.constantFrom(
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'error',
    'ping',
    'anything',
  );
  const fields = fc.record(
    {
      type,
      message: fc.oneof(fc.jsonValue(), fc.record({ content: fc.jsonValue() })),
      index: fc.oneof(fc.nat(3), fc.jsonValue()),
      content_block: fc.jsonValue(),
      delta: fc.oneof(fc.jsonValue(), fc.record({ type: fc.constantFrom('text_delta', 'x') })),
      usage: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(type, fc.oneof(fields, fc.jsonValue())), { maxLength: 6 }),
      async (list) => {
        const written = list.map(
          ([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
        );
        const simulation = simulate([events(written)]);
        expect((await send(simulation, streaming)).text).toBe(written.join(''));
        expect(simulation.journal[0]!.outcome).toBe('failed');
      },
    ),
    { numRuns: 300 },
  );
});

test('nothing else is taken for the place of an input given as text', async () => {
  const looksLikeIt = '{"given as text": true}';
  const said = [text(looksLikeIt), toolUse('look', {})];
  const simulation = simulate([
    streamed(said, { input: '{"at": 1}' }),
    streamed([toolUse('look', { 'given as text': true })], { pieces: 1 }),
  ]);
  await send(simulation, streaming);
  const { text: wire } = await send(simulation, streaming);
  expect(simulation.journal[0]!.response!.body).toMatchObject({
    content: [{ text: looksLikeIt }, { input: { at: 1 } }],
  });
  expect(wire.match(/"partial_json":"/g)).toHaveLength(1 + looksLikeIt.length);
});
