/** Values that a JSON Schema takes, as far as its structure says; what else it asks for is left to a check. */
import * as fc from 'fast-check';
import { isRecord } from '../../../src/wire/json/is-record.ts';
import {
  fieldsOf,
  isOfType,
  namesIn,
  schemasIn,
  MOST_REFERENCES,
  nodesOf,
  valuesOf,
  type Context,
  type Fields,
  type JsonType,
  type Node,
  type Schema,
} from './node.ts';
import { textFor } from './texts.ts';

/** Values of a schema; undefined when there are none. */
type Values = fc.Arbitrary<unknown> | undefined;

const bound = (keywords: Fields, keyword: string, otherwise: number): number =>
  typeof keywords[keyword] === 'number' ? keywords[keyword] : otherwise;

/** A range of 200 where the schema names only one end or none. */
function rangeOf(keywords: Fields, step: number): { readonly min: number; readonly max: number } {
  const low = Math.max(
    bound(keywords, 'minimum', -Infinity),
    bound(keywords, 'exclusiveMinimum', -Infinity) + step,
  );
  const high = Math.min(
    bound(keywords, 'maximum', Infinity),
    bound(keywords, 'exclusiveMaximum', Infinity) - step,
  );
  const min = Number.isFinite(low) ? low : Math.min(-100, high - 200);
  const max = Number.isFinite(high) ? high : Math.max(100, min + 200);
  return { min, max: Math.max(min, max) };
}

function integers({ keywords }: Node): Values {
  const step = bound(keywords, 'multipleOf', 1);
  const { min, max } = rangeOf(keywords, 1);
  const [first, last] = [Math.ceil(min / step), Math.floor(max / step)];
  return first > last
    ? undefined
    : fc.integer({ min: first, max: last }).map((count) => count * step);
}

function numbers(node: Node): Values {
  if (node.keywords['multipleOf'] !== undefined) return integers(node);
  const { min, max } = rangeOf(node.keywords, Number.EPSILON);
  // -0 comes back from JSON as 0.
  const fractions = fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
  return fc.oneof(integers(node) ?? fractions, fractions).map((value) => value || 0);
}

function arrays({ keywords, context }: Node): Values {
  // Anything may be in it, so anything easy is.
  const { items = { type: 'string' }, prefixItems, uniqueItems } = keywords;
  const first = schemasIn(prefixItems).map((schema) => validValue(schema, context));
  if (first.some((each) => each === undefined)) return undefined;
  const minLength = Math.max(0, bound(keywords, 'minItems', 0) - first.length);
  const most = bound(keywords, 'maxItems', Infinity) - first.length;
  const maxLength = Math.min(most, minLength + 3);
  const each = maxLength > 0 ? validValue(items as Schema, context) : undefined;
  if (each === undefined && minLength > 0) return undefined;
  const lengths = { minLength, maxLength: isShallow(context) ? maxLength : minLength };
  const rest: fc.Arbitrary<unknown[]> =
    each === undefined
      ? fc.constant([])
      : uniqueItems === true
        ? fc.uniqueArray(each, { ...lengths, selector: (value) => JSON.stringify(value) })
        : fc.array(each, lengths);
  if (first.length === 0) return rest;
  return fc.tuple(fc.tuple(...(first as fc.Arbitrary<unknown>[])), rest).map((all) => all.flat());
}

const isShallow = ({ depth }: Context): boolean => depth <= MOST_REFERENCES;

/** What the schema says of a property that it does not name. */
function ofOthers({ additionalProperties = true, patternProperties }: Fields): Schema {
  const [pattern] = Object.values(fieldsOf(patternProperties));
  return (pattern ?? additionalProperties) as Schema;
}

/** Properties that the schema does not name, where it says what is in them; `{}` takes anything and gets none. */
function others({ keywords, context }: Node): fc.Arbitrary<Fields> | undefined {
  const { propertyNames, patternProperties, minProperties = 0 } = keywords;
  const schema = ofOthers(keywords);
  const values = isRecord(schema) ? validValue(schema, context) : undefined;
  if (!values) return undefined;
  const [pattern] = Object.keys(fieldsOf(patternProperties));
  const names = pattern === undefined ? fieldsOf(propertyNames) : { pattern };
  const keys = (validValue({ type: 'string', minLength: 1, ...names }, context) ??
    fc.constant('key')) as fc.Arbitrary<string>;
  const minKeys = Number(minProperties);
  return fc.dictionary(keys, values, { minKeys, maxKeys: minKeys + 2, noNullPrototype: true });
}

/** Objects, some of whose properties are made another way. */
export function objects(
  { keywords, context }: Node,
  given: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<Fields> | undefined {
  const properties = fieldsOf(keywords['properties']);
  const required = [...namesIn(keywords['required']), ...Object.keys(given)];
  const wanted = isShallow(context) ? [...Object.keys(properties), ...required] : required;
  const model: Record<string, fc.Arbitrary<unknown>> = {};
  for (const key of wanted) {
    const schema = Object.hasOwn(properties, key) ? properties[key] : ofOthers(keywords);
    const values = Object.hasOwn(given, key) ? given[key] : validValue(schema as Schema, context);
    if (values) model[key] = values;
    else if (required.includes(key)) return undefined;
  }
  const named = fc.record(model, {
    requiredKeys: [...new Set(required)],
    noNullPrototype: true,
  }) as fc.Arbitrary<Fields>;
  const more = others({ type: 'object', keywords, context });
  if (!more) return named;
  return fc.tuple(more, named).map(([unnamed, all]) => ({ ...unnamed, ...all }));
}

const BY_TYPE: Readonly<Record<JsonType, (node: Node) => Values>> = {
  object: (node) => objects(node),
  array: arrays,
  string: ({ keywords }) => textFor(keywords),
  integer: integers,
  number: numbers,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
};

function validOf(node: Node): Values {
  const listed = valuesOf(node.keywords)?.filter((value) => isOfType(value, node.type));
  if (!listed) return BY_TYPE[node.type](node);
  return listed.length === 0 ? undefined : fc.constantFrom(...listed);
}

/** The first of several kinds of value is what others shrink to. */
export function anyOf<Value>(
  values: readonly (fc.Arbitrary<Value> | undefined)[],
): fc.Arbitrary<Value> | undefined {
  const possible = values.filter((each) => each !== undefined);
  return possible.length > 1 ? fc.oneof({ withCrossShrink: true }, ...possible) : possible[0];
}

/** Values of a schema; undefined when there are none. Made once for each place it stands in. */
export function validValue(schema: Schema, context: Context): Values {
  const { depth, made } = context;
  const known = made.get(schema) ?? [];
  made.set(schema, known);
  if (!(depth in known)) known[depth] = anyOf(nodesOf(schema, context).map(validOf));
  return known[depth];
}
