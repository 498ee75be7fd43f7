// Whatever comes instead of a reply, recorded and replayed: the app sees the same.
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import type { APIError } from '@anthropic-ai/sdk';
import { load } from '../testing/load.ts';
import type { App } from '../../testing/index.ts';
import { recordAndReplay, saidIn } from './replay.ts';

/** Asks once, reads what comes, leaves when nothing more does, and tells how it was. */
const reading: App = async ({ client, simulation }) => {
  const leaving = new AbortController();
  const told: string[] = [];
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  // Nobody waits: when all that can happen has happened, it leaves.
  const left = turns(50).then(() => {
    if (simulation.journal.at(-1)?.outcome === 'open') leaving.abort();
  });
  try {
    const body = {
      model: 'claude-opus-5',
      max_tokens: 64,
      messages: [{ role: 'user' as const, content: 'Go.' }],
      stream: true as const,
    };
    const options = { maxRetries: 0, signal: leaving.signal };
    const stream = await client.messages.create(body, options);
    for await (const event of stream) {
      if (told.at(-1) !== event.type && !('ping' in event)) told.push(event.type);
    }
  } catch (error) {
    const { name, status, message, headers } = error as InstanceType<typeof APIError>;
    const retry = headers?.get('x-should-retry');
    told.push(name, String(status), message.replaceAll(/req_\w+/g, 'req'), String(retry));
  }
  await left;
  return told.join('\n');
};

// The SDK says on the console what it cannot read.
vi.spyOn(console, 'error').mockImplementation(() => undefined);

const CUT = '{ reply: [Let me look., { tool_use: { name: look, input: { at: left } } }], fault: ';

