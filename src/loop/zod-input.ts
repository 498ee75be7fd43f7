/** A zod schema is read twice: as JSON Schema for the model, and as the check of what it sends. */

import { loadZod } from '#zod';
import type * as z from 'zod';
import { valueAt } from './input-problem.ts';
import type { InputProblem, ParsedInput } from './input-problem.ts';

/** Tells a zod 4 schema (classic or mini) from a JSON Schema. */
export function isZodSchema(schema: object): schema is z.core.$ZodType {
  return '_zod' in schema;
}

/** Whether a schema can do both by itself, as those of mini cannot. */
function hasMethods(schema: z.core.$ZodType): schema is z.ZodType {
  return 'toJSONSchema' in schema && 'safeParseAsync' in schema;
}

/**
 * Writes a zod schema as JSON Schema.
 *
 * @note It is the schema's input side: a field with a default is optional to the model.
 * @throws Error when the schema holds what JSON Schema cannot say, such as a date.
 */
export function zodToJsonSchema(schema: z.core.$ZodType): Record<string, unknown> {
  const direction = { io: 'input' } as const;
  const written = hasMethods(schema)
    ? schema.toJSONSchema(direction)
    : loadZod().toJSONSchema(schema, direction);
  return { ...written };
}

/** Checks an input against a zod schema; refinements may be async. */
export async function parseWithZod(
  schema: z.core.$ZodType,
  input: unknown,
): Promise<ParsedInput<unknown>> {
  const parsed = await (hasMethods(schema)
    ? schema.safeParseAsync(input)
    : loadZod().safeParseAsync(schema, input));
  if (parsed.success) return { ok: true, input: parsed.data };
  return { ok: false, problems: parsed.error.issues.flatMap((issue) => toProblems(issue, input)) };
}

function toProblems(issue: z.core.$ZodIssue, input: unknown): InputProblem[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      expected: 'expected no such field',
      received: valueAt(input, [...path, key]),
    }));
  }
  const received = issue.code === 'invalid_key' ? path.at(-1) : valueAt(input, path);
  return [{ path, expected: expectation(issue), received }];
}

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return issue.errors.map((branch) => branch.map(nestedExpectation).join(' and ')).join(' or ');
  }
  const words = issue.message.replace(/^(?:Invalid \w+|Too small|Too big): /, '');
  // The received value itself is added to every problem, so its type need not be said as well.
  if (issue.code === 'invalid_type') return words.replace(/, received [\w ]+$/, '');
  if (issue.code === 'invalid_key') {
    return [words, ...issue.issues.map(nestedExpectation)].join(': ');
  }
  return words;
}

function nestedExpectation(issue: z.core.$ZodIssue): string {
  const words = expectation(issue);
  return issue.path.length === 0 ? words : `${issue.path.map(String).join('.')}: ${words}`;
}
