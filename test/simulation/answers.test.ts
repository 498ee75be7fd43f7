/** Answers carry every field of today's API, and a script may set each of them. */
import type Anthropic from '@anthropic-ai/sdk';
import { expect, expectTypeOf, test } from 'vitest';
import {
  fakeAnthropic,
  message,
  pauseTurn,
  redactedThinking,
  refusal,
  simulate,
  text,
  thinking,
  toolUse,
  type Message,
  type TurnInput,
} from '../../fakes/index.ts';
import { isSignatureOf } from '../../src/wire/signature.ts';
import { body, send } from '../support/send.ts';

test('answers with every field of a message, explicit nulls included', async () => {
  const simulation = simulate([[text('Let me look.'), toolUse('look', { at: 'left' })]]);
  const answer = await send(simulation, body());
  expect(answer.status).toBe(200);
  expect(answer.headers.get('request-id')).toMatch(/^req_01\w{22}$/);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.text).toMatchInlineSnapshot(
    `"{"model":"claude-opus-5","id":"msg_01agsYc8gWD9rRcMh2nkS9fj","type":"message","role":"assistant","content":[{"type":"text","text":"Let me look."},{"type":"tool_use","id":"toolu_01Ye41mgTbZrZ2efpk95DHBf","name":"look","input":{"at":"left"},"caller":{"type":"direct"}}],"container":null,"stop_reason":"tool_use","stop_sequence":null,"stop_details":null,"usage":{"input_tokens":9,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"cache_creation":{"ephemeral_5m_input_tokens":0,"ephemeral_1h_input_tokens":0},"output_tokens":33,"output_tokens_details":{"thinking_tokens":0},"server_tool_use":null,"service_tier":"standard","inference_geo":"global","speed":"standard"},"diagnostics":null}"`,
  );
});

test('is a message of the SDK by its type', () => {
  expectTypeOf<
    Omit<Message, 'content' | 'container' | 'stop_details' | 'stop_reason' | 'usage'>
  >().toExtend<
    Omit<Anthropic.Message, 'content' | 'container' | 'stop_details' | 'stop_reason' | 'usage'>
  >();
  expectTypeOf<keyof Anthropic.Message>().toExtend<keyof Message>();
  expectTypeOf<keyof Anthropic.Usage>().toExtend<keyof Message['usage']>();
});

test.each([
  ['a text', 'Hello.', 'end_turn'],
  ['a call', [toolUse('look', {})], 'tool_use'],
  ['text around a call', [text('a'), toolUse('look', {}), text('b')], 'tool_use'],
  ['thinking and text', [thinking('Hm.'), text('b')], 'end_turn'],
  ['nothing', '', 'end_turn'],
  ['a message that says why', message('cut', { stop_reason: 'max_tokens' }), 'max_tokens'],
  ['a paused turn', pauseTurn('wait'), 'pause_turn'],
  ['a refusal', refusal(), 'refusal'],
])('infers the stop reason of %s', async (_name, turn, stopReason) => {
  const answer = await send(simulate([turn]), body());
  expect(answer.body.stop_reason).toBe(stopReason);
});

test('gives ids that look real, are unique and the same in every run', async () => {
  const run = async (seed?: number): Promise<string[]> => {
    const simulation = simulate(
      [[toolUse('a'), toolUse('b')], 'c'],
      seed === undefined ? {} : { seed },
    );
    const one = await send(simulation, body());
    const two = await send(simulation, body());
    return [one.body.id, ...one.body.content.map(({ id }: { id: string }) => id), two.body.id];
  };
  const ids = await run();
  expect(ids).toEqual(await run());
  expect(await run(7)).not.toEqual(ids);
  expect(new Set(ids).size).toBe(4);
  expect(ids.map((id) => id.slice(0, id.indexOf('_') + 3))).toEqual([
    'msg_01',
    'toolu_01',
    'toolu_01',
    'msg_01',
  ]);
});

test('signs thinking so that a changed block can be told', async () => {
  const answer = await send(
    simulate([[thinking('Think.'), redactedThinking('xyz'), text('So.')]]),
    body(),
  );
  const [{ signature }, redacted] = answer.body.content;
  expect(isSignatureOf('Think.', signature)).toBe(true);
  expect(isSignatureOf('Think!', signature)).toBe(false);
  expect(isSignatureOf('Think.', `x${signature}`)).toBe(false);
  expect(redacted).toEqual({ type: 'redacted_thinking', data: 'xyz' });
});

test('keeps what a script sets itself', async () => {
  const turn = message([toolUse('look', {}, { id: 'toolu_mine' })], {
    id: 'msg_mine',
    model: 'claude-mine',
    usage: { output_tokens: 5 },
  });
  const { body: answer } = await send(simulate([turn]), body());
  expect(answer).toMatchObject({
    id: 'msg_mine',
    model: 'claude-mine',
    content: [{ id: 'toolu_mine' }],
  });
  expect(answer.usage).toMatchObject({ output_tokens: 5, service_tier: 'standard' });
});

test('takes a saved answer of the SDK by its type', () => {
  expectTypeOf<Anthropic.Message>().toExtend<TurnInput>();
  expectTypeOf<Anthropic.Message['content']>().toExtend<TurnInput>();
  expectTypeOf<Anthropic.Beta.BetaMessage>().toExtend<TurnInput>();
});

test('plays a message saved from the real API as it stands', async () => {
  const { body: saved } = await send(simulate([[text('a'), toolUse('look', { at: 'b' })]]), body());
  const { body: replayed } = await send(simulate([saved]), body());
  expect(replayed).toEqual(saved);
});

test('counts tokens as told', async () => {
  const simulation = simulate(['four'], { tokens: (value) => value.length });
  const { body: answer } = await send(simulation, body());
  expect(answer.usage).toMatchObject({
    input_tokens: JSON.stringify(body()['messages']).length,
    output_tokens: 4,
  });
  const counted = await send(
    simulation,
    { model: 'm', messages: body()['messages'] },
    { path: '/v1/messages/count_tokens' },
  );
  expect(counted.body).toEqual({ input_tokens: answer.usage.input_tokens });
});

test('answers on any host and with ?beta=true, by URL, text or Request', async () => {
  const simulation = simulate(['a', 'b', 'c']);
  const init = {
    method: 'POST',
    body: JSON.stringify(body()),
    headers: { 'anthropic-version': '2023-06-01', authorization: 'Bearer k' },
  };
  const answers = await Promise.all([
    simulation.fetch('http://localhost:1/v1/messages?beta=true', init),
    simulation.fetch(new URL('https://example.test/v1/messages'), init),
    simulation.fetch(new Request('https://example.test/v1/messages', init)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('keeps concurrent requests in the order in which they were sent', async () => {
  const client = fakeAnthropic(['one', 'two', 'three']);
  const answers = await Promise.all(
    [1, 2, 3].map((n) =>
      client.messages.create({
        model: 'm',
        max_tokens: 5,
        messages: [{ role: 'user', content: `${n}` }],
      }),
    ),
  );
  expect(answers.map(({ content }) => content[0])).toMatchObject([
    { text: 'one' },
    { text: 'two' },
    { text: 'three' },
  ]);
  expect(client.simulation.transcripts).toHaveLength(3);
});
