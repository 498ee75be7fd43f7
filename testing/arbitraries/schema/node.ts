/** A JSON Schema taken apart: no references and no unions, one type each, so that values can be made of it. */
import type { Arbitrary } from 'fast-check';
import { isRecord } from '../../../src/wire/json/is-record.ts';

export type Schema = boolean | Fields;
export type Fields = Readonly<Record<string, unknown>>;
export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** Where a schema stands. */
export interface Context {
  /** Where references point to. */
  readonly root: Schema;
  /** How many references lead here. */
  readonly depth: number;
  /** The values of each schema, by depth. */
  readonly made: Map<Schema, (Arbitrary<unknown> | undefined)[]>;
}

/** What a value of one type must keep. */
export interface Node {
  readonly type: JsonType;
  readonly keywords: Fields;
  readonly context: Context;
}

/** Behind so many references only what is required is made, behind twice as many nothing: a schema may be endless. */
export const MOST_REFERENCES = 2;

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

/** What has no type says by its keywords what it is about. */
const TYPE_OF = new Map(
  Object.entries(KEYWORDS).flatMap(([type, keywords]) =>
    keywords.map((keyword) => [keyword, type as JsonType] as const),
  ),
);

const ANY: readonly JsonType[] = ['string', 'integer', 'boolean', 'null', 'object', 'array'];

export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const schemasIn = (value: unknown): readonly Schema[] => listOf(value) as Schema[];

export const namesIn = (value: unknown): readonly string[] => listOf(value) as string[];

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : (typeof value as JsonType);
}

export const isOfType = (value: unknown, type: JsonType): boolean =>
  typeOf(value) === type || (type === 'number' && typeof value === 'number');

/** The values that a schema lists; undefined when it lists none. */
export function valuesOf({ const: only, enum: values }: Fields): readonly unknown[] | undefined {
  return only === undefined ? (values as readonly unknown[] | undefined) : [only];
}

function typesOf(keywords: Fields): readonly JsonType[] {
  const { type } = keywords;
  if (type !== undefined) return [type].flat() as JsonType[];
  const values = valuesOf(keywords);
  if (values) return [...new Set(values.map(typeOf))];
  const told = Object.keys(keywords).find((keyword) => TYPE_OF.has(keyword));
  return told === undefined ? ANY : [TYPE_OF.get(told)!];
}

/** What a local reference such as `#/$defs/place` points to; what is not there takes anything. */
function resolve(reference: unknown, root: Schema): Schema {
  const steps = String(reference).split('/').slice(1);
  const found = steps.reduce<unknown>((value, step) => {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }, root);
  return found === undefined ? true : (found as Schema);
}

/** What both ask for, as far as one schema can say it; the rest is left to a check of the values. */
function merge(one: Fields, other: Fields): Fields {
  const [first, second] = [fieldsOf(one['properties']), fieldsOf(other['properties'])];
  const shared = Object.keys(first).filter((key) => Object.hasOwn(second, key));
  const both = shared.map((key) => [key, { allOf: [first[key], second[key]] }] as const);
  const required = [one, other].flatMap((each) => namesIn(each['required']));
  return {
    ...one,
    ...other,
    ...(one['properties'] === undefined
      ? {}
      : { properties: { ...first, ...second, ...Object.fromEntries(both) } }),
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
  };
}

type Flat = Pick<Node, 'keywords' | 'context'>;

/** The schemas without references and unions that a value may keep instead. */
function flatten(schema: Schema, context: Context): readonly Flat[] {
  if (typeof schema === 'boolean') return schema ? [{ keywords: {}, context }] : [];
  const { $ref, allOf, anyOf, oneOf, ...keywords } = schema;
  const deeper = { ...context, depth: context.depth + 1 };
  if ($ref !== undefined && deeper.depth > 2 * MOST_REFERENCES) return [];
  const parts: readonly (readonly Flat[])[] = [
    ...($ref === undefined ? [] : [flatten(resolve($ref, context.root), deeper)]),
    ...schemasIn(allOf).map((part) => flatten(part, context)),
    ...[anyOf, oneOf]
      .filter((union) => union !== undefined)
      .map((union) => schemasIn(union).flatMap((branch) => flatten(branch, context))),
  ];
  return parts.reduce<readonly Flat[]>(
    (flats, part) =>
      flats.flatMap((flat) =>
        part.map((other) => ({
          keywords: merge(flat.keywords, other.keywords),
          context: other.context.depth > flat.context.depth ? other.context : flat.context,
        })),
      ),
    [{ keywords, context }],
  );
}

/** Everything that a value of the schema may be; empty when there is no such value, or none within reach. */
export function nodesOf(schema: Schema, context: Context): readonly Node[] {
  return flatten(schema, context).flatMap(({ keywords, context: at }) =>
    typesOf(keywords).map((type) => ({ type, keywords, context: at })),
  );
}
