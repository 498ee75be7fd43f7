/** A request whose history was rewritten belongs to the conversation whose call it hands back. */
import { expect, test } from 'vitest';
import { simulate, toolUse } from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';

const tools = [{ name: 'look', input_schema: { type: 'object' } }];
const user = (content: unknown): object => ({ role: 'user', content });
const calling = (id: string): object => ({
  role: 'assistant',
  content: [toolUse('look', {}, { id })],
});
const result = (id: string): object => user([{ type: 'tool_result', tool_use_id: id }]);

test.each([
  ['the first', 'a', [2, 1]],
  ['the second', 'b', [1, 2]],
])('a call of %s conversation', async (_which, id, lengths) => {
  const simulation = simulate([
    [toolUse('look', {}, { id: 'a' })],
    [toolUse('look', {}, { id: 'b' })],
    'Seen.',
  ]);
  await send(simulation, body({ tools, messages: [user('What is left?')] }));
  await send(simulation, body({ tools, messages: [user('What is right?')] }));
  await send(simulation, body({ tools, messages: [user('In short:'), calling(id), result(id)] }));
  expect(simulation.transcripts.map(({ exchanges }) => exchanges.length)).toEqual(lengths);
});

test('a call that no conversation made begins one', async () => {
  const simulation = simulate([[toolUse('look', {}, { id: 'a' })], 'Seen.']);
  await send(simulation, body({ tools, messages: [user('What is left?')] }));
  await send(simulation, body({ tools, messages: [user('In short:'), calling('z'), result('z')] }));
  expect(simulation.transcripts.map(({ exchanges }) => exchanges.length)).toEqual([1, 1]);
});
