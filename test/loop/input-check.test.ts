// A refused input is told to the model in words it can act on; nothing runs before the check.
import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool, runToolLoop } from '../../src/loop/index.ts';
import type { JsonSchema, LoopTool } from '../../src/loop/index.ts';
import { basics, call, lastContent, readyClient, reply } from './ready-client.ts';

let ran = 0;

function toolOf(inputSchema: z.core.$ZodType | JsonSchema): LoopTool {
  ran = 0;
  return defineTool({
    name: 'order',
    description: 'Orders.',
    inputSchema,
    effect: 'read',
    run: (input) => {
      ran++;
      return input as object;
    },
  });
}

/** What the model is told about an input; asserts that the tool was not run. */
async function told(schema: z.core.$ZodType | JsonSchema, input: unknown): Promise<unknown> {
  const tool = toolOf(schema);
  const client = readyClient(reply([{ ...call('toolu_1', 'order'), input }]), reply('Done.'));
  await runToolLoop(client, { ...basics, tools: [tool] });
  expect(ran).toBe(0);
  expect(lastContent(client)).toEqual([
    { type: 'tool_result', tool_use_id: 'toolu_1', is_error: true, content: expect.any(String) },
  ]);
  return (lastContent(client) as { content: string }[])[0]?.content;
}

/** The problems a message names, in no order. */
function problemsOf(words: unknown): string[] {
  return String(words)
    .replace(/^Invalid input\. | The tool was not run\..*$/g, '')
    .split(/; |\.$/)
    .toSorted();
}

const orderZod = z.strictObject({ number: z.string().regex(/^A-\d{4}$/), copies: z.number() });
const orderJson = {
  type: 'object',
  properties: {
    number: { type: 'string', pattern: '^A-\\d{4}$' },
    copies: { type: 'number' },
  },
  required: ['number', 'copies'],
  additionalProperties: false,
};

test('says what is wrong with a value, with zod and with JSON Schema', async () => {
  const input = { number: '1002', copies: 1 };
  expect(await told(orderZod, input)).toMatchInlineSnapshot(
    `"Invalid input. number: must match pattern /^A-\\d{4}$/, received "1002". The tool was not run. Correct the input and call the tool again."`,
  );
  expect(await told(orderJson, input)).toMatchInlineSnapshot(
    `"Invalid input. number: must match pattern "^A-\\d{4}$", received "1002". The tool was not run. Correct the input and call the tool again."`,
  );
});

test('says the same of a wrong type, a missing field and an unknown field in both', async () => {
  const input = { copies: '2', colour: 'red' };
  const words = await told(orderJson, input);
  expect(words).toMatchInlineSnapshot(
    `"Invalid input. number: expected string, received nothing; colour: expected no such field, received "red"; copies: expected number, received "2". The tool was not run. Correct the input and call the tool again."`,
  );
  const schema = z.strictObject({ number: z.string(), copies: z.number() });
  expect(problemsOf(await told(schema, input))).toEqual(problemsOf(words));
});

test.each([
  ['a string', 'A-1001'],
  ['a list', ['A-1001']],
  ['null', null],
  ['a number', 7],
  ['nothing', undefined],
])('refuses an input that is %s', async (_, input) => {
  const words = `Invalid input. input: expected object, received ${JSON.stringify(input) ?? 'nothing'}. The tool was not run. Correct the input and call the tool again.`;
  expect(await told(orderZod, input)).toBe(words);
  expect(await told(orderJson, input)).toBe(words);
  expect(await told(z.object({}).catch({}), input)).toBe(words);
});

test('gives the place of a nested value', async () => {
  const input = { lines: [{ sku: 'a' }, { sku: 5, 'odd key': 1 }] };
  const line = z.strictObject({ sku: z.string() });
  const words = await told(z.object({ lines: z.array(line) }), input);
  expect(words).toMatchInlineSnapshot(
    `"Invalid input. lines[1].sku: expected string, received 5; lines[1]["odd key"]: expected no such field, received 1. The tool was not run. Correct the input and call the tool again."`,
  );
  const json = { ...z.toJSONSchema(z.object({ lines: z.array(line) }), { io: 'input' }) };
  expect(problemsOf(await told(json, input))).toEqual(problemsOf(words));
});

test('reads a key with a slash or a tilde as it is', async () => {
  const schema = { type: 'object', properties: { 'a/b~c': { type: 'number' } } };
  expect(await told(schema, { 'a/b~c': 'x' })).toMatchInlineSnapshot(
    `"Invalid input. ["a/b~c"]: expected number, received "x". The tool was not run. Correct the input and call the tool again."`,
  );
});

test('takes a format as a note', async () => {
  const tool = toolOf({ type: 'object', properties: { day: { format: 'date' } } });
  expect(await tool.parse({ day: 'soon' })).toEqual({ ok: true, input: { day: 'soon' } });
});

