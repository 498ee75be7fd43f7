/** Whether the app keeps what a good one keeps, in its conversations and under failure. */
import { checkInvariants } from '../src/invariants/check-invariants.ts';
import type { ScenarioProblem } from '../src/scenario/problem.ts';
import { clientVerdict } from '../src/verdict/client-verdict.ts';
import { problemIn, type EndedRun } from './ended-run.ts';

export function* invariantsAreKept(run: EndedRun): Generator<ScenarioProblem> {
  const { invariants = true } = run.scenario.expect;
  if (invariants === false) return;
  const { except = [] } = invariants === true ? {} : invariants;
  for (const transcript of run.simulation.transcripts) {
    for (const { invariant, message, place } of checkInvariants(transcript, { except })) {
      const where = place.block === undefined ? '' : `.content[${place.block}]`;
      yield problemIn(run, 'invariant-broken', ['name'], {
        message: `${invariant}: ${message} (messages[${place.message}]${where}).`,
      });
    }
  }
}

export function* clientBehaved(run: EndedRun): Generator<ScenarioProblem> {
  const { client = false } = run.scenario.expect;
  if (client === false) return;
  const {
    except = [],
    max_retries: maxRetries,
    backoff_ms: backoffMs,
  } = client === true ? {} : client;
  const findings = clientVerdict(run.simulation, {
    except,
    ...(maxRetries === undefined ? {} : { maxRetries }),
    ...(backoffMs === undefined ? {} : { backoffMs }),
  });
  for (const { id, message } of findings) {
    yield problemIn(run, 'client-misbehaved', ['expect', 'client'], {
      message: `${id}: ${message}`,
    });
  }
}
