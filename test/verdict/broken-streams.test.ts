/** Streams that end before their message does: whoever takes them for whole is found, and who starts again is not. */
import type Anthropic from '@anthropic-ai/sdk';
import { describe, expect, test } from 'vitest';
import {
  clientVerdict,
  fakeAnthropic,
  overloaded,
  streamed,
  text,
  toolUse,
  type ScriptInput,
  type StreamShape,
} from '../../fakes/index.ts';
import { params, rehearse, type Rehearsal } from './rehearse.ts';

type Message = Anthropic.MessageParam;
type Told = { text: string; calls: string[]; failed: boolean; stopped: boolean };

const [opening] = params.messages as [Message];
const goOn: Message = { role: 'user', content: 'Go on.' };
const call = toolUse('look', { at: 'left' }, { id: 'toolu_a' });
const tools = [{ name: 'look', input_schema: { type: 'object' as const } }];

/** Reads a stream by itself, event by event, and minds nothing but what it was told. */
async function read({ sdk }: Rehearsal, messages: Message[]): Promise<Told> {
  const told: Told = { text: '', calls: [], failed: false, stopped: false };
  try {
    const stream = await sdk().messages.create({ ...params, tools, messages, stream: true });
    for await (const event of stream) {
      if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') {
        told.calls.push(event.content_block.id);
      } else if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
        told.text += event.delta.text;
      }
      if (event.type === 'message_stop') told.stopped = true;
    }
  } catch {
    told.failed = true;
  }
  return told;
}

function toReply({ text: value, calls }: Told): Message {
  const uses = calls.map((id) => ({ type: 'tool_use' as const, id, name: 'look', input: {} }));
  return {
    role: 'assistant',
    content: [...(value === '' ? [] : [{ type: 'text' as const, text: value }]), ...uses],
  };
}

const answer = (id: string, fields: object = {}): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content: 'seen', ...fields }],
});

/** Each way to go on after a stream that broke off. */
const clients: Record<string, (rehearsal: Rehearsal) => Promise<unknown>> = {
  'takes what it was told for the reply': async (rehearsal) => {
    const told = await read(rehearsal, [opening]);
    await read(rehearsal, [opening, toReply(told), goOn]);
  },
  'keeps the text alone, as a string': async (rehearsal) => {
    const { text: content } = await read(rehearsal, [opening]);
    await read(rehearsal, [opening, { role: 'assistant', content }, goOn]);
  },
  'runs the call that it was told': async (rehearsal) => {
    const told = await read(rehearsal, [opening]);
    await read(rehearsal, [opening, toReply(told), answer(told.calls[0]!)]);
  },
  'sends the request again': async (rehearsal) => {
    let told = await read(rehearsal, [opening]);
    while (!told.stopped) {
      await rehearsal.clock.advance(1000);
      told = await read(rehearsal, [opening]);
    }
    const next = told.calls[0] === undefined ? goOn : answer(told.calls[0]);
    await read(rehearsal, [opening, toReply(told), next]);
  },
  'lets the model go on from there': async (rehearsal) => {
    const told = await read(rehearsal, [opening]);
    const rest = await read(rehearsal, [opening, toReply(told)]);
    await read(rehearsal, [opening, toReply({ ...told, text: told.text + rest.text }), goOn]);
  },
  'drops the turn': async (rehearsal) => {
    await read(rehearsal, [opening]);
    await read(rehearsal, [goOn]);
  },
  'closes the call with an error': async (rehearsal) => {
    const told = await read(rehearsal, [opening]);
    await read(rehearsal, [
      opening,
      toReply(told),
      answer(told.calls[0]!, { is_error: true, content: 'not run: the reply was cut' }),
    ]);
  },
  'says itself that it failed': async (rehearsal) => {
    await read(rehearsal, [opening]);
    await read(rehearsal, [opening, { role: 'assistant', content: 'Sorry, I was cut off.' }, goOn]);
  },
};

const long = 'A long answer, told in pieces.';
const withCall = [text('Let me look.'), call];
const cut: StreamShape = { cutAfter: { events: 4 } };
const cutInCall: StreamShape = { cutAfter: { events: 9 } };

const endings: [id: string, at: (shape: StreamShape) => StreamShape][] = [
  ['truncated-stream-accepted', (shape) => shape],
  [
    'error-event-dropped',
    ({ cutAfter }) => ({
      errorAfter: { events: (cutAfter as { events: number }).events, error: overloaded() },
    }),
  ],
];

async function judge(name: string, script: ScriptInput): Promise<Rehearsal> {
  const rehearsal = rehearse(script);
  await rehearsal.clock.run(clients[name]!(rehearsal));
  return rehearsal;
}

