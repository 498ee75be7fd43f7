/** A scenario as a value: what the app is asked, what the model says, and what must hold. */
import type { Script } from '../script/script.ts';
import type { AbortMoment } from './abort-schema.ts';
import type { ScenarioExpectations } from './expect-schema.ts';
import type { Part } from './places.ts';
import type { Path } from './problem.ts';
import type { RequestExpectations } from './request-schema.ts';
import type { ScenarioOptions, Streaming } from './scenario-schema.ts';
import type { Location } from './source.ts';
import type { ScenarioTool } from './tool-schema.ts';
import type { WrittenScenario } from './written.ts';

/** What is expected of the request that gets a turn. */
export interface ExpectedTurn {
  /** The turn as the simulation calls it, "turn 2"; several for a turn that is given several times. */
  readonly places: readonly string[];
  readonly expect: RequestExpectations;
}

/** What a scenario is made of besides its tools. */
export interface ScenarioCore {
  readonly type: 'scenario';
  /** The file as it is named to people. */
  readonly file: string;
  readonly name: string;
  readonly description?: string;
  readonly tags: readonly string[];
  /** Why it is not to be run. */
  readonly skip?: string;
  /** Why nothing else is to be run. */
  readonly only?: string;
  readonly options: ScenarioOptions;
  /** What the app is asked: a text, a list of messages, or any JSON value. */
  readonly input: unknown;
  readonly stream?: Streaming;
  readonly script: Script;
  /** One for each turn as written, in order. */
  readonly turns: readonly ExpectedTurn[];
  /** When the app is told to stop. Default: never. */
  readonly abort?: AbortMoment;
  readonly expect: ScenarioExpectations;
  /** The scenario as data, in the keys of the language, with its variables and shared turns put in. */
  readonly written: WrittenScenario;
  /** Where a part of the scenario stands in its file. */
  locate(path: Path, part?: Part): Location;
}

/** A scenario whose tools may still be in a file of their own. */
export interface ParsedScenario extends ScenarioCore {
  /** The tools, or the path of the file that has them, relative to the scenario's own file. */
  readonly tools: string | readonly ScenarioTool[];
}
