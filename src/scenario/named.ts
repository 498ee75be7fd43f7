/** Schemas with the name that messages use for what they take. */
import * as z from 'zod';
import { isRecord } from '../wire/json/is-record.ts';

/** The same schema, called `title` in messages: "expected a text, received the number 5". */
export function named<Schema extends z.ZodType>(title: string, schema: Schema): Schema {
  return schema.meta({ title });
}

/** The same schema with a sentence on what it is for, which editors show. */
export function described<Schema extends z.ZodType>(description: string, schema: Schema): Schema {
  return schema.meta({ description });
}

/** The ids of shared schemas. Those of zod are global: a user's own would be among them. */
const ids = new WeakMap<z.core.$ZodType, string>();

/** The same schema, written once in the JSON Schema, as the definition `id`. */
export function shared<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  ids.set(schema, id);
  return schema;
}

/** The id of a shared schema. */
export function idOf(schema: z.core.$ZodType): string | undefined {
  return ids.get(schema);
}

/** A text of at least one character. */
export const word: z.ZodType<string> = named('a text that is not empty', z.string().min(1));

export const milliseconds: z.ZodType<number> = named(
  'a number of milliseconds from 0',
  z.number().min(0),
);

/** A mapping of any keys, all of them kept. */
export const mapping: z.ZodType<Record<string, unknown>> = named(
  'a mapping',
  z
    .unknown()
    .refine(isRecord)
    .transform((value) => value as Record<string, unknown>)
    // What JSON Schema calls it.
    .meta({ type: 'object' }),
);

/** A check that says what is wrong; `mistake` returns nothing for a value that is right. */
export function refusing<Value>(
  mistake: (value: Value) => string | undefined,
): z.core.CheckFn<Value> {
  return ({ value, issues }) => {
    const message = mistake(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value });
  };
}

/** Says what is wrong when not exactly one of `keys` is there. */
export function notOneOf(keys: readonly string[]): (value: object) => string | undefined {
  return (value) => {
    const given = keys.filter((key) => Object.hasOwn(value, key));
    if (given.length === 1) return undefined;
    if (given.length === 0) return `expected the key ${listed(keys.map(inQuotes), 'or')}`;
    return `expected only one of the keys ${listed(given.map(inQuotes), 'and')}`;
  };
}

const inQuotes = (key: string): string => `"${key}"`;

/** "a, b and c". */
export function listed(words: readonly string[], join: 'and' | 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${join} ${words.at(-1)}`;
}

/** A mapping with exactly one of these keys, turned into that key's value. */
export function oneKey<Value>(
  title: string,
  keys: Readonly<Record<string, z.ZodType<Value>>>,
): z.ZodType<Value> {
  return named(
    title,
    z
      .strictObject(keys)
      .partial()
      .check(refusing(notOneOf(Object.keys(keys))))
      .transform((value) => Object.values(value)[0] as Value),
  );
}
