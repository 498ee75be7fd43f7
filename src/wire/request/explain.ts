/** Says what is wrong with a value: walks schema and value side by side. */
import { isRecord } from '../json/is-record.ts';
import { acceptorOf } from '../schema/acceptor.ts';
import { numberFault, stringFault } from '../schema/fault-of.ts';
import type {
  EitherSchema,
  NumberSchema,
  ObjectSchema,
  Schema,
  StringSchema,
  TaggedSchema,
} from '../schema/schema.ts';
import { tagsOf } from '../schema/tags-of.ts';
import { knowsTag } from './betas.ts';
import { add, Full, type Path, type Report, type ShapeIssue, type Speech } from './report.ts';
import {
  FIELD_REQUIRED,
  type Kind,
  noMatch,
  notAmong,
  outOfRange,
  UNKNOWN_FIELD,
  unexpectedRole,
  unknownTag,
  wrongLength,
  wrongType,
} from './words.ts';

function fieldOf(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The tags of a member as they are listed: whether one may be null or left out is not. */
function namesOf(arm: ObjectSchema, by: string): string[] {
  return tagsOf(arm.fields[by]).filter((tag) => typeof tag === 'string');
}

/** How the API names what a schema asks for. */
const KINDS: Readonly<Record<Exclude<Schema['kind'], 'choice'>, Kind>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  list: 'list',
  dictionary: 'dictionary',
  record: 'dictionary',
  tagged: 'union',
  either: 'union',
  object: 'model',
  unknown: 'model',
};

function explainType(schema: Schema, path: Path, report: Report): void {
  if (schema.kind === 'choice') return add(report, 'enum', path, notAmong(schema.values));
  const kind = schema.kind === 'number' && schema.whole === true ? 'integer' : KINDS[schema.kind];
  const step = schema.kind === 'string' ? schema.typeStep : undefined;
  const at = step === undefined ? path : [...path, step];
  add(report, 'type', at, wrongType(kind, report.wording));
}

function missing(schema: Schema, path: Path, report: Report): void {
  if (schema.kind === 'dictionary' && schema.absentIsType === true) {
    explainType(schema, path, report);
  } else add(report, 'required', path, FIELD_REQUIRED);
}

function explainString(schema: StringSchema, value: unknown, path: Path, report: Report): void {
  const fault = stringFault(schema, value);
  switch (fault) {
    case undefined:
      return;
    case 'type':
      return explainType(schema, path, report);
    case 'pattern':
      return add(report, 'pattern', path, noMatch(schema.pattern?.source ?? ''));
    case 'least':
    case 'most':
      return add(report, 'length', path, wrongLength(fault, schema[fault] ?? 0));
  }
}

function explainNumber(schema: NumberSchema, value: unknown, path: Path, report: Report): void {
  const fault = numberFault(schema, value);
  switch (fault) {
    case undefined:
      return;
    case 'type':
      return explainType(schema, path, report);
    default: {
      const { range, [fault]: bound = 0 } = schema;
      const side = fault === 'least' ? 'greater' : 'less';
      return add(report, 'range', path, range ?? outOfRange(side, bound));
    }
  }
}

function explainObject(schema: ObjectSchema, value: unknown, path: Path, report: Report): void {
  if (!isRecord(value)) return explainType(schema, path, report);
  const before = report.issues.length;
  const { fields, open = false, holds, demands } = schema;
  for (const [key, field] of Object.entries(fields)) {
    explain(field, fieldOf(value, key), [...path, key], report);
  }
  // pydantic reports unknown keys after the known fields (measured 2026-08-31).
  for (const key of open ? [] : Object.keys(value)) {
    if (!Object.hasOwn(fields, key)) add(report, 'unknown', [...path, key], UNKNOWN_FIELD);
  }
  if (report.issues.length > before || holds === undefined || holds(value)) return;
  if (demands === undefined) explainType(schema, path, report);
  else add(report, 'required', [...path, demands], FIELD_REQUIRED);
}

function explainTagged(schema: TaggedSchema, value: unknown, path: Path, report: Report): void {
  if (!isRecord(value)) return explainType(schema, path, report);
  const { by, arms, declared = false } = schema;
  const tag = fieldOf(value, by);
  const arm = arms.find(({ fields }) => tagsOf(fields[by]).includes(tag as string));
  if (arm !== undefined) {
    // A tool without a type, or of type null, is `custom` in the path too (S25).
    const named = typeof tag === 'string' ? tag : namesOf(arm, by)[0];
    // Only `type` joins the path: `messages.0.bogus`, not `messages.0.user.bogus` (measured 2026-08-31).
    const at = by === 'type' && named !== undefined ? [...path, named] : path;
    return explainObject(arm, value, at, report);
  }
  if (tag === undefined) return add(report, 'required', [...path, by], FIELD_REQUIRED);
  if (by === 'role') return add(report, 'tag', path.slice(0, -1), unexpectedRole(tag));
  const { betas } = report;
  const tags = arms
    .flatMap((each) => namesOf(each, by))
    .filter((each) => betas === undefined || knowsTag(each, betas));
  add(report, 'tag', path, unknownTag(tag, by, declared ? tags : tags.toSorted()));
}

function fits(arm: Schema, value: unknown): boolean {
  switch (arm.kind) {
    case 'list':
      return Array.isArray(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
    case 'choice':
      return typeof value === 'string';
    default:
      return isRecord(value);
  }
}

/** Of a plain union the arm speaks that the value's type points to, else the one the API lets speak. */
function explainEither(schema: EitherSchema, value: unknown, path: Path, report: Report): void {
  const { arms, speaker } = schema;
  const arm =
    arms.find((each) => fits(each, value)) ??
    speaker ??
    arms.find(({ kind }) => kind === 'list') ??
    arms.find(({ kind }) => kind === 'object') ??
    arms[0];
  if (arm === undefined) return;
  // pydantic names the model that speaks: `container.ContainerParams` (measured 2026-08-31).
  const name = arm.kind === 'object' ? arm.name : undefined;
  explain(arm, value, name === undefined ? path : [...path, name], report);
}

function explain(schema: Schema, value: unknown, path: Path, report: Report): void {
  const { optional = false, nullable = false } = schema;
  if (value === undefined) return optional ? undefined : missing(schema, path, report);
  if (value === null && nullable) return;
  switch (schema.kind) {
    case 'unknown':
      return;
    case 'object':
      return explainObject(schema, value, path, report);
    case 'tagged':
      return explainTagged(schema, value, path, report);
    case 'either':
      return explainEither(schema, value, path, report);
    case 'list':
      if (!Array.isArray(value)) return explainType(schema, path, report);
      for (const [index, item] of value.entries()) {
        explain(schema.item, item, [...path, index], report);
      }
      return;
    case 'record':
      if (!isRecord(value)) return explainType(schema, path, report);
      for (const [key, item] of Object.entries(value)) {
        explain(schema.value, item, [...path, key], report);
      }
      return;
    case 'string':
      return explainString(schema, value, path, report);
    case 'number':
      return explainNumber(schema, value, path, report);
    case 'boolean':
    case 'choice':
    case 'dictionary':
      if (!acceptorOf(schema)(value)) explainType(schema, path, report);
  }
}

/** The faults of a value, in the order of the schema's fields; at most a hundred. */
export function faultsOf(schema: Schema, value: unknown, speech: Speech): ShapeIssue[] {
  const report: Report = { ...speech, issues: [] };
  try {
    explain(schema, value, [], report);
  } catch (error) {
    if (!(error instanceof Full)) throw error;
  }
  return report.issues;
}
