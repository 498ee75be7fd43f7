/** A tool as the arbitraries know it, whoever has defined it. */
import * as z from 'zod';
import { compileJsonSchema, type JsonSchema } from '../../src/loop/json-schema-input.ts';
import { isZodSchema, zodToJsonSchema } from '../../src/loop/zod-input.ts';
import type { Fields } from './schema/node.ts';

/** A tool of `defineTool`, one of the SDK, one of a scenario, or the three fields that count. */
export interface ToolSource {
  readonly name: string;
  readonly description?: string | undefined;
  readonly effect?: 'read' | 'write' | undefined;
  /** A zod schema, or a JSON Schema. */
  readonly inputSchema?: z.core.$ZodType | JsonSchema;
  readonly input_schema?: object;
  readonly definition?: {
    readonly description?: string | undefined;
    readonly input_schema: object;
  };
}

export interface KnownSchema {
  readonly json: Fields;
  /** Whether the JSON Schema takes it. */
  fits(input: unknown): boolean;
  /** Whether the schema itself takes it: one of zod may know more than its JSON Schema can say. */
  accepts(input: unknown): boolean;
}

/** Asks zod, but for a schema with async checks, which gives no answer at once. */
function acceptedByZod(schema: z.core.$ZodType, fits: KnownSchema['fits']): KnownSchema['accepts'] {
  return (input) => {
    try {
      return z.safeParse(schema, input).success;
    } catch {
      return fits(input);
    }
  };
}

const known = new WeakMap<object, KnownSchema>();

/** A schema that is read once, however often it is used. */
export function knownSchema(schema: z.core.$ZodType | object): KnownSchema {
  const found = known.get(schema);
  if (found) return found;
  const json = isZodSchema(schema) ? zodToJsonSchema(schema) : (schema as Fields);
  const parse = compileJsonSchema(json);
  const fits: KnownSchema['fits'] = (input) => parse(input).ok;
  const made = { json, fits, accepts: isZodSchema(schema) ? acceptedByZod(schema, fits) : fits };
  known.set(schema, made);
  return made;
}

export function schemaOf(tool: ToolSource): z.core.$ZodType | object {
  return (
    tool.inputSchema ?? tool.definition?.input_schema ?? tool.input_schema ?? { type: 'object' }
  );
}
