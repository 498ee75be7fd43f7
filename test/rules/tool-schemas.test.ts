/** Schemas of tools: what is no schema of the draft, and what the API takes no schema of. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { isDraft202012 } from '../../src/rules/draft-2020-12.ts';
import { body, send } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';
import { schemaTool, tool, withTools, type Json } from './tool-bodies.ts';

const INVALID = refused(
  'tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.',
);

const property = (schema: unknown): Json => schemaTool({ properties: { a: schema } });

const invalid = (name: string, wrong: unknown, right: unknown): Case => ({
  name,
  rule: 'tool-schema-invalid',
  facts: ['T18'],
  sent: property(wrong),
  answer: INVALID,
  accepted: property(right),
});

const DRAFT_7 = { $schema: 'http://json-schema.org/draft-07/schema#', $id: 'client' };

const array = (items: unknown): Json => ({ type: 'array', items });
const NODE = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };

checkCases([
  ...['oneOf', 'allOf', 'anyOf'].map((keyword): Case => ({
    name: `${keyword} at the root of a schema`,
    rule: 'tool-schema-combinator',
    facts: ['T17'],
    sent: schemaTool({ [keyword]: [{ required: ['a'] }] }),
    answer: refused(
      'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    ),
    accepted: property({ [keyword]: [{ type: 'string' }] }),
  })),
  {
    name: 'a union at the root, where a condition may stand',
    rule: 'tool-schema-combinator',
    facts: ['T17'],
    sent: schemaTool({ if: { required: ['a'] }, then: { required: ['b'] }, anyOf: [{}] }),
    answer: refused(
      'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    ),
    accepted: schemaTool({ if: { required: ['a'] }, then: { required: ['b'] } }),
  },
  invalid('a tuple of draft 4', array([{ type: 'string' }]), array({ type: 'string' })),
  invalid('a bound of draft 4', { exclusiveMinimum: true }, { exclusiveMinimum: 0 }),
  invalid('a pattern that is none', { pattern: '(' }, { pattern: '^[a-z]{2,}$' }),
  invalid('a pattern with nothing to repeat', { pattern: '*a' }, { pattern: '(?P<name>a)' }),
  invalid('a type nobody knows', { type: 'STRING' }, { type: 'string' }),
  invalid('a required property of draft 3', { required: true }, { required: ['b'] }),
  invalid('a property required twice', { required: ['b', 'b'] }, { required: ['b', 'c'] }),
  {
    ...invalid('the second of two schemas', undefined, undefined),
    sent: withTools(tool('a'), tool('b', { input_schema: { type: 'object', $defs: { c: 1 } } })),
    answer: INVALID.replace('tools.0', 'tools.1'),
    accepted: withTools(tool('a'), tool('b', { input_schema: { type: 'object', $defs: {} } })),
  },
  {
    name: 'a property whose name is no name',
    rule: 'tool-property-name',
    sent: schemaTool({ properties: { 'a/b': {} } }),
    answer: refused(
      "tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    ),
    accepted: schemaTool({ properties: { 'a.b': { properties: { 'a/b': {} } } } }),
  },
  {
    name: 'a circle in a schema that code may call',
    rule: 'tool-schema-circular',
    facts: ['4.6'],
    sent: schemaTool(
      { properties: { list: { $ref: '#/$defs/node' } }, $defs: { node: NODE } },
      { allowed_callers: ['code_execution_20260120'] },
    ),
    answer: refused('tools.0.custom.input_schema: Circular $ref detected: node -> node'),
    accepted: schemaTool(
      { properties: { list: { $ref: '#/$defs/node' } }, $defs: { node: NODE } },
      { allowed_callers: ['direct'] },
    ),
  },
  {
    name: 'a reference to nothing, when asked to',
    rule: 'tool-schema-reference',
    simulation: { refuse: ['tool-schema-reference'] },
    sent: property({ $ref: 'client' }),
    answer: INVALID,
    accepted: schemaTool({ properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: {} } }),
  },
  {
    name: 'an example that a schema of another draft refuses',
    rule: 'tool-example-invalid',
    facts: ['4.2'],
    sent: schemaTool(
      { ...DRAFT_7, properties: { a: { type: 'string' } } },
      { input_examples: [{ a: 1 }] },
    ),
    answer: refused('tools.0.custom.input_examples.0: The example does not match `input_schema`'),
    accepted: schemaTool(
      { ...DRAFT_7, properties: { a: { type: 'string' } } },
      { input_examples: [{ a: 'b' }] },
    ),
  },
  {
    name: 'an example that its schema refuses',
    rule: 'tool-example-invalid',
    facts: ['4.2'],
    sent: schemaTool(
      { properties: { a: { type: 'string' } }, required: ['a'] },
      { input_examples: [{ a: 'b' }, { a: 1 }] },
    ),
    answer: refused('tools.0.custom.input_examples.1: The example does not match `input_schema`'),
    accepted: schemaTool(
      { properties: { a: { type: 'string' } }, required: ['a'] },
      { input_examples: [{ a: 'b' }, { a: 'c', d: 1 }] },
    ),
  },
]);

const taken: [string, Json][] = [
  ['a schema that says it is of draft 7', DRAFT_7],
  ['definitions in their old place', { definitions: { a: { type: 'string' } } }],
  ['keywords nobody knows', { 'x-order': 1, nullable: true }],
  ['null for no properties', { properties: null, required: null }],
  ['properties named like keywords', { properties: { pattern: {}, items: {}, type: {} } }],
  ['formats nobody checks', { properties: { a: { format: 'no-such-format' } } }],
  ['a reference to the whole schema', { properties: { a: { $ref: '#' } } }],
  ['a lone escape that Unicode mode refuses', { properties: { a: { pattern: '^https\\:' } } }],
  [
    'a range that only Unicode mode knows',
    { properties: { a: { pattern: '[\\u{1F600}-\\u{1F64F}]' } } },
  ],
];

test.each(taken)('accepts %s', async (_name, schema) => {
  const simulation = simulate(['Fine.']);
  const answer = await send(simulation, schemaTool(schema));
  expect(answer.status, answer.text).toBe(200);
  expect(simulation.notes).toEqual([]);
});

test('checks examples only against schemas that it can read', async () => {
  const examples = { input_examples: [{ a: 1 }] };
  for (const schema of [{ $ref: 'https://example.test/schema' }, { properties: { a: true } }]) {
    const answer = await send(simulate(['Fine.']), schemaTool(schema, examples));
    expect(answer.status, answer.text).toBe(200);
  }
  const bash = { type: 'bash_20250124', name: 'bash', ...examples };
  expect((await send(simulate(['Fine.']), withTools(bash))).status).toBe(200);
});

test('does not check examples against a schema that is none', async () => {
  const simulation = simulate(['Fine.']);
  const wrong = { properties: { a: { exclusiveMinimum: true } } };
  await send(simulation, schemaTool(wrong, { input_examples: [{ a: 0 }] }));
  expect(simulation.violations.map(({ rule }) => rule)).toEqual(['tool-schema-invalid']);
});

test('says of the same schema what it said before, whoever asks', async () => {
  const simulation = simulate(['One.', 'Two.']);
  const wrong = property(array([]));
  const first = await send(simulation, wrong);
  await send(simulation, property(array({})));
  const second = await send(simulation, wrong);
  expect(second.body.error).toEqual(first.body.error);
  expect(second.status).toBe(400);
});

test('judges the schema of a tool defined in a message', async () => {
  const definition = tool('late', { input_schema: { type: 'object', $defs: [] } });
  const added = { type: 'tool_addition', tool: { type: 'tool_definition', definition } };
  const answer = await send(
    simulate(['Fine.']),
    body({
      messages: [
        { role: 'user', content: 'q' },
        { role: 'system', content: [added] },
      ],
    }),
    { headers: { 'anthropic-beta': 'inline-tools-2026-09-15' } },
  );
  expect(answer.body.error.message).toMatch(
    /^messages\.1\.content\.0\.tool_addition\.tool\.tool_definition\.definition\.custom\.input_schema: JSON schema is invalid\./,
  );
});

test('accepts a schema nested as deep as a body may be', async () => {
  const nest = (depth: number): unknown => (depth === 0 ? {} : { items: nest(depth - 1) });
  const deep = schemaTool({ properties: { a: nest(1000) } }, { input_examples: [{ a: [] }] });
  const answer = await send(simulate(['Fine.']), deep);
  expect(answer.status, answer.text).toBe(200);
});

test('lets examples pass where references go round without end', async () => {
  const schema = { properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: { $ref: '#/$defs/b' } } };
  const answer = await send(
    simulate(['Fine.']),
    schemaTool(schema, { input_examples: [{ a: 1 }] }),
  );
  expect(answer.status, answer.text).toBe(200);
});

test('takes many types for one without comparing each with each', () => {
  const type = Array.from({ length: 200_000 }, (_, index) => `type-${index}`);
  expect(isDraft202012({ type })).toBe(false);
});

test('answers for any JSON in the place of a schema', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), async (schema) => {
      const answer = await send(
        simulate(['Fine.']),
        schemaTool(schema as Json, { strict: true, input_examples: [schema] }),
      );
      expect([200, 400]).toContain(answer.status);
    }),
    { numRuns: 200 },
  );
});
