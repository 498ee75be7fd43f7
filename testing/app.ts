/** What an app under test is: a function that is given everything it may use, and answers. */
import type Anthropic from '@anthropic-ai/sdk';
import type { LoopTool } from '../src/loop/index.ts';
import type { Simulation } from '../src/simulation/simulation.ts';

/** What an app is given for one scenario. */
export interface AppContext {
  /** A real client that reaches the simulated API through the door of the run, and nothing else. */
  readonly client: Anthropic;
  /** What the scenario asks: a text, a list of messages, or any JSON value. A copy of its own. */
  readonly input: unknown;
  /** The tools of the scenario, ready for `runToolLoop`; what a module exports is passed on as it is. */
  readonly tools: readonly LoopTool[];
  /** Whether the app is asked to stream; an app that cannot choose need not look at it. */
  readonly stream: boolean;
  /** Aborts when the run is called off. */
  readonly signal: AbortSignal;
  /** The simulated API behind the client, for apps that make a client of their own with its `fetch`. */
  readonly simulation: Simulation;
}

/** The code under test. Its answer may be a text, a message, or anything with a `text`. */
export type App = (context: AppContext) => Promise<unknown>;
