/** A scenario as a value: what the app is asked, what the model says, and what must hold. */
import type { Script } from '../script/script.ts';
import type { Path } from './problem.ts';
import type { Location } from './source.ts';
import type { Part } from './places.ts';
import type { ScenarioExpectations } from './scenario-schema.ts';
import type { ScenarioTool } from './tool-schema.ts';
import type { TurnExpectations } from './turn-schema.ts';

/** What is expected of the request that gets a turn. */
export interface ExpectedTurn {
  /** The turn as the simulation calls it: "turn 2". */
  readonly place: string;
  readonly expect: TurnExpectations;
}

/** What a scenario is made of besides its tools. */
export interface ScenarioCore {
  readonly type: 'scenario';
  /** The file as it is named to people. */
  readonly file: string;
  readonly name: string;
  readonly description?: string;
  /** What the app is asked: a text, a list of messages, or any JSON value. */
  readonly input: unknown;
  readonly script: Script;
  /** One for each turn of the script, in order. */
  readonly turns: readonly ExpectedTurn[];
  readonly expect: ScenarioExpectations;
  /** Where a part of the scenario stands in its file. */
  locate(path: Path, part?: Part): Location;
}

/** A scenario whose tools may still be in a file of their own. */
export interface ParsedScenario extends ScenarioCore {
  /** The tools, or the path of the file that has them, relative to the scenario's own file. */
  readonly tools: string | readonly ScenarioTool[];
}
