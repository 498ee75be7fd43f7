/** Says what is wrong with a value: walks schema and value side by side, and asks zod only where it must. */
import type * as z from 'zod';
import { isRecord } from '../wire/json/is-record.ts';
import { listed } from './named.ts';
import { nearest } from '../nearest.ts';
import type { Part } from './places.ts';
import type { FileProblemCode, Path } from './problem.ts';
import { quote } from './quote.ts';
import {
  defOf,
  describe,
  describeKind,
  inside,
  isOptional,
  kindOf,
  kindsOf,
  objectOf,
  takesAnyText,
  wordsOf,
  type ObjectDef,
  type Schema,
} from './schema-parts.ts';

/** One fault of a value, before it has a place in a file. */
export interface Fault {
  readonly code: FileProblemCode;
  readonly path: Path;
  /** Whether the key or the value at `path` is at fault. */
  readonly part: Part;
  readonly message: string;
}

function received(value: unknown): string {
  if (typeof value === 'string') return `the text ${quote(value)}`;
  if (Array.isArray(value) && value.length === 0) return 'an empty list';
  return typeof value === 'number' ? `the number ${value}` : describeKind(value);
}

/** What the writer most likely has to do about a value; nothing when that is anybody's guess. */
function hintFor(schema: Schema, value: unknown): string {
  const meant = typeof value === 'string' ? nearest(value, wordsOf(schema)) : undefined;
  if (meant !== undefined) return `; did you mean "${meant}"?`;
  const isBare = typeof value === 'number' || typeof value === 'boolean';
  return isBare && takesAnyText(schema) ? '; put it in quotes.' : '.';
}

function wrongValue(schema: Schema, value: unknown, path: Path): Fault {
  const code = kindsOf(schema).includes(kindOf(value)) ? 'wrong-value' : 'wrong-type';
  const words = `expected ${describe(schema)}, received ${received(value)}`;
  return { code, path, part: 'value', message: words + hintFor(schema, value) };
}

function unknownKey(key: string, known: readonly string[], path: Path): Fault {
  const meant = nearest(key, known);
  const hint = meant
    ? `; did you mean "${meant}"?`
    : `; the keys here are ${listed(known, 'and')}.`;
  const message = `unknown key ${quote(key)}${hint}`;
  return { code: 'unknown-key', path: [...path, key], part: 'key', message };
}

/** How many of the keys of a value an arm of a union knows. */
function knownKeys(schema: Schema, value: Record<string, unknown>): number {
  const shape = objectOf(schema)?.shape ?? {};
  return Object.keys(value).filter((key) => Object.hasOwn(shape, key)).length;
}

/** Whether a value is of this arm of a union: by its tag, or by its keys when the arm has no tag. */
function isMeant(schema: Schema, value: Record<string, unknown>): boolean {
  const fields = Object.entries(objectOf(schema)?.shape ?? {});
  const tag = fields.find(([, field]) => defOf(inside(field)).type === 'literal');
  if (tag) return (tag[1] as z.ZodType).safeParse(value[tag[0]]).success;
  return fields.every(([key, field]) => isOptional(field) || Object.hasOwn(value, key));
}

function* explainUnion(
  schema: Schema,
  arms: readonly Schema[],
  value: unknown,
  path: Path,
): Faults {
  if ((schema as z.ZodType).safeParse(value).success) return;
  const fitting = arms.filter((arm) => kindsOf(arm).includes(kindOf(value)));
  const meant = isRecord(value)
    ? fitting
        .filter((arm) => isMeant(arm, value))
        .sort((a, b) => knownKeys(b, value) - knownKeys(a, value))[0]
    : fitting[0];
  const arm = meant ?? fitting.at(-1);
  if (arm) yield* explain(arm, value, path);
  else yield wrongValue(schema, value, path);
}

function* explainKeys(
  { shape, catchall }: ObjectDef,
  value: Record<string, unknown>,
  path: Path,
): Faults {
  const known = Object.keys(shape);
  const isOpen = catchall !== undefined && defOf(catchall).type !== 'never';
  const strange = isOpen ? [] : Object.keys(value).filter((key) => !Object.hasOwn(shape, key));
  for (const key of strange) yield unknownKey(key, known, path);
  const mistyped = strange.map((key) => nearest(key, known));
  for (const [key, field] of Object.entries(shape)) {
    if (Object.hasOwn(value, key)) yield* explain(field, value[key], [...path, key]);
    else if (!isOptional(field) && !mistyped.includes(key)) {
      yield { code: 'missing-key', path, part: 'key', message: `the key "${key}" is missing.` };
    }
  }
}

function* explainItems(element: Schema, items: readonly unknown[], path: Path): Faults {
  for (const [index, item] of items.entries()) yield* explain(element, item, [...path, index]);
}

function* explainValues(element: Schema, value: Record<string, unknown>, path: Path): Faults {
  for (const [key, item] of Object.entries(value)) yield* explain(element, item, [...path, key]);
}

function explainParts(schema: Schema, value: unknown, path: Path): Fault[] {
  const def = defOf(inside(schema));
  if (def.type === 'union') return [...explainUnion(schema, def.options, value, path)];
  if (def.type === 'object' && isRecord(value)) return [...explainKeys(def, value, path)];
  if (def.type === 'record' && isRecord(value))
    return [...explainValues(def.valueType, value, path)];
  const isList = def.type === 'array' && Array.isArray(value);
  return isList ? [...explainItems(def.element, value, path)] : [];
}

/** What zod alone knows: the conditions on a value whose parts are all right. */
function* explainConditions(schema: Schema, value: unknown, path: Path): Faults {
  const { error } = (inside(schema) as z.ZodType).safeParse(value);
  if (!error) return;
  // A condition without words of its own is about the kind of value.
  const spoken = error.issues.filter(
    ({ code, message }) => code === 'custom' && message !== 'Invalid input',
  );
  if (spoken.length === 0) yield wrongValue(schema, value, path);
  for (const issue of spoken) {
    const at = [...path, ...(issue.path as Path)];
    yield { code: 'wrong-value', path: at, part: 'value', message: `${issue.message}.` };
  }
}

type Faults = Generator<Fault, void>;

function* explain(schema: Schema, value: unknown, path: Path): Faults {
  const faults = explainParts(schema, value, path);
  yield* faults.length > 0 ? faults : explainConditions(schema, value, path);
}

/** The faults of a value, in the order of the schema's keys; empty when it has none. */
export function faultsOf(schema: z.ZodType, value: unknown): Fault[] {
  return [...explain(schema, value, [])];
}
