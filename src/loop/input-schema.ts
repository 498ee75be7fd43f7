/** zod or JSON Schema, the loop needs the same two things of it: the wire's schema and a check. */

import type { Tool } from '@anthropic-ai/sdk/resources/messages';
import type * as z from 'zod';
import type { ParsedInput } from './input-problem.ts';
import { compileJsonSchema } from './json-schema-input.ts';
import type { JsonSchema } from './json-schema-input.ts';
import { quote } from './quote.ts';
import { isZodSchema, parseWithZod, zodToJsonSchema } from './zod-input.ts';

/** What `run` is given: the output of a zod schema, or a plain record for a JSON Schema. */
export type InputOf<Schema> = Schema extends z.core.$ZodType
  ? z.core.output<Schema>
  : Record<string, unknown>;

/** A schema as the API takes it, and the check of what the model sends. */
interface InputSchema<Input> {
  json: Tool.InputSchema;
  parse(input: unknown): Promise<ParsedInput<Input>>;
}

/**
 * Reads a schema.
 *
 * @throws Error when the API would refuse it; the message is a clause that says why.
 */
export function readInputSchema<Schema extends z.core.$ZodType | JsonSchema>(
  schema: Schema,
): InputSchema<InputOf<Schema>>;
export function readInputSchema(schema: z.core.$ZodType | JsonSchema): InputSchema<unknown> {
  if (typeof schema !== 'object' || schema === null) {
    throw new Error('inputSchema must be a zod schema or a JSON Schema');
  }
  if (isZodSchema(schema)) {
    const json = toObjectRoot(validly(() => zodToJsonSchema(schema)));
    return { json, parse: objectsOnly((input) => parseWithZod(schema, input)) };
  }
  if ('_def' in schema) throw new Error('inputSchema is a schema of zod 3, and zod 4 is needed');
  const json = toObjectRoot(schema);
  return { json, parse: objectsOnly(validly(() => compileJsonSchema(json))) };
}

function objectsOnly<Input>(
  parse: (input: unknown) => ParsedInput<Input> | Promise<ParsedInput<Input>>,
): InputSchema<Input>['parse'] {
  return async (input) => {
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return parse(input);
    return { ok: false, problems: [{ path: [], expected: 'expected object', received: input }] };
  };
}

function validly<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`inputSchema is not valid JSON Schema (draft 2020-12): ${reason}`, {
      cause: error,
    });
  }
}

function toObjectRoot(schema: JsonSchema): Tool.InputSchema {
  // The API refuses these at the root even beside `type: "object"`.
  const union = ['oneOf', 'allOf', 'anyOf'].find((keyword) => keyword in schema);
  if (union !== undefined) {
    throw new Error(`inputSchema has ${union} at its root, which the API refuses`);
  }
  if (schema['type'] !== 'object') {
    const found = schema['type'] === undefined ? 'no type' : `type ${quote(schema['type'])}`;
    throw new Error(`inputSchema must have type "object" at its root, and it has ${found}`);
  }
  return { ...schema, type: 'object' };
}
