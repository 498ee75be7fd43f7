// What the API would refuse later is refused where the tool is written.
import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { defineTool } from '../../src/loop/index.ts';
import type { LoopTool, ToolContext } from '../../src/loop/index.ts';

const fine = {
  name: 'get_order',
  description: 'Looks up an order.',
  inputSchema: z.object({ number: z.string() }),
  effect: 'read',
  run: () => 'ok',
} as const;

const context: ToolContext = { signal: new AbortController().signal, toolUseId: 'toolu_1' };

/** The whole error, for an inline snapshot. */
function refusal(changes: object): string {
  try {
    defineTool({ ...fine, ...changes });
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
  return 'no error';
}

test('writes a zod schema as JSON Schema from its input side', () => {
  const tool = defineTool({
    ...fine,
    inputSchema: z.strictObject({
      number: z
        .string()
        .regex(/^A-\d{4}$/)
        .describe('Like A-1234.'),
      copies: z.number().default(1),
      at: z.string().transform(Number).optional(),
    }),
  });
  expect(tool.definition).toEqual({
    name: 'get_order',
    description: 'Looks up an order.',
    input_schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        number: { type: 'string', pattern: '^A-\\d{4}$', description: 'Like A-1234.' },
        copies: { type: 'number', default: 1 },
        at: { type: 'string' },
      },
      required: ['number'],
      additionalProperties: false,
    },
  });
});

test('takes a schema of zod mini', async () => {
  const n = mini.number().register(mini.globalRegistry, { description: 'How many.' });
  const tool = defineTool({ ...fine, inputSchema: mini.object({ n }) });
  expect(tool.definition.input_schema.properties).toEqual({
    n: { type: 'number', description: 'How many.' },
  });
  expect(await tool.parse({ n: 1 })).toEqual({ ok: true, input: { n: 1 } });
  expect(await tool.parse({ n: 'x' })).toEqual({
    ok: false,
    problems: [{ path: ['n'], expected: 'expected number', received: 'x' }],
  });
});

test('sends a JSON Schema as it was written', () => {
  const inputSchema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { when: { type: 'string', format: 'date' } },
    'x-note': 'kept',
  };
  expect(defineTool({ ...fine, inputSchema }).definition.input_schema).toEqual(inputSchema);
});

test('sends further fields of the API as given', () => {
  const tool = defineTool({ ...fine, strict: true, cache_control: { type: 'ephemeral' } });
  expect(tool.definition).toMatchObject({ strict: true, cache_control: { type: 'ephemeral' } });
  expect(tool.definition).not.toHaveProperty('effect');
  expect(tool.definition).not.toHaveProperty('run');
  expect(tool.definition).not.toHaveProperty('inputSchema');
});

test('lets a tool be run alone, with this as it was defined', () => {
  const options = {
    ...fine,
    prefix: 'order ',
    run(input: { number: string }): string {
      return this.prefix + input.number;
    },
  };
  expect(defineTool(options).run({ number: 'A-1' }, context)).toBe('order A-1');
});

test('lets two tools carry the same $id', () => {
  const inputSchema = { $id: 'https://example.com/in', type: 'object' };
  expect(() => {
    defineTool({ ...fine, inputSchema });
    defineTool({ ...fine, inputSchema: { ...inputSchema } });
    defineTool({ ...fine, inputSchema });
  }).not.toThrow();
});

test('refuses a name the API refuses', () => {
  expect(refusal({ name: 'get order' })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get order": the name must match ^[a-zA-Z0-9_-]{1,128}$."`,
  );
  expect(refusal({ name: '' })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "": the name must match ^[a-zA-Z0-9_-]{1,128}$."`,
  );
  expect(refusal({ name: undefined })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool nothing: the name must match ^[a-zA-Z0-9_-]{1,128}$."`,
  );
  expect(refusal({ name: 'a'.repeat(129) })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… (31 more characters): the name must match ^[a-zA-Z0-9_-]{1,128}$."`,
  );
  expect(refusal({ name: 'a'.repeat(128) })).toBe('no error');
});

test('refuses a zod schema whose root is not an object', () => {
  expect(refusal({ inputSchema: z.string() })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema must have type "object" at its root, and it has type "string"."`,
  );
  expect(
    refusal({ inputSchema: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]) }),
  ).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema has anyOf at its root, which the API refuses."`,
  );
  expect(refusal({ inputSchema: z.unknown() })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema must have type "object" at its root, and it has no type."`,
  );
});

test('refuses a zod schema that JSON Schema cannot express', () => {
  expect(refusal({ inputSchema: z.object({ at: z.date() }) })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema is not valid JSON Schema (draft 2020-12): Date cannot be represented in JSON Schema."`,
  );
});

