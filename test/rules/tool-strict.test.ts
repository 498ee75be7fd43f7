/** Schemas that an answer is forced into: strict tools and the output format share their limits. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';
import { tool, withTools, type Json } from './tool-bodies.ts';

/** An object that takes exactly these properties. */
const closed = (properties: Json, fields: Json = {}): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...fields,
});

const strictTool = (schema: Json, name = 'look'): Json =>
  tool(name, { strict: true, input_schema: schema });
const strict = (schema: Json): Json => withTools(strictTool(schema));
const one = (schema: unknown, fields: Json = {}): Json => strict(closed({ a: schema }, fields));
const format = (schema: Json): Json =>
  body({ output_config: { format: { type: 'json_schema', schema } } });

const refusedOf = (words: string): string => refused(`tools.0.custom: ${words}`);

const keyword = (words: string, wrong: Json, right: Json): Case => ({
  name: `${Object.keys(wrong).join(' and ')} of a strict ${String(wrong['type'])}`,
  rule: 'strict-keyword',
  facts: ['O02'],
  sent: one(wrong),
  answer: refusedOf(`For '${String(wrong['type'])}' type, ${words}`),
  accepted: one(right),
});

const combinator = (name: string, words: string, wrong: Json, right: Json): Case => ({
  name: `${name} in a strict schema`,
  rule: 'strict-combinator',
  sent: one(wrong),
  answer: refusedOf(words),
  accepted: one(right),
});

const anyOf = [{ type: 'string' }, { type: 'null' }];
const strings = { type: 'array', items: { type: 'string' } };
const SHARED = { $ref: '#/$defs/shared' };
const NODE = closed({ next: { $ref: '#/$defs/node' } });
const properties = (count: number, schema: unknown): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]));
const optional = (count: number): Json =>
  closed(properties(count, { type: 'string' }), { required: [] });
const unions = (count: number): Json => closed(properties(count, { type: ['string', 'null'] }));
const tools = (count: number): Json[] =>
  Array.from({ length: count }, (_, index) => strictTool(closed({}), `t${index}`));

