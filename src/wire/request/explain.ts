/** Says what is wrong with a value: walks schema and value side by side, and asks zod only at the leaves. */
import type * as z from 'zod';
import { knowsTag } from './betas.ts';
import { defOf, noteOf } from './model.ts';
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

/** zod's core types and its classic ones name the same schemas. */
function classic(schema: z.core.$ZodType): z.ZodType {
  return schema as z.ZodType;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fieldOf(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The strings a literal or an enum takes; a tag that may be null or absent is one of them all the same. */
function choices(schema: z.core.$ZodType | undefined): string[] {
  return [...(schema?._zod.values ?? [])].filter((value) => typeof value === 'string');
}

function shapeOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> {
  const def = defOf(schema);
  return def.type === 'object' ? def.shape : {};
}

function missing(schema: z.ZodType, path: Path, report: Report): void {
  if (noteOf(schema).absentIsType === true) explainType(schema, path, report);
  else add(report, 'required', path, FIELD_REQUIRED);
}

function explainType(schema: z.ZodType, path: Path, report: Report): void {
  const { integer, typeStep } = noteOf(schema);
  const say = (kind: Kind): void => {
    const at = typeStep === undefined ? path : [...path, typeStep];
    add(report, 'type', at, wrongType(kind, report.wording));
  };
  switch (defOf(schema).type) {
    case 'string':
      return say('string');
    case 'number':
      return say(integer === true ? 'integer' : 'number');
    case 'boolean':
      return say('boolean');
    case 'array':
      return say('list');
    case 'custom':
    case 'record':
      return say('dictionary');
    case 'union':
      return say('union');
    case 'enum':
    case 'literal':
      return add(report, 'enum', path, notAmong(choices(schema)));
    default:
      return say('model');
  }
}

/** A plain value: zod says which condition failed, the first one speaks. */
function explainLeaf(schema: z.ZodType, value: unknown, path: Path, report: Report): void {
  const { values } = schema._zod;
  if (values !== undefined) {
    if (!values.has(value as string)) explainType(schema, path, report);
    return;
  }
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) return;
  const { range } = noteOf(schema);
  switch (issue.code) {
    case 'invalid_format':
      // zod prints the pattern as a literal, between slashes.
      return add(report, 'pattern', path, noMatch(issue.pattern?.slice(1, -1) ?? ''));
    case 'too_small':
      return issue.origin === 'string'
        ? add(report, 'length', path, wrongLength('least', Number(issue.minimum)))
        : add(report, 'range', path, range ?? outOfRange('greater', Number(issue.minimum)));
    case 'too_big':
      return issue.origin === 'string'
        ? add(report, 'length', path, wrongLength('most', Number(issue.maximum)))
        : add(report, 'range', path, range ?? outOfRange('less', Number(issue.maximum)));
    default:
      return explainType(schema, path, report);
  }
}

function explainModel(schema: z.ZodType, value: unknown, path: Path, report: Report): void {
  if (!isRecord(value)) return explainType(schema, path, report);
  const before = report.issues.length;
  const shape = shapeOf(schema);
  for (const [key, field] of Object.entries(shape)) {
    explain(classic(field), fieldOf(value, key), [...path, key], report);
  }
  const def = defOf(schema);
  const open =
    def.type === 'object' && def.catchall !== undefined && defOf(def.catchall).type !== 'never';
  // pydantic reports unknown keys after the known fields (measured 2026-08-31).
  for (const key of open ? [] : Object.keys(value)) {
    if (!Object.hasOwn(shape, key)) add(report, 'unknown', [...path, key], UNKNOWN_FIELD);
  }
  if (report.issues.length > before || (def.checks ?? []).length === 0) return;
  // The one condition between fields there is: something that must be said is not.
  for (const issue of schema.safeParse(value).error?.issues ?? []) {
    add(report, 'required', [...path, ...issue.path.map(String)], FIELD_REQUIRED);
  }
}

function explainTagged(
  schema: z.ZodType,
  def: z.core.$ZodDiscriminatedUnionDef,
  value: unknown,
  path: Path,
  report: Report,
): void {
  if (!isRecord(value)) return explainType(schema, path, report);
  const { discriminator } = def;
  const tag = fieldOf(value, discriminator);
  const tagOf = (option: z.core.$ZodType): z.core.$ZodType | undefined =>
    shapeOf(option)[discriminator];
  const arm = def.options.find((option) => tagOf(option)?._zod.values?.has(tag as string) === true);
  if (arm !== undefined) {
    // A tool without a type, or of type null, is `custom` in the path too (S25).
    const named = typeof tag === 'string' ? tag : choices(tagOf(arm))[0];
    // Only `type` joins the path: `messages.0.bogus`, not `messages.0.user.bogus` (measured 2026-08-31).
    const at = discriminator === 'type' && named !== undefined ? [...path, named] : path;
    return explainModel(classic(arm), value, at, report);
  }
  if (tag === undefined) return add(report, 'required', [...path, discriminator], FIELD_REQUIRED);
  if (discriminator === 'role') return add(report, 'tag', path.slice(0, -1), unexpectedRole(tag));
  const { betas } = report;
  const tags = def.options
    .flatMap((option) => choices(tagOf(option)))
    .filter((each) => betas === undefined || knowsTag(each, betas));
  const listed = noteOf(schema).declared === true ? tags : tags.toSorted();
  add(report, 'tag', path, unknownTag(tag, discriminator, listed));
}

function fits(arm: z.core.$ZodType, value: unknown): boolean {
  switch (defOf(arm).type) {
    case 'array':
      return Array.isArray(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
    case 'literal':
      return typeof value === 'string';
    default:
      return isRecord(value);
  }
}

/** Of a plain union the arm speaks that the value's type points to, else the one the API lets speak. */
function explainEither(
  schema: z.ZodType,
  arms: readonly z.core.$ZodType[],
  value: unknown,
  path: Path,
  report: Report,
): void {
  const arm =
    arms.find((each) => fits(each, value)) ??
    noteOf(schema).speaker ??
    arms.find((each) => defOf(each).type === 'array') ??
    arms.find((each) => defOf(each).type === 'object') ??
    arms[0];
  if (arm === undefined) return;
  // pydantic names the model that speaks: `container.ContainerParams` (measured 2026-08-31).
  const { name } = noteOf(classic(arm));
  explain(classic(arm), value, name === undefined ? path : [...path, name], report);
}

function explain(schema: z.ZodType, value: unknown, path: Path, report: Report): void {
  const def = defOf(schema);
  switch (def.type) {
    case 'unknown':
      return value === undefined ? missing(schema, path, report) : undefined;
    case 'optional':
      return value === undefined ? undefined : explain(classic(def.innerType), value, path, report);
    case 'nullable':
      return value === null ? undefined : explain(classic(def.innerType), value, path, report);
    default:
  }
  if (value === undefined) return missing(schema, path, report);
  switch (def.type) {
    case 'object':
      return explainModel(schema, value, path, report);
    case 'union':
      return 'discriminator' in def
        ? explainTagged(schema, def as z.core.$ZodDiscriminatedUnionDef, value, path, report)
        : explainEither(schema, def.options, value, path, report);
    case 'array':
      if (!Array.isArray(value)) return explainType(schema, path, report);
      for (const [index, item] of value.entries()) {
        explain(classic(def.element), item, [...path, index], report);
      }
      return;
    case 'record':
      if (!isRecord(value)) return explainType(schema, path, report);
      for (const [key, item] of Object.entries(value)) {
        explain(classic(def.valueType), item, [...path, key], report);
      }
      return;
    default:
      return explainLeaf(schema, value, path, report);
  }
}

/** The faults of a value, in the order of the schema's fields; at most a hundred. */
export function faultsOf(schema: z.ZodType, value: unknown, speech: Speech): ShapeIssue[] {
  const report: Report = { ...speech, issues: [] };
  try {
    explain(schema, value, [], report);
  } catch (error) {
    if (!(error instanceof Full)) throw error;
  }
  return report.issues;
}
