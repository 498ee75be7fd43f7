/** How what is expected is written: the value itself, or conditions on it. */
import * as z from 'zod';
import { isConditions, type Conditions, type OperatorName } from './conditions.ts';
import { faultsOf } from './explain.ts';
import { isRecord } from '../wire/json/is-record.ts';
import { named, notOneOf, refusing, shared } from './named.ts';
import type { Path } from './problem.ts';

function patternMistake(pattern: string): string | undefined {
  try {
    RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    const reason = (error as Error).message.replace(/^.*\/u: /s, '');
    return `this is not a regular expression: ${reason}`;
  }
}

/** What the operators take. What stands in an operand is not looked at here: a nested check for each level adds up. */
const OPERANDS = {
  contains: z.unknown(),
  matches: named('a regular expression', z.string().check(refusing(patternMistake))),
  json: z.unknown(),
  any: z.array(z.unknown()).min(1),
  not: z.unknown(),
  any_order: z.array(z.unknown()),
  at_least: z.number(),
  at_most: z.number(),
} satisfies Record<OperatorName, z.ZodType>;

const operators = z.strictObject(OPERANDS).partial();

interface Mistake {
  readonly path: Path;
  readonly message: string;
}

/** What is wrong with conditions in a value, however deep they stand. */
function* mistakesIn(value: unknown, path: Path = []): Generator<Mistake> {
  if (isConditions(value)) {
    for (const fault of faultsOf(operators, value)) {
      yield { path: [...path, ...fault.path], message: fault.message.replace(/\.$/, '') };
    }
  }
  if (!Array.isArray(value) && !isRecord(value)) return;
  const steps = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [step, part] of steps) yield* mistakesIn(part, [...path, step]);
}

function rightWithin<Value>({ value, issues }: z.core.ParsePayload<Value>): void {
  for (const { path, message } of mistakesIn(value)) {
    issues.push({ code: 'custom', path: [...path], message, input: value });
  }
}

/** Any value, with conditions at any depth. */
export const expectation: z.ZodType = z.unknown().check(rightWithin);

/** Conditions alone. */
const conditions: z.ZodType<Conditions> = shared(
  'conditions',
  operators
    .check(
      refusing((value) =>
        Object.keys(value).length === 0 ? notOneOf(Object.keys(OPERANDS))(value) : undefined,
      ),
    )
    .check(rightWithin),
) as z.ZodType<Conditions>;

/** A value of this kind, or conditions on it. */
export function matcherOf<Value>(
  title: string,
  schema: z.ZodType<Value>,
): z.ZodType<Value | Conditions> {
  return named(title, z.union([schema, conditions]));
}

export const textMatcher: z.ZodType<string | Conditions> = matcherOf(
  'a text, or conditions such as `contains` or `matches`',
  z.string(),
);

export const countMatcher: z.ZodType<number | Conditions> = matcherOf(
  'a whole number from 0, or conditions such as `at_most`',
  z.int().min(0),
);
