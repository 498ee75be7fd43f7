/** Where a `role: "system"` message may stand in a conversation, and which models take one. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send, type SendOptions } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';

type Json = Record<string, unknown>;

const user = (content: unknown): Json => ({ role: 'user', content });
const assistant = (content: unknown): Json => ({ role: 'assistant', content });
const system = (content: unknown, fields: Json = {}): Json => ({
  role: 'system',
  content,
  ...fields,
});
const talk = (...messages: Json[]): Json => body({ messages });
const betas: SendOptions = {
  headers: {
    'anthropic-beta':
      'mid-conversation-output-config-2026-07-01,mid-conversation-system-clear-at-2026-08-21,mid-conversation-tool-changes-2026-07-01',
  },
};
const directive = system([], { output_config: { effort: 'low' } });
const search = [
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
];
const searching = { tools: [{ type: 'web_search_20250305', name: 'web_search' }] };
const removal = { type: 'tool_removal', tool: { type: 'tool_reference', name: 'look' } };
const text = (value: string): Json => ({ type: 'text', text: value });

const FORM = 'the directive-only form (content: [] with output_config) is accepted at any position';
const first = (index: number): string =>
  refused(
    `messages.${index}: use the top-level 'system' parameter for the initial system prompt; ${FORM}`,
  );
const before = (index: number): string =>
  refused(
    `messages.${index}: role 'system' must precede an 'assistant' message or end the array; ${FORM}`,
  );
const after = (index: number): string =>
  refused(
    `messages.${index}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${FORM}`,
  );

checkCases(
  [
    {
      name: 'a system message first',
      rule: 'system-message-first',
      facts: ['M12', '4.10'],
      sent: talk(system('Be brief.'), user('x')),
      answer: first(0),
      accepted: talk(user('x'), system('Be brief.')),
    },
    {
      name: 'a system message with nothing but a directive before it',
      rule: 'system-message-first',
      facts: ['M12'],
      sent: talk(directive, system('Be brief.'), user('x')),
      answer: first(1),
      accepted: talk(directive, user('x'), system('Be brief.')),
    },
    {
      name: 'a system message between user messages',
      rule: 'system-message-before-user',
      facts: ['M13', '4.10'],
      sent: talk(user('x'), system('Be brief.'), user('y')),
      answer: before(1),
      accepted: talk(user('x'), system('Be brief.'), assistant('y'), user('z')),
    },
    {
      name: 'the last of a section of system messages before a user message',
      rule: 'system-message-before-user',
      facts: ['M13'],
      sent: talk(user('x'), system('Be brief.'), directive, system('Be kind.'), user('y')),
      answer: before(3),
      accepted: talk(user('x'), system('Be brief.'), directive, system('Be kind.')),
    },
    {
      name: 'a system message after an assistant message',
      rule: 'system-message-after-assistant',
      facts: ['M14', '4.10'],
      sent: talk(user('x'), assistant('y'), system('Be brief.')),
      answer: after(2),
      accepted: talk(user('x'), assistant('y'), user('z'), system('Be brief.')),
    },
    {
      name: 'a system message between a call and its result',
      rule: 'system-message-after-assistant',
      facts: ['4.10'],
      sent: talk(
        user('x'),
        assistant([{ type: 'tool_use', id: 'a', name: 'look', input: {} }]),
        system('Be brief.'),
        user([{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }]),
      ),
      answer: after(2),
      accepted: talk(
        user('x'),
        assistant([{ type: 'tool_use', id: 'a', name: 'look', input: {} }]),
        user([{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }]),
        system('Be brief.'),
      ),
    },
    {
      name: 'a system message after a server tool that is not the end of the turn',
      rule: 'system-message-after-assistant',
      facts: ['M14'],
      sent: { ...talk(user('x'), assistant([...search, text('y')]), system('z')), ...searching },
      answer: after(2),
      accepted: {
        ...talk(user('x'), assistant([text('y'), ...search]), system('z')),
        ...searching,
      },
    },
    {
      name: 'a system message for one turn that changes tools',
      rule: 'system-message-not-text',
      facts: ['M16'],
      sent: {
        ...talk(user('x'), system([text('y'), removal], { clear_at: 'next_user_message' })),
        tools: [{ name: 'look', input_schema: { type: 'object' } }],
      },
      answer: refused(
        "messages.1: a turn-scoped system message supports text blocks only (clear_at: 'next_user_message')",
      ),
      accepted: {
        ...talk(user('x'), system([text('y'), removal], { clear_at: 'never' })),
        tools: [{ name: 'look', input_schema: { type: 'object' } }],
      },
    },
    ...['claude-sonnet-5', 'claude-opus-4-7', 'claude-haiku-4-5'].map((model) => ({
      name: `a system message to ${model}`,
      rule: 'system-message-unsupported',
      facts: ['M15', '4.10'],
      sent: { ...talk(user('x'), system('Be brief.')), model },
      answer: refused(
        'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
      ),
      accepted: { ...talk(user('x')), system: 'Be brief.', model },
    })),
  ].map((row) => ({ options: betas, acceptedOptions: betas, ...row })),
);

test.each([
  'claude-fable-5',
  'claude-fable-5-1',
  'claude-mythos-5',
  'claude-mythos-5-1',
  'claude-opus-4-8',
  'claude-opus-5',
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'a-model-nobody-knows',
])('takes a system message to %s (4.10)', async (model) => {
  const answer = await send(simulate(['Fine.']), {
    ...talk(user('x'), system('Be brief.')),
    model,
  });
  expect(answer.status, answer.text).toBe(200);
});

test.each<[string, Json[]]>([
  ['a directive first', [directive, user('x')]],
  ['a directive between user messages', [user('x'), directive, user('y')]],
  ['a directive after an assistant message', [user('x'), assistant('y'), directive, user('z')]],
  ['two system messages in a row', [user('x'), system('y'), system('z')]],
  ['a leading assistant message (M10)', [assistant('x'), user('y')]],
  ['user messages in a row (M11)', [user('x'), user('y')]],
  ['assistant messages in a row (M11)', [user('x'), assistant('y'), assistant('z'), user('!')]],
])('takes %s', async (_name, messages) => {
  for (const version of ['2023-06-01', '2026-10-21']) {
    const headers = { ...betas.headers, 'anthropic-version': version };
    // oxlint-disable-next-line no-await-in-loop -- one after another
    const answer = await send(simulate(['Fine.']), talk(...messages), { headers });
    expect(answer.status, answer.text).toBe(200);
  }
});

test('sees where a system message stands in the whole of a continued thread', async () => {
  const headers = { 'anthropic-beta': 'message-threads-2026-08-12' };
  const simulation = simulate(['One.', 'Two.']);
  const reply = await send(simulation, body({ thread: { type: 'create' } }), { headers });
  const thread = { type: 'continue', previous_message_id: reply.body.id as string };
  const early = { ...talk(system('Be brief.'), user('y')), thread };
  const answer = await send(simulation, early, { headers });
  expect(`${answer.status} ${answer.body.error.type}: ${answer.body.error.message}`).toBe(after(2));
  const late = { ...talk(user('y'), system('Be brief.')), thread };
  expect((await send(simulation, late, { headers })).status).toBe(200);
});
