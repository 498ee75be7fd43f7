/** A body that is laid out like an earlier one is read as if there had been none. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Layouts } from '../../src/wire/history/layouts.ts';
import { readJson } from '../../src/wire/json/read-json.ts';
import { unusual, usual } from '../support/written-bodies.ts';

const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(0, [0], { thread: 0 }, { messages: [] }, { messages: [], thread: {} }),
);
const messages = fc.array(value, { maxLength: 3 });
const thread = fc.oneof(
  fc.record({ type: fc.constant('continue'), previous_message_id: fc.string() }),
  value,
);
const beside = fc.dictionary(
  fc.oneof(fc.constantFrom('model', 'tools', 'metadata', '__proto__'), fc.string()),
  value,
  { maxKeys: 4 },
);

/** What stands around the messages and the thread, and in which order. */
const around = fc.record({
  before: beside,
  between: beside,
  after: beside,
  threadFirst: fc.boolean(),
});

/** How a client may write a body, most of them the first way. */
const writing = fc.oneof(
  { weight: 12, arbitrary: fc.constant(usual) },
  fc.constantFrom(
    ...unusual,
    (body: object) => `${JSON.stringify(body)} `,
    (body: object) => `${JSON.stringify(body).slice(0, -1)},"messages":[]}`,
    (body: object) => `{"messages":[],${JSON.stringify(body).slice(1)}`,
    (body: object) => `{"metadata":${JSON.stringify(body)},${JSON.stringify(body).slice(1)}`,
    (body: object) => JSON.stringify(body).replace('[', '["\\ud800",'),
    (body: object) => JSON.stringify(body).replace('[', `[${'['.repeat(1023)}${']'.repeat(1023)},`),
    (body: object) => JSON.stringify(body).replace('[', '[1e999,'),
    (body: object) => JSON.stringify(body).replace('[', String.raw`["\\\\ud800",`),
    (body: object) => JSON.stringify(body).replace(/"thread":[^,}]*/, '"thread":0e5'),
    (body: object) => JSON.stringify(body).replace(/"thread":[^,}]*/, '"thread":nulle5'),
  ),
);

const sent = fc.array(
  fc.record({
    which: fc.nat({ max: 2 }),
    messages,
    thread: fc.option(thread, { nil: undefined, freq: 2 }),
    write: writing,
  }),
  { minLength: 2, maxLength: 10 },
);

test('reads what the API reads, whatever was read before, and tells of equal fields by one layout', () => {
  let known = 0;
  fc.assert(
    fc.property(fc.tuple(around, around, around), sent, (layouts, requests) => {
      const read = new Layouts();
      const fieldsOf = new Map<number, unknown>();
      for (const { which, write, ...said } of requests) {
        const { before, between, after, threadFirst } = layouts[which]!;
        const [first, second] = threadFirst
          ? [{ thread: said.thread }, { messages: said.messages }]
          : [{ messages: said.messages }, { thread: said.thread }];
        const text = write({ ...before, ...first, ...between, ...second, ...after });
        const { layout, ...reading } = read.read(text);
        expect(reading).toEqual(readJson(text));
        expect(JSON.stringify(reading.value)).toBe(JSON.stringify(readJson(text).value));
        if (layout === undefined) continue;
        const {
          messages: _messages,
          thread: _thread,
          ...fields
        } = reading.value as object & {
          messages: unknown;
          thread: unknown;
        };
        if (fieldsOf.has(layout)) known += 1;
        expect(JSON.stringify(fields)).toBe(
          (fieldsOf.get(layout) as string | undefined) ?? JSON.stringify(fields),
        );
        fieldsOf.set(layout, JSON.stringify(fields));
      }
    }),
    { numRuns: 2000 },
  );
  expect(known).toBeGreaterThan(100);
});

const body = (said: object): string =>
  JSON.stringify({ model: 'm', tools: [{ name: 'look' }], messages: [], ...said });

test('fields that two bodies have in common are one value and frozen', () => {
  const read = new Layouts();
  const [first, second] = ['a', 'b'].map(
    (content) => read.read(body({ messages: [content] })).value as { tools: object[] },
  );
  expect(first!.tools).toBe(second!.tools);
  expect(Object.isFrozen(first!.tools[0])).toBe(true);
  expect(Object.isFrozen(first)).toBe(false);
});

test.each([
  ['what only looks like half a pair', { messages: [String.raw`\\ud83d`] }],
  ['messages inside of messages', { messages: [{ input: { a: 1, messages: [] } }] }],
])('%s makes no second layout', (_what, said) => {
  const read = new Layouts();
  const text = JSON.stringify({ thread: { type: 'create' }, ...said, model: 'm' });
  const layouts = [text, text, text].map((each) => read.read(each).layout);
  expect(layouts).toEqual([expect.any(Number), layouts[0], layouts[0]]);
});

test('a layout that was forgotten comes back as another one', () => {
  const read = new Layouts();
  const layoutOf = (model: string): number => read.read(body({ model })).layout!;
  const first = layoutOf('0');
  for (let other = 1; other < 32; other += 1) layoutOf(String(other));
  expect(layoutOf('0')).toBe(first);
  for (let other = 1; other <= 32; other += 1) layoutOf(String(other));
  expect(layoutOf('0')).toBeGreaterThan(first);
});

test.each([
  ['messages that are no list', { messages: 'Hello.' }],
  ['a thread that is a number', { thread: 0 }],
  ['more than is worth it', { system: 'x'.repeat(65_536) }],
])('there is no layout of %s', (_what, said) => {
  expect(new Layouts().read(body(said))).not.toHaveProperty('layout');
});
