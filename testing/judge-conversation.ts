/** Whether a conversation that was steered by commands is the one that its user had. */
import type { ScenarioProblem } from '../src/scenario/problem.ts';
import { problemIn, type EndedRun } from './ended-run.ts';
import { mayFailAfter } from './reason-to-stop.ts';
import { accountOf } from './session/account.ts';
import { sessionChecks } from './session/session-checks.ts';
import { kindOf } from './session/session.ts';

export function* conversationIsKept(run: EndedRun): Generator<ScenarioProblem> {
  const { simulation } = run;
  const { steps } = accountOf(simulation) ?? {};
  if (!steps) return;
  const seen = {
    steps,
    journal: simulation.journal,
    mayFail: (exchange: (typeof simulation.journal)[number]) => mayFailAfter(run, exchange),
  };
  for (const { id, find } of sessionChecks) {
    for (const { step, message } of find(seen)) {
      const { command, index } = step;
      yield problemIn(run, 'conversation-broken', ['input', index], {
        id,
        message: `${id}: ${message}, at command ${index + 1} (${kindOf(command)}).`,
      });
    }
  }
}
