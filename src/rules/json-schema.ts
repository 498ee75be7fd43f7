/** JSON Schemas as data: every schema inside one, what its references lead to, and whether it goes round in circles. */
import { isRecord } from '../wire/json/is-record.ts';
import { asList, asRecord, type Json } from './json-value.ts';

const SCHEMAS_BY_NAME = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
];
const LISTS_OF_SCHEMAS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const SCHEMAS = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'additionalItems',
];

function childrenOf(schema: Json): Json[] {
  return [
    ...SCHEMAS_BY_NAME.flatMap((keyword) => Object.values(asRecord(schema[keyword]))),
    ...LISTS_OF_SCHEMAS.flatMap((keyword) => asList(schema[keyword])),
    ...SCHEMAS.map((keyword) => schema[keyword]),
  ].filter(isRecord);
}

/**
 * A schema and all schemas in it, the outer ones first. References are not followed. What is in `seen` is left out, with
 * all that is in it, and what is found goes in there.
 */
export function* subschemas(root: Json, seen?: Set<Json>): Generator<Json> {
  // A list instead of recursion: each level of nested generators would hand on all that is below it.
  const waiting: Json[] = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (seen?.has(schema)) continue;
    seen?.add(schema);
    yield schema;
    for (const child of childrenOf(schema).toReversed()) waiting.push(child);
  }
}

/** What a reference into the same schema leads to; undefined when it leads nowhere or out of it. */
export function resolve(root: Json, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let value: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const key = decodeStep(step);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) {
      return undefined;
    }
    value = (value as Json)[key];
  }
  return value;
}

function decodeStep(step: string): string {
  const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** The references anywhere in a schema. */
export function referencesIn(schema: Json): string[] {
  const found: string[] = [];
  for (const { $ref } of subschemas(schema)) if (typeof $ref === 'string') found.push($ref);
  return found;
}

/** The regular expressions anywhere in a schema. */
export function patternsIn(schema: Json): string[] {
  const found: string[] = [];
  for (const { pattern, patternProperties } of subschemas(schema)) {
    if (typeof pattern === 'string') found.push(pattern);
    found.push(...Object.keys(asRecord(patternProperties)));
  }
  return found;
}

const DEFINITION = /^#\/(\$defs|definitions)\/([^/]+)$/;

/** The definition that a reference names, or the whole schema; undefined when it names something else. */
function definitionAt(reference: string): string | undefined {
  if (reference === '#') return reference;
  const [, keyword, step = ''] = DEFINITION.exec(reference) ?? [];
  return keyword === undefined ? undefined : `${keyword}/${decodeStep(step)}`;
}

function definitionsIn(schema: Json): readonly string[] {
  return [...new Set(referencesIn(schema).flatMap((reference) => definitionAt(reference) ?? []))];
}

/** Each definition of a schema and the schema itself, with the definitions it refers to. */
function definitionGraph(root: Json): Map<string, readonly string[]> {
  const { $defs, definitions, ...rest } = root;
  const graph = new Map([['#', definitionsIn(rest)]]);
  for (const [keyword, named] of Object.entries({ $defs, definitions })) {
    for (const [name, schema] of Object.entries(asRecord(named))) {
      if (isRecord(schema)) graph.set(`${keyword}/${name}`, definitionsIn(schema));
    }
  }
  return graph;
}

interface Step {
  readonly node: string;
  next: number;
}

/** Definitions that refer back to where they came from, by name: `A, B, A`; undefined when none does. */
export function circleOf(root: Json): readonly string[] | undefined {
  const graph = definitionGraph(root);
  const done = new Set<string>();
  const path: Step[] = [{ node: '#', next: 0 }];
  const onPath = new Set(['#']);
  while (path.length > 0) {
    const step = path.at(-1)!;
    const target = graph.get(step.node)?.[step.next];
    step.next += 1;
    if (target === undefined) {
      done.add(step.node);
      onPath.delete(step.node);
      path.pop();
    } else if (onPath.has(target)) {
      const nodes = path.map(({ node }) => node);
      return [...nodes.slice(nodes.indexOf(target)), target].map((node) =>
        node.slice(node.indexOf('/') + 1),
      );
    } else if (!done.has(target)) {
      onPath.add(target);
      path.push({ node: target, next: 0 });
    }
  }
  return undefined;
}
