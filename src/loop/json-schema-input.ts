/** A tool described by plain JSON Schema has its input checked just as strictly as one with zod. */

import { loadAjv } from '#ajv';
import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import { valueAt } from './input-problem.ts';
import type { InputProblem, ParsedInput } from './input-problem.ts';
import { quote } from './quote.ts';

/** A JSON Schema of draft 2020-12 whose root is an object. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A check compiled from a JSON Schema. */
type JsonSchemaParser = (input: unknown) => ParsedInput<Record<string, unknown>>;

let sharedAjv: Ajv2020 | undefined;

function newAjv(): Ajv2020 {
  const { Ajv2020: Ajv } = loadAjv();
  return new Ajv({
    allErrors: true,
    strict: false,
    verbose: true,
    // In draft 2020-12 a format is a note to the reader; Ajv would warn of each.
    logger: false,
  });
}

/**
 * Compiles a JSON Schema into a check.
 *
 * @throws Error when the schema is not valid under draft 2020-12, as the API would say too.
 */
export function compileJsonSchema(schema: JsonSchema): JsonSchemaParser {
  sharedAjv ??= newAjv();
  // The API takes any `$schema` and reads 2020-12; Ajv would look for the one named.
  const { $schema: _, ...rest } = schema;
  const validate = sharedAjv.compile<Record<string, unknown>>(rest);
  // Ajv would keep every schema ever compiled, and refuse a second one of the same $id.
  sharedAjv.removeSchema(rest);
  return (input) => {
    if (validate(input)) return { ok: true, input };
    return { ok: false, problems: toProblems(validate.errors ?? [], input) };
  };
}

function toProblems(errors: readonly ErrorObject[], input: unknown): InputProblem[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const branchesOf = (union: ErrorObject): ErrorObject[] =>
    errors.filter(
      ({ instancePath, schemaPath }) =>
        instancePath === union.instancePath && schemaPath.startsWith(`${union.schemaPath}/`),
    );
  const absorbed = new Set(unions.flatMap(branchesOf));
  return errors
    .filter((error) => !absorbed.has(error) && error.keyword !== 'propertyNames')
    .map((error) => {
      const branches = branchesOf(error);
      const path = pathOf(error, input);
      const expected =
        branches.length > 0 ? branches.map(expectation).join(' or ') : expectation(error);
      return { path, expected, received: error.propertyName ?? valueAt(input, path) };
    });
}

/** Reads the JSON pointer against the input, which alone tells an index from a key. */
function pathOf(error: ErrorObject, input: unknown): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (const segment of error.instancePath.split('/').slice(1)) {
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(valueAt(input, path)) ? Number(key) : key);
  }
  const { missingProperty, additionalProperty, unevaluatedProperty } = error.params as Record<
    string,
    string | undefined
  >;
  const last = error.propertyName ?? missingProperty ?? additionalProperty ?? unevaluatedProperty;
  return last === undefined ? path : [...path, last];
}

function expectation(error: ErrorObject): string {
  const { keyword, params, message = 'is wrong' } = error;
  if (error.propertyName !== undefined) return `key ${message}`;
  switch (keyword) {
    case 'required':
      return describe(error.parentSchema?.properties?.[params.missingProperty]);
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'expected no such field';
    case 'type':
    case 'enum':
    case 'const':
      return describe({ [keyword]: error.schema });
    default:
      return message;
  }
}

function describe(schema: unknown): string {
  const { type, enum: values, const: value }: JsonSchema = Object(schema);
  if (Array.isArray(values)) return `expected one of ${values.map((one) => quote(one)).join(', ')}`;
  if (value !== undefined) return `expected ${quote(value)}`;
  if (Array.isArray(type)) return `expected ${type.map(String).join(' or ')}`;
  if (typeof type === 'string') return `expected ${type}`;
  return 'required';
}
