// How the inspector lays a conversation out, and where it puts what was found.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate, toolUse } from '../../fakes/index.ts';
import { readAddress, writeAddress } from '../../fakes/server/inspector/address.ts';
import { findingsOf, placeIn } from '../../src/transcript/findings.ts';
import { lanesOf, type Group } from '../../src/transcript/lanes.ts';
import { body, send } from '../support/send.ts';

const ids = fc.constantFrom('a', 'b', 'c');
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.string() }),
  fc.record({ type: fc.constantFrom('tool_use', 'server_tool_use'), id: ids }),
  fc.record({
    type: fc.constantFrom('tool_result', 'web_search_tool_result'),
    tool_use_id: ids,
    is_error: fc.boolean(),
  }),
  fc.anything(),
);
const message = fc.record({
  role: fc.constantFrom('user', 'assistant', 'system', ''),
  content: fc.oneof(fc.string(), fc.array(block), fc.anything()),
});

const cellsOf = (groups: readonly Group[]): string[] =>
  groups
    .flatMap(({ rows }) => rows)
    .flatMap(({ cell, call }) => [cell, ...(call?.result ? [call.result] : [])])
    .map((cell) => `${cell.message}.${cell.block}`);

test('every block has one place, whatever was sent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 4, arbitrary: message }, fc.anything())),
      (messages) => {
        const expected = messages.flatMap((each, index) => {
          const content = (each as { content?: unknown } | null | undefined)?.content;
          const many = Array.isArray(content)
            ? content.length
            : Number(typeof content === 'string');
          return Array.isArray(each)
            ? []
            : Array.from({ length: many }, (_, at) => `${index}.${at}`);
        });
        expect(cellsOf(lanesOf(messages)).sort()).toEqual(expected.sort());
      },
    ),
  );
});

test('a result stands beside the call it answers', () => {
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      for (const { cell, call } of lanesOf(messages).flatMap(({ rows }) => rows)) {
        if (call?.result) expect(call.result.content['tool_use_id']).toBe(cell.content['id']);
      }
    }),
  );
});

const call = (id: string): object => ({ type: 'tool_use', id, name: 'look', input: {} });
const result = (id: string, more: object = {}): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'seen',
  ...more,
});

test.each<[what: string, messages: object[], states: (string | undefined)[]]>([
  ['a call at the end', [{ role: 'assistant', content: [call('a')] }], ['waiting']],
  [
    'one result of two',
    [
      { role: 'assistant', content: [call('a'), call('b')] },
      { role: 'user', content: [result('b')] },
    ],
    ['missing', 'answered'],
  ],
  [
    'results in another order, one an error',
    [
      { role: 'assistant', content: [call('a'), call('b')] },
      { role: 'user', content: [result('b', { is_error: true }), result('a')] },
    ],
    ['answered', 'failed'],
  ],
  [
    'a result twice and one of no call',
    [
      { role: 'assistant', content: [call('a')] },
      { role: 'user', content: [result('a'), result('a'), result('z')] },
    ],
    ['answered', undefined, undefined],
  ],
  [
    'a call of the server, with its error',
    [
      {
        role: 'assistant',
        content: [
          { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
          {
            type: 'web_search_tool_result',
            tool_use_id: 's',
            content: { type: 'web_search_tool_result_error', error_code: 'unavailable' },
          },
        ],
      },
    ],
    ['failed'],
  ],
])('says how calls stand: %s', (_what, messages, states) => {
  const rows = lanesOf(messages).flatMap((group) => group.rows);
  expect(rows.map((row) => row.call?.state)).toEqual(states);
});

test.each([
  ['messages.2.content.0', { message: 2, block: 0 }],
  ['messages.2.content.0.content.1.text', { message: 2, block: 0 }],
  ['messages.12', { message: 12 }],
  ['messages.1.role', { message: 1 }],
  ['messages.1.content', { message: 1 }],
  ['messages', {}],
  ['messages.1x', {}],
  ['tools.0.name', {}],
  ['max_tokens', {}],
])('finds the place in %s', (path, place) => {
  expect(placeIn(path)).toEqual(place);
});

test('an address leads back to what was chosen', () => {
  const address = fc.record(
    { token: fc.string({ unit: 'grapheme' }), run: fc.string(), exchange: fc.nat() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(address, (chosen) => {
      expect(readAddress(new URL(writeAddress(chosen), 'http://a').hash)).toEqual(chosen);
    }),
  );
});

test('finds the block of a thread that a fault in what was sent is about', async () => {
  const simulation = simulate([[toolUse('look', {}, { id: 'toolu_a' })]]);
  const headers = { 'anthropic-beta': 'message-threads-2026-08-12' };
  const tools = [{ name: 'look', input_schema: { type: 'object' } }];
  const first = await send(simulation, body({ tools, thread: { type: 'create' } }), { headers });
  const content = [{ type: 'tool_result', tool_use_id: 'toolu_a', content: 5 }];
  const thread = { type: 'continue', previous_message_id: first.body.id as string };
  await send(simulation, body({ messages: [{ role: 'user', content }], thread }), { headers });
  expect(findingsOf([simulation.journal[1]!], [])).toMatchObject([
    { path: expect.stringMatching(/^messages\.0\.content\.0/), message: 2, block: 0 },
  ]);
});
