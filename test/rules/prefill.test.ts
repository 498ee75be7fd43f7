/** Conversations that end in an assistant turn: whose answer may be begun, and which turns are no beginning. */
import { expect, test } from 'vitest';
import { fakeAnthropic, pauseTurn, simulate } from '../../fakes/index.ts';
import { compactionSignatureOf } from '../../src/wire/signature.ts';
import { body, send, type SendOptions } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';

type Json = Record<string, unknown>;

const user = (content: unknown): Json => ({ role: 'user', content });
const assistant = (content: unknown): Json => ({ role: 'assistant', content });
const text = (value: string): Json => ({ type: 'text', text: value });
const talk = (model: string, ...messages: Json[]): Json => body({ model, messages });

const beta = (...names: string[]): SendOptions => ({
  headers: { 'anthropic-beta': names.join(',') },
});

const PREFILL = refused(
  'This model does not support assistant message prefill. The conversation must end with a user message.',
);
const SPACE = refused('messages: final assistant content cannot end with trailing whitespace');

const OLD = 'claude-haiku-4-5';
const NEW = 'claude-sonnet-5';

checkCases([
  ...['claude-opus-4-6', 'claude-sonnet-5', 'claude-haiku-5-5', 'claude-mythos-preview'].map(
    (model): Case => ({
      name: `an answer begun for ${model}`,
      rule: 'prefill-unsupported',
      facts: ['M09'],
      sent: talk(model, user('x'), assistant('The answer is')),
      answer: PREFILL,
      accepted: talk(OLD, user('x'), assistant('The answer is')),
    }),
  ),
  {
    name: 'an answer begun in blocks',
    rule: 'prefill-unsupported',
    facts: ['M09'],
    sent: talk(NEW, user('x'), assistant([text('The answer'), text(' is')])),
    answer: PREFILL,
    accepted: talk(NEW, user('x'), assistant([text('The answer'), text(' is')]), user('y')),
  },
  {
    name: 'an answer begun with white space at its end',
    rule: 'prefill-trailing-space',
    facts: ['M08'],
    sent: talk(OLD, user('x'), assistant('The answer is ')),
    answer: SPACE,
    accepted: talk(OLD, user('x'), assistant(' The answer is')),
  },
  {
    name: 'white space at the end before the answer is found to be begun at all',
    rule: 'prefill-trailing-space',
    facts: ['M08'],
    sent: talk(NEW, user('x'), assistant([text('The answer is\n')])),
    answer: SPACE,
    accepted: talk(NEW, user('x'), assistant([text('The answer is\n')]), user('y')),
  },
]);

const search = {
  type: 'server_tool_use',
  id: 'srvtoolu_1',
  name: 'web_search',
  input: { query: 'q' },
};
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
const FORMAT = refused(
  'Your API request included an `assistant` message in the final position, which would pre-fill the `assistant` response. When using output format, pre-filling the `assistant` response is not supported.',
);
const format = { type: 'json_schema', schema: { type: 'object', additionalProperties: false } };
const formed = (sent: Json): Json => ({ ...sent, output_config: { format } });

checkCases([
  {
    name: 'an answer begun for a model that has to give it a form',
    rule: 'prefill-with-format',
    sent: formed(talk(OLD, user('x'), assistant('{'))),
    answer: FORMAT,
    accepted: talk(OLD, user('x'), assistant('{')),
  },
  {
    name: 'an answer begun for a model, with the older place of a form',
    rule: 'prefill-with-format',
    sent: { ...talk(OLD, user('x'), assistant('{')), output_format: format },
    options: beta('structured-outputs-2025-11-13'),
    answer: FORMAT,
    accepted: formed(talk(OLD, user('x'), assistant('{'), user('y'))),
  },
  {
    name: 'an answer begun in a form, for a model that takes none at all',
    rule: 'prefill-unsupported',
    facts: ['M09'],
    sent: formed(talk(NEW, user('x'), assistant('{'))),
    answer: PREFILL,
    accepted: formed(talk(NEW, user('x'), assistant(''))),
  },
]);

const summary = { type: 'compaction', content: 'So far.', tool_changes: [] };
const signed = { ...summary, signature: compactionSignatureOf(summary, 'test') };

interface Accepted {
  readonly what: string;
  readonly sent: object;
  readonly options?: SendOptions;
}

const accepted = (what: string, sent: object, options?: SendOptions): Accepted =>
  options === undefined ? { what, sent } : { what, sent, options };

const ACCEPTED: readonly Accepted[] = [
  accepted('an empty last message', talk(NEW, user('x'), assistant(''))),
  accepted('a last message without blocks', talk(NEW, user('x'), assistant([]))),
  accepted('a paused call of the server', talk(NEW, user('x'), assistant([text('y '), search]))),
  accepted('a paused result of the server', talk(NEW, user('x'), assistant([search, found]))),
  accepted('a summary alone', talk(NEW, assistant([signed])), beta('compact-2026-09-04')),
  accepted(
    'a conversation to be summarized',
    { ...talk(NEW, user('x'), assistant('y')), compaction: { type: 'summarize' } },
    beta('compact-2026-09-04'),
  ),
  accepted(
    'a refusal tried again with a token',
    { ...talk(NEW, user('x'), assistant('y')), fallback_credit_token: 'token' },
    beta('fallback-credit-2026-07-01'),
  ),
  accepted('an answer begun for an unknown model', talk('claude-test', user('x'), assistant('y'))),
  accepted('a message of the assistant first', talk(NEW, assistant('y '), user('x'))),
];

test.each(ACCEPTED)('accepts $what', async ({ sent, options = {} }) => {
  const answer = await send(simulate(['']), sent, options);
  expect(answer.status, answer.text).toBe(200);
});

test('counts the tokens of an answer that was begun', async () => {
  const { max_tokens: _most, ...sent } = talk(NEW, user('x'), assistant('y '));
  const answer = await send(simulate([]), sent, { path: '/v1/messages/count_tokens' });
  expect(answer.status, answer.text).toBe(200);
});

test('takes back a turn that it paused, whatever it ends in', async () => {
  const simulation = simulate([pauseTurn('Still looking. '), 'Found it.']);
  const first = await send(simulation, talk(NEW, user('x')));
  const answer = await send(simulation, talk(NEW, user('x'), assistant(first.body.content)));
  expect(answer.status, answer.text).toBe(200);
});

test('goes on with a paused turn through the tool runner, on a thread and without', async () => {
  for (const thread of [true, false]) {
    const client = fakeAnthropic([pauseTurn('Still looking.'), 'Found it.']);
    const params = { model: NEW, max_tokens: 64, messages: [{ role: 'user', content: 'x' }] };
    const options = { ...params, tools: [], ...(thread ? {} : { thread: false }) };
    const last = await client.beta.messages.toolRunner(options as never);
    expect(last.stop_reason).toBe('end_turn');
    client.simulation.assertDone();
  }
});