test('refuses a JSON Schema whose root is not an object', () => {
  expect(refusal({ inputSchema: {} })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema must have type "object" at its root, and it has no type."`,
  );
  expect(refusal({ inputSchema: { type: 'array' } })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema must have type "object" at its root, and it has type "array"."`,
  );
  expect(refusal({ inputSchema: { type: ['object', 'null'] } })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema must have type "object" at its root, and it has type ["object","null"]."`,
  );
  expect(refusal({ inputSchema: { type: 'object', allOf: [] } })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema has allOf at its root, which the API refuses."`,
  );
});

const withField = (field: object): object => ({ type: 'object', properties: { a: field } });

test('refuses a JSON Schema that is not valid under draft 2020-12', () => {
  expect(refusal({ inputSchema: withField({ type: 'strin' }) })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema is not valid JSON Schema (draft 2020-12): schema is invalid: data/properties/a/type must be equal to one of the allowed values, data/properties/a/type must be array, data/properties/a/type must match a schema in anyOf."`,
  );
  expect(refusal({ inputSchema: withField({ pattern: '(' }) })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema is not valid JSON Schema (draft 2020-12): Invalid regular expression: /(/u: Unterminated group."`,
  );
  expect(refusal({ inputSchema: withField({ $ref: '#/$defs/no' }) })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema is not valid JSON Schema (draft 2020-12): can't resolve reference #/$defs/no from id #."`,
  );
});

test('refuses what is no schema at all', () => {
  expect(refusal({ inputSchema: undefined })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema must be a zod schema or a JSON Schema."`,
  );
  expect(refusal({ inputSchema: { _def: {}, parse: () => {} } })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": inputSchema is a schema of zod 3, and zod 4 is needed."`,
  );
});

test('refuses a missing description, effect or run', () => {
  expect(refusal({ description: undefined })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": the description must be a string."`,
  );
  expect(refusal({ effect: 'delete' })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": the effect must be "read" or "write", and it is "delete"."`,
  );
  expect(refusal({ run: undefined })).toMatchInlineSnapshot(
    `"[ensaio] Failed to define tool "get_order": run must be a function."`,
  );
});

test('keeps the first error as the cause', () => {
  expect(() => defineTool({ ...fine, inputSchema: z.object({ at: z.date() }) })).toThrow(
    expect.objectContaining({ cause: expect.any(Error) }),
  );
});

test('infers the input of run from a zod schema', () => {
  const tool = defineTool({
    ...fine,
    inputSchema: z.object({ number: z.string(), copies: z.number().default(1) }),
    run(input, { signal, toolUseId }) {
      expectTypeOf(input).toEqualTypeOf<{ number: string; copies: number }>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      expectTypeOf(toolUseId).toEqualTypeOf<string>();
      return input;
    },
  });
  expectTypeOf(tool).toEqualTypeOf<LoopTool<{ number: string; copies: number }>>();
});

test('infers the output side of a transform', () => {
  defineTool({
    ...fine,
    inputSchema: z.object({ n: z.string().transform(Number) }),
    run: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ n: number }>();
    },
  });
});

test('gives run a plain record for a JSON Schema, or the type the author writes', () => {
  const inputSchema = { type: 'object', properties: { n: { type: 'number' } } };
  defineTool({
    ...fine,
    inputSchema,
    run: (input) => {
      expectTypeOf(input).toEqualTypeOf<Record<string, unknown>>();
    },
  });
  defineTool({ ...fine, inputSchema, run: (input: { n: number }) => input.n });
});

test('holds run to its types', () => {
  expectTypeOf(defineTool(fine).run).parameter(0).toEqualTypeOf<{ number: string }>();
  // @ts-expect-error the schema has no such field
  defineTool({ ...fine, run: (input) => input.nothing });
  // @ts-expect-error a bigint is not JSON
  defineTool({ ...fine, run: () => 1n });
  interface Order {
    number: string;
  }
  const order: Order = { number: 'A-1' };
  defineTool({ ...fine, run: async () => order });
  defineTool({ ...fine, run: () => {} });
  defineTool({ ...fine, run: () => [{ type: 'text', text: 'hi' }] });
});

test('lets tools of different inputs stand in one array', () => {
  const tools: LoopTool[] = [
    defineTool(fine),
    defineTool({
      ...fine,
      name: 'add',
      inputSchema: z.object({ n: z.number() }),
      run: ({ n }) => n,
    }),
  ];
  expect(tools.map(({ name }) => name)).toEqual(['get_order', 'add']);
});