test.each<[kind: string, turn: string, recorded: object]>([
  [
    'a stream without its end',
    '{ reply: Hi., fault: no-message-stop }',
    { fault: { cut_after: { events: 6 } } },
  ],
  [
    'a cut between two events',
    '{ reply: Hello., fault: { cut_after: { events: 4 } } }',
    { reply: 'Hello.', fault: { cut_after: { events: 4 } } },
  ],
  [
    'a cut behind the beginning',
    '{ reply: Hello., fault: { cut_after: { events: 1 } } }',
    { reply: '', fault: { cut_after: { events: 1 } } },
  ],
  ['a cut inside an event', '{ reply: Hello., fault: { cut_after: { bytes: 700 } } }', {}],
  [
    'a cut before all',
    '{ reply: Hello., fault: { cut_after: { events: 0 } } }',
    { fault: { events: [] } },
  ],
  ['a reset', `${CUT}{ reset_after: { events: 7 } } }`, { fault: { reset_after: { events: 7 } } }],
  [
    'a reset inside of a call',
    `${CUT}{ reset_after: { events: 8 } } }`,
    { fault: { reset_after: { events: 8 } } },
  ],
  [
    'silence',
    '{ reply: Hello., fault: { stall_after: { events: 3 } } }',
    { reply: [''], fault: { stall_after: { events: 2 } } },
  ],
  [
    'an error in the stream',
    '{ reply: Hello., fault: { error_after: { events: 4, error: rate_limited } } }',
    { fault: { error_after: { events: 4, error: 'rate_limited' } } },
  ],
  [
    'an error before all',
    '{ reply: Hello., fault: { error_after: { events: 0, error: overloaded } } }',
    {},
  ],
  ['no usage', '{ reply: Hello., fault: no-usage }', {}],
  ['broken JSON', '{ reply: Hello., fault: broken-json }', {}],
  ['no names', '{ reply: Hello., fault: no-event-names }', {}],
  ['an index too high', `${CUT}index-gap }`, {}],
  ['an end of another API', '{ reply: Hello., fault: done-marker }', {}],
  [
    'events by hand',
    '{ fault: { events: [{ type: ping }, { event: note, data: { a: 1 } }, ": a\\n\\n", "data: {}\\n\\n", { event: note, data: plain }] } }',
    {
      fault: {
        events: [
          { type: 'ping' },
          { event: 'note', data: { a: 1 } },
          'data: {}\n\n',
          { event: 'note', data: 'plain' },
        ],
      },
    },
  ],
  ['an overload', '{ error: overloaded }', { error: 'overloaded' }],
  [
    'an error with a code',
    '{ error: { name: thread_not_found, message: Gone. } }',
    { error: { name: 'thread_not_found', message: 'Gone.' } },
  ],
  ['an error of the edge', '{ error: content_too_large }', { error: 'content_too_large' }],
  [
    'an error by its status',
    '{ error: { status: 418, message: Teapot., type: teapot_error, should_retry: true } }',
    { error: { status: 418, message: 'Teapot.', type: 'teapot_error', should_retry: true } },
  ],
  [
    'a limit that is over soon',
    '{ error: { name: rate_limited, retry_after: 30 } }',
    { error: { name: 'rate_limited', retry_after_ms: 20 } },
  ],
  ['a gateway', '{ fault: { gateway_page: 504 } }', {}],
  [
    'an answer without anything',
    '{ fault: empty_answer }',
    { fault: { raw: { status: 200, headers: { 'content-type': 'application/json' }, body: '' } } },
  ],
  [
    'a proxy',
    '{ fault: { raw: { status: 403, headers: { content-type: text/plain, server: proxy }, body: Blocked. } } }',
    {
      fault: { raw: { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Blocked.' } },
    },
  ],
  ['a refused connection', '{ fault: connection_refused }', { fault: 'connection_refused' }],
  ['a connection that was reset', '{ fault: connection_reset }', { fault: 'connection_reset' }],
  [
    'another failure',
    '{ fault: { connection_error: { message: Oh no, code: EPIPE } } }',
    { fault: { connection_error: { message: 'Oh no', code: 'EPIPE' } } },
  ],
  ['no answer at all', '{ fault: hang }', { fault: 'hang' }],
])('%s', async (_kind, turn, recorded) => {
  const scenario = await load(`name: x\ninput: Go.\nturns: [${turn}]\n`);
  const { original, ending, text, results } = await recordAndReplay(scenario, reading);
  const [first] = (parse(text) as { turns: object[] }).turns;
  expect(first).toMatchObject(recorded);
  expect(results.map(({ answer }) => ({ type: 'answered', answer }))).toEqual([ending]);
  expect(saidIn(results.flatMap(({ transcripts }) => transcripts))).toEqual(
    saidIn(original.transcripts),
  );
});

test('blocks that come in turns are one reply, unless their pieces are asked for', async () => {
  const turn = `${CUT}interleaved-blocks }`;
  const scenario = await load(`name: x\ninput: Go.\nturns: [${turn}]\n`);
  const reply = [
    'Let me look.',
    { tool_use: { id: 'toolu_01', name: 'look', input: { at: 'left' } } },
  ];
  const plain = await recordAndReplay(scenario, reading);
  expect(parse(plain.text)).toMatchObject({ turns: [{ reply }] });
  const pieces = await recordAndReplay(scenario, reading, { streams: 'pieces' });
  expect(parse(pieces.text)).toMatchObject({
    turns: [
      {
        fault: {
          events: [
            { type: 'message_start' },
            { type: 'ping' },
            { type: 'content_block_start', index: 0 },
            { type: 'content_block_start', index: 1 },
            { type: 'content_block_delta', index: 0 },
            { type: 'content_block_delta', index: 1 },
            { type: 'content_block_delta', index: 1 },
            { type: 'content_block_stop', index: 0 },
            { type: 'content_block_stop', index: 1 },
            { type: 'message_delta' },
            { type: 'message_stop' },
          ],
        },
      },
    ],
  });
  expect(pieces.results[0]!.answer).toEqual((pieces.ending as { answer: unknown }).answer);
});