test('cuts a long value and says how much was cut', async () => {
  const words = await told(orderJson, { number: 'x'.repeat(5000), copies: 1 });
  expect(words).toMatchInlineSnapshot(
    `"Invalid input. number: must match pattern "^A-\\d{4}$", received "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (4902 more characters). The tool was not run. Correct the input and call the tool again."`,
  );
  // A pair of surrogates is not cut in two.
  const emoji = String(await told(orderJson, { number: '😀'.repeat(200), copies: 1 }));
  expect(emoji).toContain('😀… (');
  expect(emoji).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
});

test('names no more than eight problems', async () => {
  const extras = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`extra${n}`, n]));
  expect(await told(orderJson, { number: 'A-1001', copies: 1, ...extras })).toMatchInlineSnapshot(
    `"Invalid input. extra0: expected no such field, received 0; extra1: expected no such field, received 1; extra2: expected no such field, received 2; extra3: expected no such field, received 3; extra4: expected no such field, received 4; extra5: expected no such field, received 5; extra6: expected no such field, received 6; extra7: expected no such field, received 7; and 12 more. The tool was not run. Correct the input and call the tool again."`,
  );
});

test('lists what an enumeration, a constant and a union allow, in JSON Schema', async () => {
  const schema = {
    type: 'object',
    properties: {
      size: { enum: ['s', 'm'] },
      kind: { const: 'shoe' },
      code: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      note: { type: ['string', 'null'] },
    },
  };
  expect(await told(schema, { size: 'l', kind: 1, code: true, note: 3 })).toMatchInlineSnapshot(
    `"Invalid input. size: expected one of "s", "m", received "l"; kind: expected "shoe", received 1; code: expected string or expected integer, received true; note: expected string or null, received 3. The tool was not run. Correct the input and call the tool again."`,
  );
});

test('lists what an enumeration, a constant and a union allow, in zod', async () => {
  const schema = z.object({
    size: z.enum(['s', 'm']),
    kind: z.literal('shoe'),
    code: z.union([z.string(), z.object({ n: z.number() })]),
    pay: z.discriminatedUnion('by', [
      z.object({ by: z.literal('card') }),
      z.object({ by: z.literal('cash') }),
    ]),
    tags: z.record(z.string().max(3), z.string()),
  });
  const input = { size: 'l', kind: 1, code: true, pay: { by: 'sea' }, tags: { long_tag: 'x' } };
  expect(await told(schema, input)).toMatchInlineSnapshot(
    `"Invalid input. size: expected one of "s"|"m", received "l"; kind: expected "shoe", received 1; code: expected string or expected object, received true; pay.by: Invalid discriminator value. Expected 'card' | 'cash', received "sea"; tags.long_tag: Invalid key in record: expected string to have <=3 characters, received "long_tag". The tool was not run. Correct the input and call the tool again."`,
  );
});

test('speaks of keys when the keys of a JSON Schema record are wrong', async () => {
  const schema = { type: 'object', propertyNames: { maxLength: 3 } };
  expect(await told(schema, { long_tag: 'x' })).toMatchInlineSnapshot(
    `"Invalid input. long_tag: key must NOT have more than 3 characters, received "long_tag". The tool was not run. Correct the input and call the tool again."`,
  );
});

test('passes on the words of a schema author', async () => {
  const schema = z.object({ number: z.string().refine(() => false, 'Use the format A-1234') });
  expect(await told(schema, { number: '12' })).toMatchInlineSnapshot(
    `"Invalid input. number: Use the format A-1234, received "12". The tool was not run. Correct the input and call the tool again."`,
  );
});

test('waits for an async refinement', async () => {
  const schema = z.object({ n: z.number().refine(async (n) => n > 5, 'must be over 5') });
  expect(await told(schema, { n: 1 })).toMatchInlineSnapshot(
    `"Invalid input. n: must be over 5, received 1. The tool was not run. Correct the input and call the tool again."`,
  );
});

test('hands run the parsed input, with defaults and transforms applied', async () => {
  const schema = z.object({ n: z.string().transform(Number), copies: z.number().default(2) });
  const client = readyClient(reply([call('toolu_1', 'order', { n: '5' })]), reply('Done.'));
  await runToolLoop(client, { ...basics, tools: [toolOf(schema)] });
  expect(ran).toBe(1);
  expect(lastContent(client)).toEqual([
    { type: 'tool_result', tool_use_id: 'toolu_1', content: '{"n":5,"copies":2}' },
  ]);
});

test('treats a schema that throws as an unexpected error', async () => {
  const errors: unknown[] = [];
  const tool = toolOf(
    z.object({
      n: z.number().refine(() => {
        throw new Error('secret');
      }),
    }),
  );
  const client = readyClient(reply([call('toolu_1', 'order', { n: 1 })]), reply('Done.'));
  await runToolLoop(client, {
    ...basics,
    tools: [tool],
    onToolError: (error) => errors.push(error),
  });
  expect(errors).toEqual([new Error('secret')]);
  expect(JSON.stringify(client.requests)).not.toContain('secret');
});
