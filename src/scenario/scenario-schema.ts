/** The keys of a scenario, with what each may hold. */
import * as z from 'zod';
import type { TextConditions } from './matcher.ts';
import { textMatcher } from './matcher-schema.ts';
import { named, word } from './named.ts';
import { toolList, type ScenarioTool } from './tool-schema.ts';
import { turn, type ScenarioTurn } from './turn-schema.ts';

/** What must hold once the app is done. */
export interface ScenarioExpectations {
  /** The text of the app's answer. Default: any. */
  readonly answer?: string | TextConditions;
  /** How many requests for a turn the app makes. Default: any number. */
  readonly requests?: number;
}

/** A scenario as it was written. */
export interface WrittenScenario {
  readonly name: string;
  readonly description?: string;
  readonly input: unknown;
  readonly tools?: string | readonly ScenarioTool[];
  readonly turns: readonly ScenarioTurn[];
  readonly expect?: ScenarioExpectations;
}

/** Every expectation on a whole run, by its key. */
const EXPECTS = {
  answer: textMatcher.optional(),
  requests: named('a whole number, 0 or more', z.int().min(0)).optional(),
};

/** Every key of a scenario. */
const KEYS = {
  name: word,
  description: z.string().optional(),
  input: z.unknown(),
  tools: named(
    'a list of tools, or the path of a file that holds one',
    z.union([word, toolList]),
  ).optional(),
  turns: named('a list of turns', z.array(turn)),
  expect: z.strictObject(EXPECTS).optional(),
};

export const scenarioSchema: z.ZodType<WrittenScenario> = named(
  'a scenario: a mapping with `name`, `input` and `turns`',
  z.strictObject(KEYS),
);

/** Of a scenario, what a script cannot do without. */
export const scriptSchema: z.ZodType<Pick<WrittenScenario, 'turns'> & Partial<WrittenScenario>> =
  named(
    'a script: a list of turns, or a mapping with `turns`',
    z.strictObject({ ...KEYS, name: word.optional(), input: z.unknown().optional() }),
  );

/** The turns of a script by themselves. */
export const turnList: z.ZodType<readonly ScenarioTurn[]> = KEYS.turns;
