/** Inputs for tools: every one of them is what its kind says, and the schema itself is asked. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../../../src/loop/index.ts';
import { knownSchema } from '../../../testing/arbitraries/known-tool.ts';
import {
  INPUT_KINDS,
  inputKinds,
  type InputKind,
} from '../../../testing/arbitraries/schema/input-kinds.ts';
import type { Fields } from '../../../testing/arbitraries/schema/node.ts';
import { kindsOfInput, toolInput } from '../../../testing/arbitraries/tool-input.ts';
import { toolset } from '../../../testing/arbitraries/toolset.ts';

/** The keywords that refuse an input of each kind. */
const KEYWORDS: Readonly<Partial<Record<InputKind, readonly string[]>>> = {
  missing: ['required'],
  empty: ['required', 'minProperties'],
  extra: ['additionalProperties', 'unevaluatedProperties'],
  'wrong-type': ['type', 'anyOf', 'oneOf', 'enum', 'const'],
  'wrong-value': ['enum', 'const'],
  'wrong-pattern': ['pattern'],
  'wrong-format': ['pattern', 'format'],
  'out-of-range': ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  'wrong-length': ['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'],
};

const object = (properties: object, more: object = {}): Fields => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

const schemas: Readonly<Record<string, Fields | z.core.$ZodType>> = {
  'one text': object({ at: { type: 'string' } }),
  'nothing at all': { type: 'object' },
  bounds: object({
    count: { type: 'integer', minimum: 1, maximum: 9 },
    share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    even: { type: 'integer', multipleOf: 2 },
    below: { type: 'integer', maximum: -5 },
    code: { type: 'string', pattern: String.raw`^[A-Z]{2}-\d{3}$` },
    short: { type: 'string', minLength: 2, maxLength: 4 },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2, uniqueItems: true },
  }),
  'listed values': object({
    side: { enum: ['left', 'right'] },
    only: { const: 7 },
    mixed: { enum: [1, 'one', null] },
  }),
  unions: object({
    name: { type: ['string', 'null'] },
    either: { anyOf: [{ type: 'integer' }, object({ kind: { const: 'a' } })] },
    one: { oneOf: [object({ a: { type: 'string' } }), object({ b: { type: 'boolean' } })] },
    all: {
      allOf: [
        { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] },
        { properties: { x: { minimum: 3 }, y: { type: 'string' } }, required: ['y'] },
      ],
    },
  }),
  references: object(
    { tree: { $ref: '#/$defs/tree' }, place: { $ref: '#/$defs/a~1b' } },
    {
      $defs: {
        tree: object({
          value: { type: 'integer' },
          left: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/tree' }] },
          others: { type: 'array', items: { $ref: '#/$defs/tree' } },
        }),
        'a/b': { type: 'string' },
      },
    },
  ),
  'keys of any name': {
    type: 'object',
    properties: {
      counts: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 },
      flags: { type: 'object', patternProperties: { '^is_[a-z]+$': { type: 'boolean' } } },
    },
    required: ['counts', 'flags'],
  },
  tuples: object({
    pair: { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false },
  }),
  'what only a check knows': {
    ...object({ from: { type: 'integer' }, to: { type: 'string' } }),
    not: { properties: { to: { const: 'left' } } },
    if: { properties: { from: { minimum: 0 } } },
    then: { properties: { to: { minLength: 1 } } },
  },
  formats: object({
    day: { type: 'string', format: 'date' },
    time: { type: 'string', format: 'date-time' },
    mail: { type: 'string', format: 'email' },
    id: { type: 'string', format: 'uuid' },
    link: { type: 'string', format: 'uri' },
  }),
  'of zod': z.strictObject({
    number: z.string().regex(/^A-\d{4}$/),
    day: z.iso.date(),
    mail: z.email().optional(),
    id: z.uuid(),
    count: z.int().min(1).max(9).default(1),
    side: z.enum(['left', 'right']),
    kind: z.discriminatedUnion('type', [
      z.object({ type: z.literal('a'), size: z.number() }),
      z.object({ type: z.literal('b'), on: z.boolean() }),
    ]),
    sums: z.record(z.string(), z.number()),
    even: z.number().refine((value) => value % 2 === 0),
  }),
};

/** What can go over the wire, and into a file: lone surrogates cannot. */
function isJson(value: unknown): boolean {
  const text = JSON.stringify(value);
  return JSON.stringify(JSON.parse(text)) === text && !/\\ud[89a-f]/i.test(text);
}

