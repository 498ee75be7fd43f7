/** A shape of the kit's own language as zod has it, so that a file's problems and the JSON Schema can tell of it. */
import * as z from 'zod';
import { stringFault } from '../wire/schema/fault-of.ts';
import type {
  Fields,
  NumberSchema,
  ObjectSchema,
  RecordSchema,
  Schema,
  StringSchema,
} from '../wire/schema/schema.ts';

function toZodString(schema: StringSchema): z.ZodType {
  const { least, most, pattern } = schema;
  let made = z.string();
  if (least !== undefined) made = made.min(least);
  // zod counts UTF-16 units.
  if (most !== undefined) made = made.refine((value) => stringFault(schema, value) !== 'most');
  return pattern === undefined ? made : made.regex(pattern);
}

function toZodNumber({ whole = false, least, most, above, below }: NumberSchema): z.ZodType {
  let made: z.ZodNumber = whole ? z.int() : z.number();
  if (least !== undefined) made = made.min(least);
  if (above !== undefined) made = made.gt(above);
  // That is what `z.int` asks, in words of its own.
  if (most !== undefined && most !== Number.MAX_SAFE_INTEGER) made = made.max(most);
  return below === undefined ? made : made.lt(below);
}

function holding(
  made: z.ZodType<Record<string, unknown>>,
  { holds }: ObjectSchema | RecordSchema,
): z.ZodType {
  return holds === undefined ? made : made.refine(holds);
}

const toShape = (fields: Fields): Record<string, z.ZodType> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toZod(field)]));

function toZodValue(schema: Schema): z.ZodType {
  switch (schema.kind) {
    case 'string':
      return toZodString(schema);
    case 'number':
      return toZodNumber(schema);
    case 'boolean':
      return z.boolean();
    case 'choice':
      return z.enum(schema.values);
    case 'unknown':
      return z.unknown();
    case 'dictionary':
      return z.record(z.string(), z.unknown());
    case 'record':
      return holding(z.record(z.string(), toZod(schema.value)), schema);
    case 'list': {
      const made = z.array(toZod(schema.item));
      return schema.least === undefined ? made : made.min(schema.least);
    }
    case 'object': {
      const make = schema.open === true ? z.looseObject : z.strictObject;
      return holding(make(toShape(schema.fields)), schema);
    }
    case 'tagged':
    case 'either':
      return z.union(schema.arms.map(toZod));
  }
}

/** The same shape. */
export function toZod(schema: Schema): z.ZodType {
  const made = toZodValue(schema);
  const orNull = schema.nullable === true ? made.nullable() : made;
  return schema.optional === true ? orNull.optional() : orNull;
}