describe.each(endings)('%s', (id, at) => {
  test.each<[string, ScriptInput]>([
    ['takes what it was told for the reply', [streamed(long, at(cut)), 'Yes.']],
    ['keeps the text alone, as a string', [streamed(long, at(cut)), 'Yes.']],
    [
      'takes what it was told for the reply',
      [streamed([text(long), text('More.')], at({ cutAfter: { events: 6 } })), 'Yes.'],
    ],
    ['runs the call that it was told', [streamed(withCall, at(cutInCall)), 'Yes.']],
    ['runs the call that it was told', [streamed([call], at({ cutAfter: { events: 6 } })), 'Yes.']],
  ])('is found in a client that %s', async (name, script) => {
    expect((await judge(name, script)).verdict()).toEqual([`${id} 1`]);
  });

  test.each<[string, ScriptInput]>([
    ['sends the request again', [streamed(long, at(cut)), long, 'Yes.']],
    ['sends the request again', [streamed(long, at(cut)), 'A long answer.', 'Yes.']],
    ['sends the request again', [streamed(withCall, at(cutInCall)), withCall, 'Yes.']],
    ['sends the request again', [streamed(long, at(cut)), streamed(long, at(cut)), long, 'Yes.']],
    ['lets the model go on from there', [streamed(long, at(cut)), ', told.', 'Yes.']],
    ['drops the turn', [streamed(long, at(cut)), 'Yes.']],
    ['closes the call with an error', [streamed(withCall, at(cutInCall)), 'Yes.']],
    ['closes the call with an error', [streamed([call, text(long)], at(cutInCall)), 'Yes.']],
    ['says itself that it failed', [streamed(long, at(cut)), 'Yes.']],
    // A stream that is told to its end.
    ['takes what it was told for the reply', [long, 'Yes.']],
    ['runs the call that it was told', [withCall, 'Yes.']],
  ])('is not found in a client that %s', async (name, script) => {
    const { verdict } = await judge(name, script);
    expect(verdict({ except: ['retried-without-backoff'] })).toEqual([]);
  });
});

test('a stream that lacks only message_stop may be taken for whole, its stop reason being known', async () => {
  const shape: StreamShape = { pieces: long.length, cutAfter: { events: 6 } };
  const { verdict, simulation } = await judge('takes what it was told for the reply', [
    streamed(long, shape),
    'Yes.',
  ]);
  expect(simulation.journal[0]!.streamEnding).toBe('stopped');
  expect(verdict()).toEqual([]);
});

test('a stream without its stop reason is not whole, though all of its text was told', async () => {
  const shape: StreamShape = { pieces: long.length, cutAfter: { events: 5 } };
  const { verdict } = await judge('takes what it was told for the reply', [
    streamed(long, shape),
    'Yes.',
  ]);
  expect(verdict()).toEqual(['truncated-stream-accepted 1']);
});

test('a thread of the SDK keeps what it was told, after it has raised the error', async () => {
  const rehearsal = rehearse([streamed(long, cut), 'Yes.']);
  const thread = rehearsal.sdk().beta.messages.thread({ model: 'claude-opus-5', max_tokens: 64 });
  await expect(thread.stream(opening).finalMessage()).rejects.toThrow('stream ended');
  await thread.send(goOn);
  expect(rehearsal.simulation.journal[1]!.messages).toHaveLength(3);
  expect(rehearsal.verdict()).toEqual([]);
});

test('a reader who left has not been cut', async () => {
  const rehearsal = rehearse([long, 'Yes.']);
  const stream = rehearsal.sdk().messages.stream(params);
  let content = '';
  stream.on('text', (piece) => {
    content += piece;
    stream.abort();
  });
  await expect(stream.finalMessage()).rejects.toThrow('aborted');
  await read(rehearsal, [opening, { role: 'assistant', content }, goOn]);
  expect(rehearsal.simulation.journal[0]!.streamEnding).toBeUndefined();
  expect(rehearsal.verdict()).toEqual([]);
});

test.each<[StreamShape, string | undefined]>([
  [{}, 'whole'],
  [{ cutAfter: { events: 0 } }, 'cut'],
  [{ cutAfter: { events: 4 } }, 'cut'],
  [{ cutAfter: { events: 7 } }, 'whole'],
  [{ cutAfter: { bytes: 600 } }, 'cut'],
  [{ errorAfter: { events: 2, error: overloaded() } }, 'error'],
])('the journal tells how far the stream %j was told', async (shape, ending) => {
  const { post, simulation } = rehearse([streamed('Hello.', shape)]);
  await post({ stream: true });
  expect(simulation.journal[0]!.streamEnding).toBe(ending);
});

test('says where, what was expected and received, and what to do', async () => {
  const accepted = await judge('takes what it was told for the reply', [
    streamed(long, cut),
    'Yes.',
  ]);
  const ran = await judge('runs the call that it was told', [
    streamed([call], { errorAfter: { events: 6, error: overloaded() } }),
    'Yes.',
  ]);
  expect([accepted, ran].flatMap(({ simulation }) => clientVerdict(simulation)))
    .toMatchInlineSnapshot(`
    [
      {
        "exchange": 1,
        "id": "truncated-stream-accepted",
        "message": "The stream of journal[0] (turn 1) was cut before its stop reason, and journal[1] (turn 2) sends its part as a whole reply in messages.1: expected that the broken reply is dropped, received it in the history. Take a stream for complete only after \`message_stop\`; else send the request again, or answer its calls with is_error.",
      },
      {
        "exchange": 1,
        "id": "error-event-dropped",
        "message": "The stream of journal[0] (turn 1) ended in an \`error\` event, and journal[1] (turn 2) sends the result of its call toolu_a in messages.2: expected that the broken reply is dropped, received it in the history. Raise an \`error\` event like an error answer; then send the request again, or answer its calls with is_error.",
      },
    ]
  `);
});

test('judges a client by its simulation', async () => {
  const client = fakeAnthropic(['Hello.']);
  await client.messages.create(params);
  expect(clientVerdict(client)).toEqual(clientVerdict(client.simulation));
});