checkCases([
  {
    name: 'a strict object that says nothing of other properties',
    rule: 'strict-object-open',
    facts: ['O01'],
    sent: strict({ type: 'object', properties: {} }),
    answer: refusedOf("For 'object' type, 'additionalProperties' must be explicitly set to false"),
    accepted: strict({ type: 'object', properties: {}, additionalProperties: false }),
  },
  {
    name: 'a strict object inside another that takes other properties',
    rule: 'strict-object-open',
    facts: ['O01'],
    sent: one(closed({}, { additionalProperties: true })),
    answer: refusedOf(
      "For 'object' type, 'additionalProperties: true' is not supported. Please set 'additionalProperties' to false",
    ),
    accepted: one(closed({})),
  },
  {
    name: 'a strict dictionary',
    rule: 'strict-object-open',
    facts: ['O01'],
    sent: one({ type: ['object', 'null'], additionalProperties: { type: 'string' } }),
    answer: refusedOf(
      "For 'object' type, 'additionalProperties: object' is not supported. Please set 'additionalProperties' to false",
    ),
    accepted: one({ type: ['object', 'null'], additionalProperties: false }),
  },
  keyword("property 'maxItems' is not supported", { ...strings, maxItems: 3 }, strings),
  keyword("property 'uniqueItems' is not supported", { ...strings, uniqueItems: true }, strings),
  keyword(
    'properties maximum, minimum are not supported',
    { type: 'integer', minimum: 0, maximum: 9 },
    { type: 'integer', enum: [0, 9] },
  ),
  keyword(
    'properties exclusiveMaximum, exclusiveMinimum, multipleOf are not supported',
    { type: 'number', multipleOf: 2, exclusiveMinimum: 0, exclusiveMaximum: 9 },
    { type: 'number', description: 'even, between 0 and 9' },
  ),
  keyword(
    "property 'minProperties' is not supported",
    { ...closed({}), minProperties: 1 },
    closed({}),
  ),
  {
    name: 'more than one item demanded of a strict list',
    rule: 'strict-min-items',
    facts: ['O03'],
    sent: one({ ...strings, minItems: 2 }),
    answer: refusedOf("For 'array' type, 'minItems' values other than 0 or 1 are not supported"),
    accepted: one({ ...strings, minItems: 1 }),
  },
  {
    name: 'an output format with an open object',
    rule: 'strict-object-open',
    facts: ['O04'],
    sent: format({ type: 'object' }),
    answer: refused(
      "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    ),
    accepted: format(closed({})),
  },
  {
    name: 'an output format with a bound',
    rule: 'strict-keyword',
    facts: ['O04'],
    sent: format(closed({ a: { ...strings, maxItems: 3 } })),
    answer: refused(
      "output_config.format.schema: For 'array' type, property 'maxItems' is not supported",
    ),
    accepted: format(closed({ a: strings })),
  },
  {
    name: 'an output format in its older place with an open object',
    rule: 'strict-object-open',
    facts: ['O04'],
    sent: body({ output_format: { type: 'json_schema', schema: { type: 'object' } } }),
    options: { headers: { 'anthropic-beta': 'structured-outputs-2025-11-13' } },
    answer: refused(
      "output_format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    ),
    accepted: body({ output_format: { type: 'json_schema', schema: closed({}) } }),
    acceptedOptions: { headers: { 'anthropic-beta': 'structured-outputs-2025-11-13' } },
  },
  combinator('oneOf', "Schema type 'oneOf' is not supported", { oneOf: anyOf }, { anyOf }),
  combinator(
    'not',
    "Schema keyword 'not' is not supported",
    { type: 'string', not: { const: 'a' } },
    { type: 'string', enum: ['b', 'c'] },
  ),
  combinator(
    'structure beside anyOf',
    "For 'anyOf', 'additionalProperties, properties, required, type' is not supported",
    { ...closed({}), anyOf },
    { anyOf, title: 'A', description: 'either', default: null },
  ),
  {
    name: 'a part of a strict schema that takes anything',
    rule: 'strict-any-value',
    sent: one({ description: 'anything' }),
    answer: refusedOf(
      'Empty schema ({}) that accepts any JSON value is not supported. Please specify a concrete type.',
    ),
    accepted: one({ description: 'a text', type: 'string' }),
  },
  {
    name: 'a strict schema that refers to nothing',
    rule: 'strict-reference',
    sent: one({ $ref: '#/$defs/nobody' }),
    answer: refusedOf('Invalid schema: Reference to non-existent definition: #/$defs/nobody'),
    accepted: one({ $ref: '#/$defs/some~1b%6Fdy' }, { $defs: { 'some/body': { type: 'string' } } }),
  },
  {
    name: 'a strict schema that goes round in a circle',
    rule: 'strict-circle',
    sent: one({ $ref: '#/$defs/node' }, { $defs: { node: NODE } }),
    answer: refusedOf('Circular reference detected in schema definitions: node -> node'),
    accepted: withTools(
      tool('look', {
        input_schema: closed({ a: { $ref: '#/$defs/node' } }, { $defs: { node: NODE } }),
      }),
    ),
  },
  {
    name: 'a wider circle in an output format',
    rule: 'strict-circle',
    sent: format(
      closed(
        { a: { $ref: '#/definitions/b' } },
        {
          definitions: {
            b: closed({ c: { $ref: '#/definitions/c' } }),
            c: closed({ b: { $ref: '#/definitions/b' } }),
          },
        },
      ),
    ),
    answer: refused(
      'output_config.format.schema: Circular reference detected in schema definitions: b -> c -> b',
    ),
    accepted: format(
      closed(
        { a: { $ref: '#/definitions/b' }, d: { $ref: '#/definitions/c' } },
        {
          definitions: {
            b: closed({ c: { $ref: '#/definitions/c' } }),
            c: closed({ b: { type: 'string' } }),
          },
        },
      ),
    ),
  },
  ...(
    [
      ['lookaround', '^(?!a)b$', '^(?:a)b$'],
      ['lookaround', '(?<=a)b', '[(?<=a)]b'],
      ['backreference', '(a)\\1', '(a)\\d'],
      ['word boundary', '\\ba', '[\\b]a'],
      ['lookaround', '[a](?=b)', '[a](?:b)'],
    ] as const
  ).map(([feature, wrong, right]): Case => ({
    name: `the strict pattern ${wrong}`,
    rule: 'strict-pattern',
    facts: ['3.6', '4.7'],
    sent: one({ type: 'string', pattern: wrong }),
    answer: refusedOf(`Unsupported regex feature in pattern field: ${feature}`),
    accepted: one({ type: 'string', pattern: right }),
  })),
  {
    name: 'too many properties of several types',
    rule: 'strict-unions-many',
    facts: ['O05'],
    sent: strict(unions(17)),
    answer: refused(
      'Schemas contains too many parameters with union types (17 parameters with type arrays or anyOf) which exceeds the limit: 16',
    ),
    accepted: strict(closed({ ...properties(16, { anyOf }), last: { type: ['string'] } })),
  },
  {
    name: 'too many optional properties in a definition',
    rule: 'strict-optional-many',
    sent: strict(closed({ a: SHARED }, { $defs: { shared: optional(25) } })),
    answer: refused(
      'Schemas contains too many optional parameters (25), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: 24).',
    ),
    accepted: strict(closed({ a: { type: 'string' } }, { $defs: { shared: optional(25) } })),
  },
  {
    name: 'too many optional properties of a tool and a format together',
    rule: 'strict-optional-many',
    sent: { ...format(optional(5)), ...strict(optional(20)) },
    answer: refused(
      'Schemas contains too many optional parameters (25), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: 24).',
    ),
    accepted: { ...format(optional(4)), ...strict(optional(20)) },
  },
  {
    name: 'too many strict tools',
    rule: 'strict-tools-many',
    sent: withTools(...tools(21)),
    answer: refused(
      'Too many strict tools (21). The maximum number of strict tools supported is 20. Try reducing the number of tools marked as strict.',
    ),
    accepted: withTools(...tools(20), tool('loose')),
  },
]);

const taken: [string, Json][] = [
  ['bounds of a string', { type: 'string', minLength: 1, maxLength: 9, pattern: '^[a-z]+$' }],
  ['a format', { type: 'string', format: 'date-time' }],
  ['an enum without a type', { enum: ['a', 1, null] }],
  ['a constant', { const: 'a' }],
  ['a union', { anyOf: [{ type: 'string' }, closed({})] }],
];

test.each(taken)('accepts %s in a strict tool and in an output format', async (_name, schema) => {
  for (const sent of [one(schema), format(closed({ a: schema }))]) {
    const answer = await send(simulate(['Fine.']), sent);
    expect(answer.status, answer.text).toBe(200);
  }
});

test('accepts references to definitions in either place', async () => {
  for (const place of ['$defs', 'definitions']) {
    const schema = closed(
      { a: { $ref: `#/${place}/b` }, c: { $ref: `#/${place}/b` } },
      { [place]: { b: closed({ d: { type: 'string' } }) } },
    );
    for (const sent of [strict(schema), format(schema)]) {
      const answer = await send(simulate(['Fine.']), sent);
      expect(answer.status, answer.text).toBe(200);
    }
  }
});

test('accepts of a tool that is not strict what a strict one may not have', async () => {
  for (const loose of [undefined, false]) {
    const schema = { type: 'object', properties: { a: { type: 'integer', minimum: 0 } } };
    const sent = withTools(
      tool('look', { input_schema: schema, ...(loose === false ? { strict: loose } : {}) }),
    );
    const answer = await send(simulate(['Fine.']), sent);
    expect(answer.status, answer.text).toBe(200);
  }
});

test('counts tokens without compiling: keywords are refused, numbers are not counted', async () => {
  const count = async (sent: Json): Promise<number> => {
    const { max_tokens: _, ...rest } = sent;
    return (await send(simulate([]), rest, { path: '/v1/messages/count_tokens' })).status;
  };
  expect(await count(one({ ...strings, maxItems: 3 }))).toBe(400);
  expect(await count(withTools(...tools(21)))).toBe(200);
});

test('counts each definition once, however often it is referred to', async () => {
  const schema = closed({ a: SHARED, b: SHARED, c: SHARED }, { $defs: { shared: optional(24) } });
  const answer = await send(simulate(['Fine.']), strict(schema));
  expect(answer.status, answer.text).toBe(200);
});

test('stays quick with thousands of references to one definition', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 3000 }, (_, index) => [`p${index}`, SHARED]),
  );
  const schema = closed(many, { $defs: { shared: closed(properties(3000, { type: 'string' })) } });
  const answer = await send(simulate(['Fine.']), strict(schema));
  expect(answer.status, answer.text).toBe(200);
});
