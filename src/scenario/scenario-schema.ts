/** The keys of a scenario, with what each may hold. */
import * as z from 'zod';
import { API_VERSIONS, type ApiVersion } from '../wire/headers.ts';
import { abortMoment, type AbortMoment } from './abort-schema.ts';
import { scenarioExpectations, type ScenarioExpectations } from './expect-schema.ts';
import { described, mapping, named, shared, word } from './named.ts';
import { route, type ScenarioRoute } from './route-schema.ts';
import { toolList, type ScenarioTool } from './tool-schema.ts';
import { turn, type ScenarioTurn } from './turn-schema.ts';

/** How the simulated API behaves; the defaults are those of `simulate`. */
export interface ScenarioOptions {
  readonly strict?: boolean;
  readonly allow?: readonly string[];
  readonly refuse?: readonly string[];
  readonly threads?: 'keep' | 'lose' | 'refuse';
  /** The `anthropic-version` that the client sends. Default: the SDK's own. */
  readonly version?: ApiVersion;
  readonly seed?: number;
}

/** Whether the app is asked to stream; `both`: it is run in either way, and comes to the same conversation. */
export type Streaming = boolean | 'both';

/** What the keys of a scenario mean. */
export interface ReadScenario {
  readonly name: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly skip?: string;
  readonly only?: string;
  readonly options?: ScenarioOptions;
  readonly input: unknown;
  readonly stream?: Streaming;
  readonly tools?: string | readonly ScenarioTool[];
  readonly turns: readonly ScenarioTurn[];
  readonly routes?: readonly ScenarioRoute[];
  readonly abort?: AbortMoment;
  readonly expect?: ScenarioExpectations;
}

const reason = named('a reason, as a text', word);
const ruleIds = named('a list of ids of rules', z.array(word)).optional();

const OPTIONS = {
  strict: z.boolean().optional(),
  allow: ruleIds,
  refuse: ruleIds,
  threads: z.enum(['keep', 'lose', 'refuse']).optional(),
  version: z.enum(API_VERSIONS).optional(),
  seed: z.int().optional(),
} satisfies Record<keyof ScenarioOptions, z.ZodType>;

/** The values of `${name}` in the rest of the scenario. */
export const VARIABLES: Readonly<Record<'vars' | 'examples', z.ZodType>> = {
  vars: described('Values that `${name}` stands for.', mapping).optional(),
  examples: described(
    'A table: one scenario for each row, whose values `${name}` stands for.',
    named('a list of mappings, at least one', z.array(mapping).min(1)),
  ).optional(),
};

/** A list of turns, as several scenarios may share it. */
export const turnList: z.ZodType<readonly ScenarioTurn[]> = named('a list of turns', z.array(turn));

const TITLE = 'a scenario: a mapping with `name`, `input` and `turns`';

const KEYS = {
  name: described('What happens, in a few words.', word),
  description: described('What it guards.', z.string()).optional(),
  tags: described(
    'Words to choose scenarios by.',
    named('a list of words', z.array(word)),
  ).optional(),
  skip: described('Do not run it, and why.', reason).optional(),
  only: described('Run nothing else, and why.', reason).optional(),
  options: described(
    'How the simulated API behaves.',
    named('a mapping of options', z.strictObject(OPTIONS)),
  ).optional(),
  ...VARIABLES,
  input: described('What the app is asked: a text, messages, or any JSON value.', z.unknown()),
  stream: described(
    'Whether the app is asked to stream: no, if nothing is said; both: once in either way.',
    named('true, false or `both`', z.union([z.boolean(), z.literal('both')])),
  ).optional(),
  tools: described(
    'The tools that the app is given.',
    named('a list of tools, or the path of a file that holds one', z.union([word, toolList])),
  ).optional(),
  turns: described('What the model says, in order.', turnList),
  routes: described(
    'What requests on the side are answered with, which are no turns of the script.',
    named('a list of routes', z.array(route)),
  ).optional(),
  abort: described(
    'When the app is told to stop: never, if nothing is said.',
    abortMoment,
  ).optional(),
  expect: described('What must hold in the end.', scenarioExpectations).optional(),
};

/** A scenario, `vars` and `examples` put in already. */
export const scenarioSchema: z.ZodType<ReadScenario> = shared(
  'scenario',
  named(TITLE, z.strictObject(KEYS)),
) as z.ZodType<ReadScenario>;

/** Of a scenario, what a script cannot do without. */
export const scriptSchema: z.ZodType<Pick<ReadScenario, 'turns' | 'routes'>> = named(
  'a script: a list of turns, or a mapping with `turns`',
  z.strictObject({ ...KEYS, name: word.optional(), input: z.unknown().optional() }),
) as z.ZodType<Pick<ReadScenario, 'turns' | 'routes'>>;
