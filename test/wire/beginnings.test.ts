/** A body that goes on from an earlier one is read as if there had been none. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Beginnings } from '../../src/wire/history/beginnings.ts';
import { readJson } from '../../src/wire/json/read-json.ts';
import { unusual, usual } from '../support/written-bodies.ts';

const message = fc.record({
  role: fc.constantFrom('user', 'assistant'),
  content: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
});
const fields = fc.dictionary(
  fc.oneof(fc.constantFrom('system', 'tools', 'metadata'), fc.string()),
  fc.jsonValue(),
  { maxKeys: 3 },
);

/** How a client may write a body, most of them the first way. */
const writing = fc.oneof(
  { weight: 12, arbitrary: fc.constant(usual) },
  fc.constantFrom(
    ...unusual,
    (body: object) => `${JSON.stringify(body).slice(0, -1)},"messages":[]}`,
    (body: object) => `{"metadata":${JSON.stringify(body)},${JSON.stringify(body).slice(1)}`,
  ),
);

/** Requests of one conversation and more: each has so many of the messages, its last one rewritten or not. */
const requests = fc.array(
  fc.record({
    length: fc.integer({ min: 1, max: 6 }),
    other: fc.option(message, { freq: 4 }),
    write: writing,
  }),
  { minLength: 2, maxLength: 12 },
);

test('reads what JSON.parse and the API read, whatever was read before', () => {
  let goneOn = 0;
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 6, maxLength: 6 }),
      fields,
      fields,
      requests,
      (messages, before, after, sent) => {
        const beginnings = new Beginnings(0);
        for (const { length, other, write } of sent) {
          const said = [...messages.slice(0, length), ...(other ? [other] : [])];
          const text = write({ ...before, messages: said, ...after });
          const { history, layout: _layout, ...reading } = beginnings.read(text);
          expect(reading).toEqual(readJson(text));
          if (history) expect(reading.value).toHaveProperty('messages', history.messages);
          if (history?.previous) goneOn += 1;
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(goneOn).toBeGreaterThan(300);
});

