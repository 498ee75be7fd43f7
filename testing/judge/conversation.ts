/** Whether a conversation that was steered by commands is the one that its user had. */
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import type { Exchange } from '../../src/wire/exchange.ts';
import type { EndedRun } from '../ended-run.ts';
import { ownExchanges } from '../own-exchanges.ts';
import { mayFailAfter } from './reason-to-stop.ts';
import { accountOf } from '../session/account.ts';
import { sessionChecks } from '../session/session-checks.ts';
import { kindOf } from '../session/session.ts';
import { problemIn } from './problem-in.ts';

export function* conversationIsKept(run: EndedRun): Generator<ScenarioProblem> {
  const { steps } = accountOf(run.simulation) ?? {};
  const { conversation = true } = run.scenario.expect;
  if (!steps || conversation === false) return;
  const { except = [] } = conversation === true ? {} : conversation;
  const seen = {
    steps,
    journal: ownExchanges(run),
    mayFail: (exchange: Exchange) => mayFailAfter(run, exchange),
  };
  for (const { id, find } of sessionChecks) {
    if (except.includes(id)) continue;
    for (const { step, message } of find(seen)) {
      const { command, index } = step;
      yield problemIn(run, 'conversation-broken', ['input', index], {
        id,
        message: `${id}: ${message}, at command ${index + 1} (${kindOf(command)}).`,
      });
    }
  }
}
