/** How a turn is written: what the model says, and what the request that gets it must hold. */
import * as z from 'zod';
import type { TurnInput } from '../script/turn.ts';
import { block } from './block-schema.ts';
import { error } from './error-schema.ts';
import type { TextConditions } from './matcher.ts';
import { textMatcher } from './matcher-schema.ts';
import { named, notOneOf, refusing, word } from './named.ts';

/** A result that the request must hold; what is left out may be anything. */
export interface ExpectedToolResult {
  readonly tool_use_id?: string;
  readonly content?: string | TextConditions;
  readonly is_error?: boolean;
}

/** What the request that gets a turn must hold. */
export interface TurnExpectations {
  /** Exactly these results, in this order. Default: any. */
  readonly tool_results?: readonly ExpectedToolResult[];
}

/** A turn as it was written. */
export interface ScenarioTurn {
  readonly turn: TurnInput;
  readonly expect: TurnExpectations;
}

/** Every way of saying something, by its key; a turn has one of them. */
const SAYS: Readonly<Record<string, z.ZodType<TurnInput>>> = {
  reply: named('a text or a list of blocks', z.union([z.string(), z.array(block)])),
  error,
};

const toolResult: z.ZodType<ExpectedToolResult> = named(
  'a mapping with `tool_use_id`, `content` or `is_error`',
  z.strictObject({
    tool_use_id: word.optional(),
    content: textMatcher.optional(),
    is_error: z.boolean().optional(),
  }),
);

/** Every expectation on a request, by its key. */
const EXPECTS = {
  tool_results: z.array(toolResult).optional(),
};

export const turn: z.ZodType<ScenarioTurn> = named(
  'a turn',
  z
    .strictObject({
      ...Object.fromEntries(Object.entries(SAYS).map(([key, says]) => [key, says.optional()])),
      expect: z.strictObject(EXPECTS).optional(),
    })
    .check(refusing(notOneOf(Object.keys(SAYS))))
    .transform(({ expect = {}, ...says }) => ({
      turn: Object.values(says)[0] as TurnInput,
      expect: expect as TurnExpectations,
    })),
);
