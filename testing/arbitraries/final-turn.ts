/** The last turn of a loop that some tool may end: one that calls it, beside the ways in which a model stops. */
import * as fc from 'fast-check';
import { EnsaioError } from '../../src/error.ts';
import { nearest } from '../../src/nearest.ts';
import { plannedCall } from './planned-call.ts';
import { ending } from './planned-ending.ts';
import type { PlannedTurn, TurnOptions } from './planned-turn.ts';

/** A misspelt name would end no loop. */
function checkNames(names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const close = nearest(unknown, [...known]);
  throw new EnsaioError('option-invalid', `finalTools: there is no tool "${unknown}".`, {
    hint: close === undefined ? `The tools are ${known.join(', ')}.` : `Did you mean "${close}"?`,
    details: { option: 'finalTools', received: unknown },
  });
}

/**
 * The last turn of a rehearsal. Shrinks to an answer.
 * @throws EnsaioError `option-invalid` for a tool that there is not
 */
export function endingWith(
  options: TurnOptions,
  finalTools: readonly string[] = [],
): fc.Arbitrary<PlannedTurn> {
  const { tools, maxCalls } = options;
  const names = tools.map(({ name }) => name);
  checkNames(finalTools, names);
  if (finalTools.length === 0) return ending(options);
  const final = tools.filter(({ name }) => finalTools.includes(name));
  const calls = fc
    .tuple(
      fc.array(plannedCall(options), { maxLength: maxCalls > 1 ? 1 : 0 }),
      plannedCall({ ...options, tools: final, calls: ['known'], inputs: ['valid'] }),
    )
    .map(([others, last]) => [...others, last]);
  const turn: fc.Arbitrary<PlannedTurn> = calls.map((all) => ({
    kind: 'calls',
    before: [],
    calls: all,
    after: [],
  }));
  return fc.oneof({ withCrossShrink: true }, ending(options), turn);
}
