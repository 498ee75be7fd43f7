/** How a problem with a run is told, and where it had got to. */
import type { Mismatch } from '../../src/scenario/matcher.ts';
import {
  formatPath,
  type Path,
  type RunProblemCode,
  type ScenarioProblem,
} from '../../src/scenario/problem.ts';
import { formatTranscript, formatTranscripts } from '../../src/transcript/format-transcript.ts';
import type { Exchange } from '../../src/wire/exchange.ts';
import type { EndedRun } from '../ended-run.ts';
import { ownExchanges } from '../own-exchanges.ts';
import { turnAt } from '../turn-at.ts';

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

/** The path of the last turn given before exchange number `before`: where the run had got to. */
export function reached(run: EndedRun, before: number = Infinity): Path {
  const given = ownExchanges(run).findLast(
    ({ index, turn }) => index < before && turn !== undefined,
  );
  const turn = turnAt(run.scenario, given?.turn);
  return turn === -1 ? ['name'] : ['turns', turn];
}

export function afterTurn(path: Path): string {
  return typeof path[1] === 'number' ? ` after turn ${path[1] + 1}` : '';
}

/** The place of a mismatch inside of what was expected at `from`, in words. */
export function atPath({ path }: Pick<Mismatch, 'path'>, from: Path = []): string {
  return path.length === 0 ? '' : ` at ${formatPath([...from, ...path])}`;
}
