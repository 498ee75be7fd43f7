/** Calls and results, in the API's words. */
import { body } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';

type Json = Record<string, unknown>;

const user = (...content: unknown[]): Json => ({ role: 'user', content });
const assistant = (...content: unknown[]): Json => ({ role: 'assistant', content });
const text = (value: string): Json => ({ type: 'text', text: value });
const call = (id: string): Json => ({ type: 'tool_use', id, name: 'look', input: {} });
const result = (id: string): Json => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const talk = (...messages: Json[]): Json => body({ messages: [user(text('x')), ...messages] });

const missing = (message: number, ids: string): string =>
  refused(
    `messages.${message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
const unexpected = (path: string, id: string): string =>
  refused(
    `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
  );

const round = talk(assistant(call('a')), user(result('a')));

const cases: Case[] = [
  {
    name: 'calls without results',
    rule: 'tool-result-missing',
    facts: ['T01', 'T04'],
    sent: talk(assistant(text('y'), call('a'), call('b'), call('c')), user(result('b'), text('z'))),
    answer: missing(2, 'a, c'),
    accepted: talk(
      assistant(text('y'), call('a'), call('b'), call('c')),
      user(result('b'), result('a')),
      user(result('c'), text('z')),
    ),
  },
  {
    name: 'calls at the very end',
    rule: 'tool-result-missing',
    facts: ['T02'],
    sent: talk(assistant(call('a'))),
    answer: missing(1, 'a'),
    accepted: round,
  },
  {
    name: 'a text behind a call, in a message of its own',
    rule: 'tool-use-not-last',
    facts: ['T02'],
    simulation: { refuse: ['tool-use-not-last'] },
    sent: talk(assistant(call('a')), assistant(text('y')), user(result('a'))),
    answer: missing(2, 'a'),
    accepted: talk(assistant(text('y')), assistant(call('a')), user(result('a'))),
  },
  {
    name: 'a text between two calls',
    rule: 'tool-use-not-last',
    facts: ['T02'],
    simulation: { refuse: ['tool-use-not-last'] },
    sent: talk(assistant(call('a'), text('y'), call('b')), user(result('a'), result('b'))),
    answer: missing(1, 'a'),
    accepted: talk(
      assistant(call('a')),
      user(result('a')),
      assistant(text('y'), call('b')),
      user(result('b')),
    ),
  },
  {
    name: 'text before the results',
    rule: 'tool-result-missing',
    facts: ['T03'],
    sent: talk(assistant(call('a')), user(text('y'), result('a'))),
    answer: missing(2, 'a'),
    accepted: talk(assistant(call('a')), user(result('a'), text('y'))),
  },
  {
    name: 'text between the results',
    rule: 'tool-result-missing',
    facts: ['T03'],
    sent: talk(assistant(call('a'), call('b')), user(result('a'), text('y'), result('b'))),
    answer: missing(2, 'b'),
    accepted: talk(assistant(call('a'), call('b')), user(result('a'), result('b'), text('y'))),
  },
  {
    name: 'a result before any call',
    rule: 'tool-result-unexpected',
    facts: ['T06'],
    sent: body({ messages: [user(result('a'))] }),
    answer: unexpected('messages.0.content.0', 'a'),
    accepted: round,
  },
  {
    name: 'a result for an older call',
    rule: 'tool-result-unexpected',
    facts: ['T06'],
    sent: talk(
      assistant(call('a')),
      user(result('a')),
      assistant(text('y')),
      user(text('z'), result('a')),
    ),
    answer: unexpected('messages.4.content.1', 'a'),
    accepted: talk(assistant(call('a')), user(result('a')), assistant(text('y')), user(text('z'))),
  },
  {
    name: 'two results for one call',
    rule: 'tool-result-repeated',
    facts: ['T07'],
    sent: talk(assistant(call('a')), user(result('a'), result('a'))),
    answer: refused(
      'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: a',
    ),
    accepted: talk(assistant(call('a'), call('b')), user(result('b'), result('a'))),
  },
  {
    name: 'a call id from an older turn',
    rule: 'tool-use-id-repeated',
    facts: ['T08'],
    sent: talk(
      assistant(call('a')),
      user(result('a')),
      assistant(text('y'), call('a')),
      user(result('a')),
    ),
    answer: refused('messages.3.content.1: `tool_use` ids must be unique'),
    accepted: talk(
      assistant(call('a')),
      user(result('a')),
      assistant(text('y'), call('b')),
      user(result('b')),
    ),
  },
  {
    name: 'one id for two calls',
    rule: 'tool-use-id-repeated',
    facts: ['T08'],
    sent: talk(assistant(call('a'), call('a')), user(result('a'))),
    answer: refused('messages.1.content.1: `tool_use` ids must be unique'),
    accepted: talk(assistant(call('a'), call('b')), user(result('a'), result('b'))),
  },
  {
    name: 'a call in a user message',
    rule: 'tool-use-misplaced',
    facts: ['T09'],
    sent: body({ messages: [user(call('a'))] }),
    answer: refused('messages.0: `tool_use` blocks can only be in `assistant` messages'),
    accepted: round,
  },
  {
    name: 'a result in an assistant message',
    rule: 'tool-result-misplaced',
    facts: ['T10'],
    sent: talk(assistant(call('a'), result('a')), user(result('a'))),
    answer: refused('messages.1: `tool_result` blocks can only be in `user` messages'),
    accepted: round,
  },
];

checkCases(cases);
