/** Calls and results: the one account that rules and invariants share. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesOf } from '../../src/wire/conversation.ts';
import { orderFaults, pairingFaults } from '../../src/wire/pairing.ts';
import { conversation } from '../../testing/arbitraries/conversation.ts';

type Json = Record<string, unknown>;

const user = (...content: Json[]): Json => ({ role: 'user', content });
const assistant = (...content: Json[]): Json => ({ role: 'assistant', content });
const system = (...content: Json[]): Json => ({ role: 'system', content });
const text: Json = { type: 'text', text: 'x' };
const call = (id: string): Json => ({ type: 'tool_use', id });
const result = (id: string): Json => ({ type: 'tool_result', tool_use_id: id });
const search: Json = { type: 'server_tool_use', id: 'srvtoolu_1' };
const found: Json = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1' };

/** `kind message[.block] ids` */
function faults(...messages: Json[]): string[] {
  return pairingFaults(entriesOf(messages)).map((fault) =>
    fault.kind === 'result-missing'
      ? `${fault.kind} ${fault.message} ${fault.ids.join(',')}`
      : `${fault.kind} ${fault.message}.${fault.block} ${fault.id}`,
  );
}

test.each<[string, Json[], string[]]>([
  ['one call, one result', [user(text), assistant(call('a')), user(result('a'))], []],
  [
    'results in another order',
    [assistant(call('a'), call('b')), user(result('b'), result('a'))],
    [],
  ],
  ['text after the results', [assistant(call('a')), user(result('a'), text)], []],
  [
    'results over two user messages',
    [assistant(call('a'), call('b')), user(result('a')), user(result('b'), text)],
    [],
  ],
  [
    'calls over two assistant messages',
    [assistant(call('a')), assistant(call('b')), user(result('a'), result('b'))],
    [],
  ],
  ['text after a call', [assistant(call('a'), text), user(result('a'))], []],
  ['a server tool before the call', [assistant(search, found, call('a')), user(result('a'))], []],
  [
    'a call buried under a server tool',
    [assistant(call('a'), search, found), user(result('a'))],
    ['result-missing 0 a'],
  ],
  ['a call at the end', [user(text), assistant(call('a'))], ['result-missing 1 a']],
  [
    'a system message in between',
    [assistant(call('a')), system(text), user(result('a'))],
    ['result-missing 0 a'],
  ],
  [
    'text between the results',
    [assistant(call('a'), call('b')), user(result('a'), text, result('b'))],
    ['result-missing 1 b'],
  ],
  [
    'text first',
    [assistant(call('a'), call('b')), user(text, result('a'), result('b'))],
    ['result-missing 1 a,b'],
  ],
  [
    'a result for a server tool',
    [assistant(search, found), user(result('srvtoolu_1'))],
    ['result-unexpected 1.0 srvtoolu_1'],
  ],
  ['a result before any call', [user(result('a'))], ['result-unexpected 0.0 a']],
  [
    'a result one turn late',
    [assistant(call('a')), user(result('a')), assistant(text), user(text, result('a'))],
    ['result-unexpected 3.1 a'],
  ],
  [
    'a second result',
    [assistant(call('a')), user(result('a'), result('a'))],
    ['result-repeated 1.1 a'],
  ],
  [
    'one id for two calls',
    [assistant(call('a'), call('a')), user(result('a'))],
    ['call-id-repeated 0.1 a'],
  ],
  [
    'an id from an older turn',
    [assistant(call('a')), user(result('a')), assistant(call('a')), user(result('a'))],
    ['call-id-repeated 2.0 a'],
  ],
  ['a call by the user', [user(text, call('a'))], ['call-misplaced 0.1 a']],
  [
    'a result by the assistant',
    [assistant(call('a')), user(result('a')), assistant(result('a'))],
    ['result-misplaced 2.0 a'],
  ],
])('finds what is wrong with %s', (_name, messages, expected) => {
  expect(faults(...messages)).toEqual(expected);
});

test('finds nothing in a valid conversation, and exactly the dropped ids in one without results', () => {
  fc.assert(
    fc.property(conversation(), fc.infiniteStream(fc.boolean()), (body, coins) => {
      expect(pairingFaults(entriesOf(body.messages))).toEqual([]);
      const dropped: string[] = [];
      const messages = body.messages.map((message) => ({
        ...message,
        content: message.content.filter((block) => {
          if (block.type !== 'tool_result' || coins.next().value !== true) return true;
          dropped.push(String(block['tool_use_id']));
          return false;
        }),
      }));
      const missing = pairingFaults(entriesOf(messages)).flatMap((fault) =>
        fault.kind === 'result-missing' ? fault.ids : ['other'],
      );
      expect(missing).toEqual(dropped);
    }),
  );
});

test('reads any JSON without a throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      pairingFaults(entriesOf(value));
      pairingFaults(
        entriesOf([
          value,
          { role: 'user', content: value },
          { role: 'assistant', content: [value] },
        ]),
      );
    }),
  );
});

test('says of a result without its call whether another turn made it, and what was open instead', () => {
  const unexpected = (...messages: Json[]): unknown[] =>
    pairingFaults(entriesOf(messages)).flatMap((fault) =>
      fault.kind === 'result-unexpected' ? [{ made: fault.made, open: fault.open }] : [],
    );
  expect(unexpected(user(result('a')))).toEqual([{ made: false, open: [] }]);
  expect(unexpected(assistant(call('a'), call('b')), user(result('a'), result('c')))).toEqual([
    { made: false, open: ['b'] },
  ]);
  expect(
    unexpected(assistant(call('a')), user(result('a')), assistant(call('b')), user(result('a'))),
  ).toEqual([{ made: true, open: ['b'] }]);
});

test.each<[string, Json[], string[]]>([
  ['in order', [assistant(call('a'), call('b')), user(result('a'), result('b'))], []],
  [
    'one of them missing',
    [assistant(call('a'), call('b'), call('c')), user(result('a'), result('c'))],
    [],
  ],
  ['one without a call', [assistant(call('a')), user(result('x'), result('a'))], []],
  [
    'in reverse',
    [assistant(call('a'), call('b'), call('c')), user(result('c'), result('b'), result('a'))],
    ['result-early 1.0 c', 'result-early 1.1 b'],
  ],
  [
    'the last one first',
    [assistant(call('a'), call('b'), call('c')), user(result('c'), result('a'), result('b'))],
    ['result-early 1.0 c'],
  ],
  [
    'over two messages',
    [assistant(call('a'), call('b')), user(result('a')), user(result('b'))],
    ['results-split 2.0 b'],
  ],
  [
    'over two messages with text between, which is another fault',
    [assistant(call('a'), call('b')), user(result('a'), text), user(result('b'))],
    [],
  ],
])('finds faults of order: results %s', (_name, messages, expected) => {
  expect(
    orderFaults(entriesOf(messages)).map(
      (fault) => `${fault.kind} ${fault.message}.${fault.block} ${fault.id}`,
    ),
  ).toEqual(expected);
});

test('finds no fault of order in a valid conversation', () => {
  fc.assert(
    fc.property(conversation(), ({ messages }) => {
      expect(orderFaults(entriesOf(messages))).toEqual([]);
    }),
  );
});