describe.each(Object.entries(schemas))('for a schema of %s', (_name, schema) => {
  const { json, accepts } = knownSchema(schema);
  const validate = new Ajv2020({ allErrors: true, strict: false, logger: false }).compile(
    structuredClone(json),
  );

  test.each(kindsOfInput(schema))('makes inputs that are $kind', ({ kind, inputs }) => {
    fc.assert(
      fc.property(inputs, (input) => {
        expect(accepts(input)).toBe(INPUT_KINDS[kind].accepted);
        expect(isJson(input)).toBe(true);
        if (INPUT_KINDS[kind].accepted) return;
        validate(input);
        const keywords = (validate.errors ?? []).map(({ keyword }) => keyword);
        expect(keywords.filter((keyword) => KEYWORDS[kind]!.includes(keyword))).not.toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

test('finds room for every kind in one schema or another', () => {
  const found = Object.values(schemas).flatMap((schema) => kindsOfInput(schema));
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(inputKinds));
});

test.each<[schema: string, kinds: readonly InputKind[]]>([
  ['one text', ['valid', 'hostile', 'huge', 'missing', 'empty', 'extra', 'wrong-type']],
  ['nothing at all', ['valid']],
  ['listed values', ['valid', 'missing', 'empty', 'extra', 'wrong-type', 'wrong-value']],
  // That a text is of its format is a note to the reader in JSON Schema; zod checks it.
  ['formats', ['valid', 'hostile', 'huge', 'missing', 'empty', 'extra', 'wrong-type']],
])('makes of %s only what there is room for', (name, expected) => {
  expect(kindsOfInput(schemas[name]!).map(({ kind }) => kind)).toEqual(expected);
});

test('makes inputs for whatever tools there are', () => {
  fc.assert(
    fc.property(toolset(), fc.nat(), (tools, seed) => {
      for (const tool of tools) {
        const { accepts } = knownSchema(tool.input_schema);
        const [valid] = fc.sample(toolInput(tool), { numRuns: 1, seed });
        expect(accepts(valid)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('takes a tool as well as its schema', () => {
  const inputSchema = z.object({ at: z.enum(['left', 'right']) });
  const tool = defineTool({
    name: 'look',
    description: '',
    inputSchema,
    effect: 'read',
    run: () => '',
  });
  const sources = [
    tool,
    { name: 'look', inputSchema },
    { name: 'look', input_schema: tool.definition.input_schema },
    inputSchema,
  ];
  const samples = sources.map((source) => fc.sample(toolInput(source), { numRuns: 20, seed: 3 }));
  for (const sample of samples) expect(sample).toEqual(samples[0]);
  expect(new Set(samples[0]!.map(({ at }) => at))).toEqual(new Set(['left', 'right']));
});

test.each<[kind: InputKind, smallest: object]>([
  ['valid', { side: 'left' }],
  ['missing', { name: 'left' }],
  ['extra', { side: 'left', extra: true }],
  ['wrong-type', { side: null }],
  ['wrong-value', { side: 'left ' }],
])('shrinks what is %s to the smallest of it', (kind, smallest) => {
  const schema = {
    type: 'object',
    properties: {
      side: { enum: ['left', 'right'] },
      name: { type: 'string' },
    },
    required: ['side'],
    additionalProperties: false,
  };
  for (const seed of [1, 2, 3, 4, 5]) {
    const { counterexample } = fc.check(
      fc.property(toolInput(schema, { kinds: [kind] }), (input) => Object.keys(input).length < 1),
      { seed },
    );
    expect(counterexample).toEqual([smallest]);
  }
});

test('says when a schema leaves no room', () => {
  const schema = { type: 'object', properties: { at: false }, required: ['at'] };
  expect(() => toolInput(schema)).toThrow(
    expect.objectContaining({
      code: 'schema-unsupported',
      message: `[ensaio] No input that is valid was found for the schema ${JSON.stringify(schema)}.

Ask for other kinds, or make the inputs of this tool by hand.`,
    }) as Error,
  );
  expect(() => toolInput({ type: 'object' }, { kinds: ['missing', 'extra'] })).toThrow(
    expect.objectContaining({
      code: 'schema-unsupported',
      message: `[ensaio] No input that is missing or extra was found for the schema {"type":"object"}.

Ask for other kinds, or make the inputs of this tool by hand.`,
    }) as Error,
  );
});
