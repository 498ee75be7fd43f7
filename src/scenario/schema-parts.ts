/** Reads schemas as data: what one is under its wrappers, what kinds of value it takes, what it is called. */
import type * as z from 'zod';
import { listed } from './named.ts';

export type Schema = z.core.$ZodType;
export type Def = z.core.$ZodTypes['_zod']['def'];
export type ObjectDef = Extract<Def, { type: 'object' }>;

/** The kinds of value that YAML knows. */
export type Kind = 'text' | 'number' | 'boolean' | 'list' | 'mapping' | 'nothing';

export function defOf(schema: Schema): Def {
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** The schema that decides: without `optional`, and before any transform. */
export function inside(schema: Schema): Schema {
  const def = defOf(schema);
  if (def.type === 'pipe') return inside(def.in);
  return def.type === 'optional' ? inside(def.innerType) : schema;
}

export function isOptional(schema: Schema): boolean {
  return defOf(schema).type === 'optional';
}

export function objectOf(schema: Schema): ObjectDef | undefined {
  const def = defOf(inside(schema));
  return def.type === 'object' ? def : undefined;
}

export function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'mapping';
  return typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean');
}

const KINDS: Readonly<Partial<Record<Def['type'], Kind>>> = {
  string: 'text',
  enum: 'text',
  literal: 'text',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'mapping',
  record: 'mapping',
  null: 'nothing',
};

/** The kinds of value a schema takes; none for one that decides by itself. */
export function kindsOf(schema: Schema): readonly Kind[] {
  const def = defOf(inside(schema));
  if (def.type === 'union') return def.options.flatMap(kindsOf);
  const kind = KINDS[def.type];
  return kind === undefined ? [] : [kind];
}

/** Whether any text will do, and not only one of a few words. */
export function takesAnyText(schema: Schema): boolean {
  const def = defOf(inside(schema));
  return def.type === 'union' ? def.options.some(takesAnyText) : def.type === 'string';
}

const NAMES: Readonly<Record<Kind, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  list: 'a list',
  mapping: 'a mapping',
  nothing: 'nothing',
};

/** The checks of a schema, as data. */
function checksOf(schema: Schema): readonly z.core.$ZodChecks['_zod']['def'][] {
  const { checks = [] } = defOf(schema);
  return checks.map((check) => (check as z.core.$ZodChecks)._zod.def);
}

function numberWords(schema: Schema): string {
  const def = defOf(schema);
  const noun = 'format' in def && def.format === 'safeint' ? 'a whole number' : 'a number';
  const bounds = checksOf(schema).map((check) => {
    if (check.check === 'greater_than')
      return ` ${check.inclusive ? 'from' : 'above'} ${String(check.value)}`;
    return check.check === 'less_than' ? ` to ${String(check.value)}` : '';
  });
  return noun + bounds.join('');
}

function listWords(schema: Schema): string {
  return checksOf(schema).some(({ check }) => check === 'min_length')
    ? 'a list of at least one'
    : 'a list';
}

/** Kinds of which only some values will do. */
const BOUND: Readonly<Partial<Record<Def['type'], (schema: Schema) => string>>> = {
  number: numberWords,
  array: listWords,
};

/** What a schema takes, in words: its title if it has one. */
export function describe(schema: Schema): string {
  const { title } = (schema as z.ZodType).meta() ?? {};
  if (title !== undefined) return title;
  const def = defOf(schema);
  if (def.type === 'pipe') return describe(def.in);
  if (def.type === 'optional') return describe(def.innerType);
  const bound = BOUND[def.type];
  if (bound) return bound(schema);
  const words = wordsOf(schema);
  return listed(words.length > 0 ? words : kindsOf(schema).map((kind) => NAMES[kind]), 'or');
}

/** The words an enum takes; none for any other schema. */
export function wordsOf(schema: Schema): readonly string[] {
  const def = defOf(inside(schema));
  return def.type === 'enum' ? Object.values(def.entries).map(String) : [];
}

/** A value of YAML in words; texts and numbers are quoted by the caller. */
export function describeKind(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : NAMES[kindOf(value)];
}
