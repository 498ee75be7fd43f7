/** What an app asked of the turns of its scenario: what a route answers on the side says nothing of how far it got. */
import type { Exchange } from '../src/wire/exchange.ts';
import type { EndedRun } from './ended-run.ts';
import { turnAt } from './turn-at.ts';

/** The exchanges of a run but for those that were answered on the side. */
export function ownExchanges({
  scenario,
  simulation: { journal },
}: Pick<EndedRun, 'scenario' | 'simulation'>): readonly Exchange[] {
  if (!scenario.script.routes.some(({ repeats }) => repeats)) return journal;
  return journal.filter(({ turn }) => turn === undefined || turnAt(scenario, turn) !== -1);
}
