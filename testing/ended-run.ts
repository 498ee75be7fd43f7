/** A run that is over, and how a problem with it is told. */
import type { Mismatch } from '../src/scenario/matcher.ts';
import {
  formatPath,
  type Path,
  type RunProblemCode,
  type ScenarioProblem,
} from '../src/scenario/problem.ts';
import type { Simulation } from '../src/simulation/simulation.ts';
import { formatTranscript, formatTranscripts } from '../src/transcript/format-transcript.ts';
import type { Exchange } from '../src/wire/exchange.ts';
import type { Ending, RunRecord } from '../src/invariants/run-record.ts';
import type { Transcript } from '../src/transcript/transcript.ts';
import type { Scenario } from './scenario.ts';

/** A run that is over. */
export interface EndedRun {
  readonly scenario: Scenario;
  readonly simulation: Simulation;
  readonly ending: Ending;
  /** Whether the app was told to stop, as its scenario says. */
  readonly isStopped: boolean;
  /** Whether real time was up, or somebody outside called it off: how far it got says nothing of another run. */
  readonly isCut: boolean;
  /** What the app did besides what it sent. */
  readonly evidence: RunRecord;
  /** The conversation that the same turns came to in the other way, if they were played in both. */
  readonly twin?: Transcript;
  /** The timers that it left running, in milliseconds; of a run that was not watched none are known. */
  readonly leftTimers: readonly number[];
  /** Milliseconds that passed on the simulated clock. */
  readonly elapsedMs: number;
}

/** Finds what is otherwise than the scenario says. */
export type Judge = (run: EndedRun) => Iterable<ScenarioProblem>;

/** What a problem says besides where it is. */
interface Told {
  readonly message: string;
  readonly difference?: Pick<Mismatch, 'expected' | 'received'>;
  /** The rule, the invariant or the check that says so. */
  readonly id?: string;
  /** The request it shows in. Default: the whole run. */
  readonly exchange?: Exchange;
}

function transcriptOf({ simulation }: EndedRun, exchange: Exchange | undefined): string {
  if (exchange) return formatTranscript(exchange);
  return formatTranscripts(simulation.transcripts);
}

/** A problem at `path`; a difference comes with the conversation up to it. */
export function problemIn(
  run: EndedRun,
  code: RunProblemCode,
  path: Path,
  { message, difference, id, exchange }: Told,
): ScenarioProblem {
  const found = {
    ...run.scenario.locate(path),
    code,
    ...(id === undefined ? {} : { id }),
    message,
    path: formatPath(path),
  };
  if (!difference) return found;
  const { expected, received } = difference;
  const transcript = transcriptOf(run, exchange);
  return {
    ...found,
    difference: { expected, received },
    ...(transcript === '' ? {} : { transcript }),
  };
}

/** The turn of the scenario that the simulation calls `place`, counted from 0; -1 when there is none. */
export function turnAt({ turns }: Scenario, place: string | undefined): number {
  return turns.findIndex(({ places }) => place !== undefined && places.includes(place));
}

/** The path of the last turn given before exchange number `before`: where the run had got to. */
export function reached({ scenario, simulation }: EndedRun, before: number = Infinity): Path {
  const given = simulation.journal.findLast(
    ({ index, turn }) => index < before && turn !== undefined,
  );
  const turn = turnAt(scenario, given?.turn);
  return turn === -1 ? ['name'] : ['turns', turn];
}

export function afterTurn(path: Path): string {
  return typeof path[1] === 'number' ? ` after turn ${path[1] + 1}` : '';
}

/** The place of a mismatch inside of what was expected at `from`, in words. */
export function atPath({ path }: Pick<Mismatch, 'path'>, from: Path = []): string {
  return path.length === 0 ? '' : ` at ${formatPath([...from, ...path])}`;
}
