/** How an expected text is written: the text itself, or conditions on it. */
import * as z from 'zod';
import { TextConditions, type OperatorName } from './matcher.ts';
import { named, notOneOf, refusing } from './named.ts';

function patternMistake(pattern: string): string | undefined {
  try {
    RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    const reason = (error as Error).message.replace(/^.*\/u: /s, '');
    return `this is not a regular expression: ${reason}`;
  }
}

const OPERATORS = {
  contains: z.string(),
  matches: z.string().check(refusing(patternMistake)),
} satisfies Record<OperatorName, z.ZodType<string>>;

const names = Object.keys(OPERATORS);

export const textMatcher: z.ZodType<string | TextConditions> = named(
  'a text, or a mapping with `contains` or `matches`',
  z.union([
    z.string(),
    z
      .strictObject(OPERATORS)
      .partial()
      .check(
        refusing((value) => (Object.keys(value).length === 0 ? notOneOf(names)(value) : undefined)),
      )
      .transform((operands) => new TextConditions(operands)),
  ]),
);
