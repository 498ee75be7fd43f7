/** Values that differ from valid ones in one place and one named way; all around that place they are valid. */
import * as fc from 'fast-check';
import type { InputKind } from './input-kinds.ts';
import {
  fieldsOf,
  isOfType,
  namesIn,
  MOST_REFERENCES,
  nodesOf,
  valuesOf,
  type Context,
  type Fields,
  type JsonType,
  type Node,
  type Schema,
} from './node.ts';
import { HOSTILE_TEXTS, HUGE_TEXT } from './texts.ts';
import { objects, validValue } from './valid-value.ts';

export interface Variation {
  readonly kind: InputKind;
  readonly values: fc.Arbitrary<unknown>;
}

/** In the order in which they are tried: what a type is not, a reader sees best with the first ones. */
const OF_OTHER_TYPES: readonly unknown[] = [null, 1, 'text', true, 1.5, ['text'], { key: 'text' }];

const EXTRA_KEYS = ['extra', 'Extra', '', 'constructor', 'toString', 'a b', 'ключ'];

const number = (keywords: Fields, keyword: string): number | undefined =>
  typeof keywords[keyword] === 'number' ? keywords[keyword] : undefined;

const oneOf = (kind: InputKind, values: readonly unknown[]): Variation[] =>
  values.length === 0 ? [] : [{ kind, values: fc.constantFrom(...values) }];

/** Values of listed ones that are none, most of them close by. */
function unlisted(listed: readonly unknown[]): readonly unknown[] {
  const near = listed.flatMap((value) =>
    typeof value === 'string' ? [`${value} `, value.toUpperCase(), ''] : [],
  );
  const numbers = listed.flatMap((value) => (typeof value === 'number' ? [value + 1] : []));
  return [...near, ...numbers, 'something else'].filter((value) => !listed.includes(value));
}

function ofText({ keywords }: Node): Variation[] {
  const { pattern, format, minLength, maxLength } = keywords as {
    pattern?: string;
    format?: string;
    minLength?: number;
    maxLength?: number;
  };
  const lengths = [
    ...(minLength === undefined || minLength === 0 ? [] : ['a'.repeat(minLength - 1)]),
    ...(maxLength === undefined ? [] : ['a'.repeat(maxLength + 1)]),
  ];
  const odd = ['', 'x', '-', 'not it', '1', '\n'];
  return [
    ...oneOf('wrong-length', lengths),
    ...(format === undefined ? [] : oneOf('wrong-format', odd)),
    ...(pattern === undefined || format !== undefined ? [] : oneOf('wrong-pattern', odd)),
    ...oneOf('hostile', HOSTILE_TEXTS),
    ...oneOf('huge', [HUGE_TEXT]),
  ];
}

function ofNumber({ keywords }: Node): Variation[] {
  const [min, max] = [number(keywords, 'minimum'), number(keywords, 'maximum')];
  const [above, below] = ['exclusiveMinimum', 'exclusiveMaximum'].map((key) =>
    number(keywords, key),
  );
  const step = number(keywords, 'multipleOf');
  const beyond = [
    ...(min === undefined ? [] : [min - 1, min - 1e6]),
    ...(max === undefined ? [] : [max + 1, max + 1e6]),
    ...(above === undefined ? [] : [above, above - 1]),
    ...(below === undefined ? [] : [below, below + 1]),
    ...(step === undefined ? [] : [step / 2]),
  ];
  return oneOf('out-of-range', beyond);
}

function ofArray({ keywords, context }: Node): Variation[] {
  const {
    items = { type: 'string' },
    minItems,
    maxItems,
    uniqueItems,
  } = keywords as {
    items?: Schema;
    minItems?: number;
    maxItems?: number;
    uniqueItems?: boolean;
  };
  const each = validValue(items, context);
  const exactly = (length: number): fc.Arbitrary<unknown[]>[] =>
    each ? [fc.array(each, { minLength: length, maxLength: length })] : [];
  const lists = [
    ...(minItems === undefined || minItems === 0 ? [] : exactly(minItems - 1)),
    ...(maxItems === undefined ? [] : exactly(maxItems + 1)),
    ...(uniqueItems === true && each ? [each.map((value) => [value, value])] : []),
  ];
  const inner = variations(items, context).map(({ kind, values }) => ({
    kind,
    values: values.map((value) => [value]),
  }));
  return [
    ...lists.map((values): Variation => ({ kind: 'wrong-length', values })),
    ...(each
      ? [{ kind: 'huge', values: each.map((value) => Array(100).fill(value)) } as const]
      : []),
    ...inner,
  ];
}

function withoutOne(node: Node): fc.Arbitrary<unknown>[] {
  return namesIn(node.keywords['required']).flatMap((key) => {
    const values = objects(node);
    if (!values) return [];
    return [
      values.map((all) => Object.fromEntries(Object.entries(all).filter(([name]) => name !== key))),
    ];
  });
}

function ofObject(node: Node): Variation[] {
  const properties = fieldsOf(node.keywords['properties']);
  const unknown = EXTRA_KEYS.filter((key) => !Object.hasOwn(properties, key));
  const { additionalProperties, unevaluatedProperties } = node.keywords;
  const isClosed = additionalProperties === false || unevaluatedProperties === false;
  const whole = objects(node);
  const withMore = (all: fc.Arbitrary<Fields>): fc.Arbitrary<Fields> =>
    fc
      .tuple(all, fc.constantFrom(...unknown), fc.constantFrom(true, null, 'more', 1))
      .map(([fields, key, value]) => ({ ...fields, [key]: value }));
  const inner = Object.entries(properties).flatMap(([key, schema]) =>
    variations(schema as Schema, node.context).flatMap(({ kind, values }) => {
      const made = objects(node, { [key]: values });
      return made ? [{ kind, values: made }] : [];
    }),
  );
  return [
    ...withoutOne(node).map((values): Variation => ({ kind: 'missing', values })),
    ...(whole && isClosed ? [{ kind: 'extra', values: withMore(whole) } as const] : []),
    ...inner,
  ];
}

const OWN: Readonly<Record<JsonType, (node: Node) => Variation[]>> = {
  object: ofObject,
  array: ofArray,
  string: ofText,
  integer: ofNumber,
  number: ofNumber,
  boolean: () => [],
  null: () => [],
};

function ofNode(node: Node): Variation[] {
  const listed = valuesOf(node.keywords);
  return listed ? oneOf('wrong-value', unlisted(listed)) : OWN[node.type](node);
}

/** Every variation of the values of a schema. Some come out as valid ones: a check of the values has the last word. */
export function variations(schema: Schema, context: Context): Variation[] {
  if (context.depth > MOST_REFERENCES) return [];
  const nodes = nodesOf(schema, context);
  const foreign = OF_OTHER_TYPES.filter(
    (value) => !nodes.some(({ type }) => isOfType(value, type)),
  );
  return [...oneOf('wrong-type', foreign), ...nodes.flatMap(ofNode)];
}
