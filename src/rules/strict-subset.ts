/** What strict mode makes of a schema: the faults it would name, and the numbers it limits. */
import { isRecord } from '../wire/json/is-record.ts';
import { circleOf, resolve, subschemas } from './json-schema.ts';
import { asList, asRecord, asText, type Json } from './json-value.ts';
import { uncompilableFeature } from './pattern.ts';
import { oncePerSchema } from './schema-verdicts.ts';

export type StrictFaultKind =
  | 'open-object'
  | 'keyword'
  | 'min-items'
  | 'combinator'
  | 'any-value'
  | 'reference'
  | 'circle'
  | 'pattern';

export interface StrictFault {
  readonly kind: StrictFaultKind;
  /** What the API says, without the place. */
  readonly text: string;
}

export interface StrictReport {
  readonly faults: readonly StrictFault[];
  /** Properties that are not required. */
  readonly optional: number;
  /** Properties with several types or an `anyOf`. */
  readonly unions: number;
}

/**
 * Keywords that a grammar has no room for, by the type they stand with: measured, most on 2026-09-27. Not a complete
 * list, since it is not known what else is refused.
 */
const NO_NUMBER_KEYWORDS = [
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maximum',
  'minimum',
  'multipleOf',
];
const UNSUPPORTED: Readonly<Record<string, readonly string[]>> = {
  number: NO_NUMBER_KEYWORDS,
  integer: NO_NUMBER_KEYWORDS,
  array: ['contains', 'maxItems', 'prefixItems', 'uniqueItems'],
  object: [
    'dependentRequired',
    'if',
    'maxProperties',
    'minProperties',
    'propertyNames',
    'unevaluatedProperties',
  ],
};

/** What cannot stand beside `anyOf` or `allOf`; the API says `anyOf` of both. Measured 2026-09-27. */
const NOT_BESIDE_COMBINATOR = [
  '$ref',
  'additionalProperties',
  'discriminator',
  'properties',
  'required',
  'type',
];

/** Keywords that say nothing about a value. */
const NOTES = new Set(['title', 'description', 'default', 'examples', '$comment', 'deprecated']);

/** More is of no use to anyone. */
const MOST_FAULTS = 100;

const has = (schema: Json, keyword: string): boolean => schema[keyword] !== undefined;

function typesOf({ type }: Json): string[] {
  return [type].flat().filter((one) => typeof one === 'string');
}

function objectFault({ additionalProperties: rest }: Json): string | undefined {
  if (rest === false) return undefined;
  if (rest === undefined) return "'additionalProperties' must be explicitly set to false";
  const given = rest === true ? 'true' : 'object';
  return `'additionalProperties: ${given}' is not supported. Please set 'additionalProperties' to false`;
}

function keywordFault(type: string, schema: Json): string | undefined {
  const found = (UNSUPPORTED[type] ?? []).filter((keyword) => has(schema, keyword));
  if (found.length === 0) return undefined;
  return found.length === 1
    ? `property '${found[0]}' is not supported`
    : `properties ${found.join(', ')} are not supported`;
}

function minItemsFault({ minItems }: Json): string | undefined {
  const isFine = minItems === undefined || minItems === 0 || minItems === 1;
  return isFine ? undefined : "'minItems' values other than 0 or 1 are not supported";
}

function* faultsOfType(type: string, schema: Json): Generator<StrictFault> {
  const of = (kind: StrictFaultKind, words: string | undefined): StrictFault[] =>
    words === undefined ? [] : [{ kind, text: `For '${type}' type, ${words}` }];
  if (type === 'object') yield* of('open-object', objectFault(schema));
  yield* of('keyword', keywordFault(type, schema));
  if (type === 'array') yield* of('min-items', minItemsFault(schema));
}

function* faultsOfSchema(schema: Json, root: Json): Generator<StrictFault> {
  if (has(schema, 'oneOf')) {
    yield { kind: 'combinator', text: "Schema type 'oneOf' is not supported" };
    return;
  }
  if (has(schema, 'not')) {
    yield { kind: 'combinator', text: "Schema keyword 'not' is not supported" };
  }
  if (has(schema, 'anyOf') || has(schema, 'allOf')) {
    const beside = NOT_BESIDE_COMBINATOR.filter((keyword) => has(schema, keyword));
    if (beside.length > 0) {
      yield { kind: 'combinator', text: `For 'anyOf', '${beside.join(', ')}' is not supported` };
    }
    return;
  }
  const reference = asText(schema['$ref']);
  if (reference !== undefined) {
    if (resolve(root, reference) === undefined) {
      const text = `Invalid schema: Reference to non-existent definition: ${reference}`;
      yield { kind: 'reference', text };
    }
    return;
  }
  if (Object.keys(schema).every((keyword) => NOTES.has(keyword))) {
    const text =
      'Empty schema ({}) that accepts any JSON value is not supported. Please specify a concrete type.';
    yield { kind: 'any-value', text };
  }
  for (const type of typesOf(schema)) yield* faultsOfType(type, schema);
  const feature = uncompilableFeature(asText(schema['pattern']) ?? '');
  if (feature !== undefined) {
    yield { kind: 'pattern', text: `Unsupported regex feature in pattern field: ${feature}` };
  }
}

/** The schemas a value can meet: those in the root and what is referred to, each once; unused definitions are not. */
function* reachable(root: Json): Generator<Json> {
  const { $defs: _defs, definitions: _definitions, ...rest } = root;
  const seen = new Set<Json>([root]);
  const waiting: Json[] = [rest];
  for (let start = waiting.pop(); start !== undefined; start = waiting.pop()) {
    for (const schema of subschemas(start, seen)) {
      yield schema;
      const target = resolve(root, asText(schema['$ref']) ?? '');
      if (isRecord(target)) waiting.push(target);
    }
  }
}

const isUnion = (property: Json): boolean =>
  has(property, 'anyOf') || asList(property['type']).length > 1;

function report(root: Json): StrictReport {
  const faults: StrictFault[] = [];
  for (const schema of subschemas(root)) {
    faults.push(...faultsOfSchema(schema, root));
    if (faults.length >= MOST_FAULTS) break;
  }
  const circle = circleOf(root);
  if (circle !== undefined) {
    const text = `Circular reference detected in schema definitions: ${circle.join(' -> ')}`;
    faults.push({ kind: 'circle', text });
  }
  let optional = 0;
  let unions = 0;
  for (const schema of reachable(root)) {
    const required = new Set(asList(schema['required']));
    for (const [name, property] of Object.entries(asRecord(schema['properties']))) {
      if (!required.has(name)) optional += 1;
      if (isUnion(asRecord(property))) unions += 1;
    }
  }
  return { faults, optional, unions };
}

/** What strict mode says to a schema. */
export const strictReport: (schema: Json) => StrictReport = oncePerSchema(report);
