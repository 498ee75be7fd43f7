/** A yes or no to a value, by closures that are made of the schema when they are first needed. */
import { isRecord } from '../json/is-record.ts';
import { numberFault, stringFault } from './fault-of.ts';
import type {
  ChoiceSchema,
  EitherSchema,
  Fields,
  ListSchema,
  ObjectSchema,
  RecordSchema,
  Schema,
  StringSchema,
  TaggedSchema,
} from './schema.ts';
import { tagsOf } from './tags-of.ts';

/** Whether a schema takes a value. */
export type Acceptor = (value: unknown) => boolean;

const isString: Acceptor = (value) => typeof value === 'string';
const isBoolean: Acceptor = (value) => typeof value === 'boolean';
const isThere: Acceptor = (value) => value !== undefined;

function ofString(schema: StringSchema): Acceptor {
  const { least, most, pattern } = schema;
  const isPlain = least === undefined && most === undefined && pattern === undefined;
  return isPlain ? isString : (value) => stringFault(schema, value) === undefined;
}

function ofChoice({ values: [only, ...others] }: ChoiceSchema): Acceptor {
  if (others.length === 0) return (value) => value === only;
  return (value) => value === only || others.includes(value as string);
}

function ofList({ item, least = 0 }: ListSchema): Acceptor {
  const accepts = acceptorOf(item);
  return (value) => {
    if (!Array.isArray(value) || value.length < least) return false;
    // Not `every`, which passes over holes.
    for (const each of value) if (!accepts(each)) return false;
    return true;
  };
}

function ofRecord({ value: each, holds = () => true }: RecordSchema): Acceptor {
  const accepts = acceptorOf(each);
  return (value) => isRecord(value) && Object.values(value).every(accepts) && holds(value);
}

interface Field {
  readonly accepts: Acceptor;
  /** 1 when it must be there, 0 when it may be left out. */
  readonly demand: 0 | 1;
}

interface KnownFields {
  readonly byName: ReadonlyMap<string, Field>;
  /** How many there must be. */
  readonly demanded: number;
}

function toKnown(fields: Fields): KnownFields {
  const byName = new Map<string, Field>();
  let demanded = 0;
  for (const [name, schema] of Object.entries(fields)) {
    const demand = schema.optional === true ? 0 : 1;
    byName.set(name, { accepts: acceptorOf(schema), demand });
    demanded += demand;
  }
  return { byName, demanded };
}

function ofObject({ fields, open = false, holds }: ObjectSchema): Acceptor {
  const other: Field = { accepts: () => open, demand: 0 };
  let known: KnownFields | undefined;
  return (value) => {
    if (!isRecord(value)) return false;
    const { byName, demanded } = (known ??= toKnown(fields));
    let met = 0;
    for (const key in value) {
      const { accepts, demand } = byName.get(key) ?? other;
      if (!accepts(value[key])) return false;
      met += demand;
    }
    return met === demanded && (holds === undefined || holds(value));
  };
}

function ofTagged({ by, arms }: TaggedSchema): Acceptor {
  const byTag = new Map<unknown, Acceptor>();
  for (const arm of arms) {
    const accepts = acceptorOf(arm);
    for (const tag of tagsOf(arm.fields[by])) byTag.set(tag, accepts);
  }
  // What is no object has no tag, and is no object to the arm either.
  if (by === 'type') {
    return (value) => byTag.get((value as { type?: unknown } | null)?.type)?.(value) ?? false;
  }
  return (value) => byTag.get((value as { role?: unknown } | null)?.role)?.(value) ?? false;
}

function ofEither({ arms }: EitherSchema): Acceptor {
  return arms
    .map(acceptorOf)
    .reduceRight((rest, accepts) => (value) => accepts(value) || rest(value));
}

function make(schema: Schema): Acceptor {
  switch (schema.kind) {
    case 'string':
      return ofString(schema);
    case 'number':
      return (value) => numberFault(schema, value) === undefined;
    case 'boolean':
      return isBoolean;
    case 'choice':
      return ofChoice(schema);
    case 'unknown':
      return isThere;
    case 'dictionary':
      return isRecord;
    case 'record':
      return ofRecord(schema);
    case 'list':
      return ofList(schema);
    case 'object':
      return ofObject(schema);
    case 'tagged':
      return ofTagged(schema);
    case 'either':
      return ofEither(schema);
  }
}

function makeWithAbsence(schema: Schema): Acceptor {
  const accepts = make(schema);
  const { optional = false, nullable = false } = schema;
  if (!optional && !nullable) return accepts;
  return (value) =>
    accepts(value) || (optional && value === undefined) || (nullable && value === null);
}

const made = new WeakMap<Schema, Acceptor>();

/** The yes or no of a schema; the same for the same schema. */
export function acceptorOf(schema: Schema): Acceptor {
  let acceptor = made.get(schema);
  if (acceptor === undefined) made.set(schema, (acceptor = makeWithAbsence(schema)));
  return acceptor;
}
