/** The words that shapes are written in; each makes plain data of `schema.ts`. */
import type {
  ChoiceSchema,
  EitherSchema,
  Fields,
  ListSchema,
  NumberSchema,
  ObjectSchema,
  RecordSchema,
  Schema,
  StringSchema,
  TaggedSchema,
} from './schema.ts';

type Rest<Kind extends Schema, Given extends keyof Kind = never> = Omit<Kind, 'kind' | Given>;

export function text(rest: Rest<StringSchema> = {}): StringSchema {
  return { kind: 'string', ...rest };
}

export function number(rest: Rest<NumberSchema> = {}): NumberSchema {
  return { kind: 'number', ...rest };
}

/** A whole number. */
export function whole(rest: Rest<NumberSchema> = {}): NumberSchema {
  return { kind: 'number', whole: true, ...rest };
}

/** One of some strings. */
export function oneOf(...values: string[]): ChoiceSchema {
  return { kind: 'choice', values };
}

/** Exactly this string; for the `type` of an object, its tag. */
export function exactly(value: string): ChoiceSchema {
  return oneOf(value);
}

export function list(item: Schema, rest: Rest<ListSchema, 'item'> = {}): ListSchema {
  return { kind: 'list', item, ...rest };
}

/** An object of any keys whose values are alike. */
export function record(value: Schema, rest: Rest<RecordSchema, 'value'> = {}): RecordSchema {
  return { kind: 'record', value, ...rest };
}

/** An object of known fields: any other key is refused. */
export function object(fields: Fields, rest: Rest<ObjectSchema, 'fields'> = {}): ObjectSchema {
  return { kind: 'object', fields, ...rest };
}

/** One of several objects told apart by the value of one field. */
export function taggedBy(by: TaggedSchema['by'], ...arms: ObjectSchema[]): TaggedSchema {
  return { kind: 'tagged', by, arms };
}

/** A value that fits one of several schemas with nothing but its type to tell them apart. */
export function either(...arms: Schema[]): EitherSchema {
  return { kind: 'either', arms };
}

/** The same, and it may be left out. */
export function optional<Some extends Schema>(schema: Some): Some {
  return { ...schema, optional: true };
}

/** The same, and it may be null. */
export function nullable<Some extends Schema>(schema: Some): Some {
  return { ...schema, nullable: true };
}

/** The same, and it may be null or left out. */
export function nullish<Some extends Schema>(schema: Some): Some {
  return { ...schema, optional: true, nullable: true };
}
