// Laws of the shape check: any JSON gets an answer, what the schema allows is accepted, and the walk that words
// the faults agrees with the yes or no about whether there are any.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultsOf } from '../../src/wire/request/explain.ts';
import { type RequestKind, shapeIssues } from '../../src/wire/request/issues.ts';
import { isRecord } from '../../src/wire/json/is-record.ts';
import { countTokensRequest, messageRequest } from '../../src/wire/request/request.ts';
import { acceptorOf } from '../../src/wire/schema/acceptor.ts';
import type { ObjectSchema, Schema, StringSchema } from '../../src/wire/schema/schema.ts';

const schemas: Record<RequestKind, ObjectSchema> = {
  messages: messageRequest,
  count_tokens: countTokensRequest,
};
const kinds = Object.keys(schemas) as RequestKind[];
const speech = { wording: 'python', betas: undefined } as const;

const dictionary = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 });

/** Strings with a pattern: the ids and names of scalars.ts; anything that fits all of them. */
const identifiers = fc.stringMatching(/^srvtoolu_[a-zA-Z0-9_]{1,20}$/);

/** Values that a schema allows, by the schema itself. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  let values = presentValuesOf(schema);
  if (schema.nullable === true) values = fc.option(values, { nil: null });
  if (schema.optional === true) values = fc.option(values, { nil: undefined });
  return values;
}

function stringsOf({ least = 0, most = 10, pattern }: StringSchema): fc.Arbitrary<string> {
  if (pattern) return identifiers;
  return fc.string({ minLength: least, maxLength: Math.min(most, 10) });
}

function presentValuesOf(schema: Schema): fc.Arbitrary<unknown> {
  switch (schema.kind) {
    case 'list':
      return fc.array(valuesOf(schema.item), { maxLength: 3 });
    case 'record':
      return fc.dictionary(fc.string(), valuesOf(schema.value), { maxKeys: 2 });
    case 'dictionary':
      return dictionary;
    case 'tagged':
    case 'either':
      return fc.oneof(...schema.arms.map(valuesOf));
    case 'choice':
      return fc.constantFrom(...schema.values);
    case 'string':
      return stringsOf(schema);
    case 'number':
      // Whole numbers above every minimum; the two fractions of a request are both below one.
      return fc.integer({ min: 1024, max: 200_000 }).map((n) => (schema.most === 1 ? 1 / n : n));
    case 'boolean':
      return fc.boolean();
    case 'object': {
      const fields = Object.entries(schema.fields).map(([name, field]) => [name, valuesOf(field)]);
      const known = fc.record(Object.fromEntries(fields)).map(withoutAbsent);
      const more =
        schema.open === true
          ? fc.dictionary(fc.stringMatching(/^\$[a-z]+$/), fc.jsonValue())
          : fc.constant({});
      return fc.tuple(more, known).map(([extra, value]) => fitting({ ...extra, ...value }));
    }
    case 'unknown':
      return fc.jsonValue();
  }
}

/** What is undefined is not there once it is JSON. */
function withoutAbsent(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
}

/** The one condition between fields: a system message says something. */
function fitting(value: Record<string, unknown>): Record<string, unknown> {
  return value['role'] === 'system' ? { content: '', ...value } : value;
}

const valid = { messages: valuesOf(messageRequest), count_tokens: valuesOf(countTokensRequest) };

type Mutation = { at: number; what: 'replace' | 'remove' | 'add'; by: unknown };
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  what: fc.constantFrom('replace', 'remove', 'add'),
  by: fc.oneof(fc.jsonValue(), fc.constantFrom('text', 'tool_use', 'auto', '', 0, -1, 1.5, null)),
});

/** A copy of a JSON value with one place in it changed. */
function mutated(value: unknown, { at, what, by }: Mutation): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const copy = JSON.parse(
    JSON.stringify(value),
    function (this: Record<string, unknown>, key, each) {
      places.push([this, key]);
      return each as unknown;
    },
  ) as unknown;
  const [holder, key] = places[at % places.length] ?? [{}, ''];
  if (key === '') return by;
  if (what === 'replace') holder[key] = by;
  else if (what === 'remove') Reflect.deleteProperty(holder, key);
  else if (isRecord(holder[key])) holder[key]['added_key'] = by;
  return copy;
}

test.each(kinds)('accepts every %s request the schema allows', (kind) => {
  fc.assert(
    fc.property(valid[kind], (body) => {
      expect(shapeIssues(body, kind)).toEqual([]);
      expect(faultsOf(schemas[kind], body, speech)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

const many = (count: number, value: unknown): unknown[] =>
  Array.from({ length: count }, () => value);

function agrees(body: unknown, kind: RequestKind): void {
  const issues = shapeIssues(body, kind);
  const faults = faultsOf(schemas[kind], body, speech);
  expect(issues.length === 0).toBe(acceptorOf(schemas[kind])(body));
  expect(faults).toEqual(issues);
  for (const { path, message } of issues) {
    expect(path === '' || message.startsWith(`${path}: `)).toBe(true);
  }
}

test.each(kinds)('words a fault of a changed %s request exactly when it is refused', (kind) => {
  fc.assert(
    fc.property(
      valid[kind],
      fc.array(mutation, { minLength: 1, maxLength: 3 }),
      (body, changes) => {
        agrees(changes.reduce(mutated, body), kind);
      },
    ),
    { numRuns: 500 },
  );
});

test.each(kinds)('answers for any JSON as a %s request', (kind) => {
  const fields = fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', ...Object.keys(schemas[kind].fields)),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fields), (body) => agrees(body, kind)),
    { numRuns: 500 },
  );
});

const base = { model: 'm', max_tokens: 1 };
const ask = (content: unknown): unknown => ({ ...base, messages: [{ role: 'user', content }] });
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
test('does not look into an input, however deep', () => {
  const use = { type: 'tool_use', id: 'a', name: 'n', input: { deep: nested(100_000) } };
  expect(shapeIssues(ask([use]), 'messages')).toEqual([]);
});

test.each([
  ['content', (deep: unknown) => ask(deep)],
  ['a block', (deep: unknown) => ask([deep])],
  ['a tag', (deep: unknown) => ask([{ type: deep }])],
  ['a field nobody knows', (deep: unknown) => ({ ...base, messages: [], deep })],
  ['the body', (deep: unknown) => deep],
])('refuses 100,000 levels as %s without climbing them', (_where, body) => {
  expect(shapeIssues(body(nested(100_000)), 'messages')).toHaveLength(1);
});

test.each([
  ['messages', { ...base, messages: many(300_000, 1) }],
  ['blocks', ask(many(300_000, 1))],
  ['strings', { ...base, messages: [], stop_sequences: many(300_000, 1) }],
  [
    'blocks of a document',
    ask([{ type: 'document', source: { type: 'content', content: many(300_000, 1) } }]),
  ],
  [
    'examples of a tool',
    {
      ...base,
      messages: [],
      tools: [{ name: 'n', input_schema: { type: 'object' }, input_examples: many(300_000, 1) }],
    },
  ],
  [
    'unknown keys',
    { ...base, messages: [], ...Object.fromEntries(many(300_000, 0).map((_, n) => [`k${n}`, 0])) },
  ],
])('stops at a hundred faults of 300,000 %s', (_what, body) => {
  expect(shapeIssues(body, 'messages')).toHaveLength(100);
});

test('accepts a long list of good messages', () => {
  const body = { ...base, messages: many(100_000, { role: 'user', content: 'x' }) };
  expect(shapeIssues(body, 'messages')).toEqual([]);
});