const WORDS = 'So much was said before that it is worth knowing. '.repeat(100);
const said = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index} ${WORDS}`,
  }));
const body = (count: number, after: object = {}): string =>
  JSON.stringify({ model: 'm', messages: said(count), ...after });

test('hands out the messages that were read before, and reads only what is new', () => {
  const beginnings = new Beginnings();
  const first = beginnings.read(body(3));
  const second = beginnings.read(body(5, { stream: true }));
  const third = beginnings.read(body(7));
  expect(second.value).toEqual({ model: 'm', messages: said(5), stream: true });
  for (const [index, each] of first.history!.messages.entries()) {
    expect(second.history!.messages[index]).toBe(each);
    expect(third.history!.messages[index]).toBe(each);
  }
  expect(third.history!.previous!.deref()).toBe(second.history);
  // Nothing is carried along from further back.
  expect(second.history!.previous!.deref()).toBeUndefined();
});

const known = '{"model":"m","messages":[{"role":"user","content":"Hello."}]}';
const open = known.slice(0, -2);

test.each([
  ['a comma behind the last message', `${open},]}`],
  ['white space in a list', `${open}, ]}`],
  ['the fraction of a number', `${open}].0}`],
  ['an exponent', `${open}]e5}`],
  ['a comma behind the messages', `${open}],}`],
  ['messages once more, that are none', `${open}],"messages":0}`],
  ['messages once more, escaped', String.raw`${open}],"mess\u0061ges":0}`],
  ['messages once more, the same', `${open}],"messages":[{"role":"user","content":"Hello."}]}`],
  ['a list and messages once more', `${open},1],"messages":[1]}`],
  ['a field that was there', `${open}],"model":"n"}`],
  ['what ends too soon', open],
  ['what goes on behind its end', `${known}}`],
])('reads %s as if nothing were known', (_name, text) => {
  const beginnings = new Beginnings(0);
  for (const each of [known, text, known, text]) {
    const { history, layout: _layout, ...reading } = beginnings.read(each);
    expect(reading).toEqual(readJson(each));
    if (history) expect(reading.value).toHaveProperty('messages', history.messages);
  }
});

test.each([
  ['no messages', '{"messages":[]}', '{"messages":[,1]}'],
  [
    'a name that ends alike',
    String.raw`{"x\"messages":[1],"messages":[1]}`,
    String.raw`{"x\"messages":[1]}`,
  ],
  [
    'messages twice',
    '{"messages":5,"a":1,"messages":[1]}',
    '{"messages":5,"a":1,"messages":[1,2]}',
  ],
  ['messages deeper inside', '{"a":{"messages":[1]},"messages":[1]}', '{"a":{"messages":[1,2]}}'],
])('goes on from no body with %s', (_name, first, second) => {
  const beginnings = new Beginnings(0);
  for (const each of [first, second, first]) {
    const { history, layout: _layout, ...reading } = beginnings.read(each);
    expect(JSON.stringify(reading)).toBe(JSON.stringify(readJson(each)));
    expect(history?.previous).toBeUndefined();
  }
});

test('knows two conversations that begin alike from each other', () => {
  const beginnings = new Beginnings();
  const [one, two] = [said(1), said(1)].map((messages, index) =>
    beginnings.read(JSON.stringify({ messages: [...messages, { role: 'user', content: index }] })),
  );
  const longer = beginnings.read(
    JSON.stringify({ messages: [...(two!.history!.messages as object[]), ...said(1)] }),
  );
  expect(longer.history!.messages[1]).toBe(two!.history!.messages[1]);
  expect(longer.history!.messages[1]).not.toBe(one!.history!.messages[1]);
});

test('lets nobody change what several requests have in common', () => {
  const beginnings = new Beginnings();
  const { messages } = beginnings.read(body(3)).value as { messages: { content: string }[] };
  beginnings.read(body(5));
  expect(() => (messages[0]!.content = 'Something else.')).toThrow(TypeError);
  expect(() => messages.push({ content: '' })).toThrow(TypeError);
});

test('goes by the text, not by what somebody made of the messages meanwhile', () => {
  const beginnings = new Beginnings();
  const { messages } = beginnings.read(body(3)).value as { messages: { content: string }[] };
  messages[0]!.content = 'Something else.';
  expect(beginnings.read(body(5)).value).toEqual({ model: 'm', messages: said(5) });
});

test('holds bodies of four million characters together, and the newest whatever its length', () => {
  const beginnings = new Beginnings();
  const long = (name: string, count: number): string =>
    JSON.stringify({ name, messages: [{ role: 'user', content: 'x'.repeat(count) }] });
  const isKnown = (name: string, count: number): boolean => {
    const longer = long(name, count).replace(/]}$/, ',1]}');
    return beginnings.read(longer).history?.previous !== undefined;
  };
  beginnings.read(long('a', 1_500_000));
  beginnings.read(long('b', 1_500_000));
  beginnings.read(long('c', 1_500_000));
  expect(isKnown('a', 1_500_000)).toBe(false);
  expect(isKnown('c', 1_500_000)).toBe(true);
  beginnings.read(long('d', 5_000_000));
  expect(isKnown('d', 5_000_000)).toBe(true);
});

test('keeps no more than 32 bodies', () => {
  const beginnings = new Beginnings();
  const opening = (index: number, more: object[] = []): string =>
    JSON.stringify({ messages: [{ role: 'user', content: `${index} ${WORDS}` }, ...more] });
  const first = Array.from({ length: 33 }, (_, index) => beginnings.read(opening(index)));
  const isKnown = (index: number): boolean =>
    beginnings.read(opening(index, said(1))).history!.messages[0] ===
    first[index]!.history!.messages[0];
  expect([isKnown(0), isKnown(2), isKnown(32)]).toEqual([false, true, true]);
});
