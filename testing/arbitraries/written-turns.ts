/** A plan in the words of the scenario language. */
import type { WrittenTurn } from '../../src/scenario/written.ts';
import type { Breakdown, Mishap } from './mishaps.ts';
import type { PlannedTurn } from './planned-turn.ts';
import { isWhole, TurnWriter, type ToolConduct } from './turn-writer.ts';

export interface Plan {
  readonly turns: readonly PlannedTurn[];
  readonly last: PlannedTurn;
  readonly mishaps: readonly Mishap[];
  /** What comes in the place of the last turn. */
  readonly breakdown: Breakdown | undefined;
  readonly stream: boolean;
}

interface Written {
  readonly turns: readonly WrittenTurn[];
  readonly conduct: readonly ToolConduct[];
  readonly kinds: readonly string[];
  readonly toRun: readonly string[];
}

/** Turns and then the end, or what comes in its place; last of all what goes wrong on the way. */
export function writePlan(writer: TurnWriter, plan: Plan): void {
  const { turns, last, mishaps, breakdown, stream } = plan;
  for (const turn of turns) writer.turn(turn);
  if (breakdown && (stream || isWhole(breakdown.fault))) writer.breakdown(breakdown);
  else writer.turn(last);
  // Whoever answers the calls of a turn that may be the end, or to whom they fail, asks once more.
  if (last.kind === 'calls') writer.written({ reply: 'Done.' });
  for (const mishap of mishaps) writer.mishap(mishap);
}

export function writtenTurns(plan: Plan): Written {
  const writer = new TurnWriter(plan.stream);
  writePlan(writer, plan);
  const { conduct, kinds, toRun } = writer;
  return { turns: writer.turns(), conduct, kinds, toRun };
}
