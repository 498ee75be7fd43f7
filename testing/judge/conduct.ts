/** Whether the app keeps what a good one keeps, in its conversations and under failure. */
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { formatPlace } from '../../src/invariants/place.ts';
import type { RunRecord } from '../../src/invariants/run-record.ts';
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import type { Transcript } from '../../src/transcript/transcript.ts';
import { clientVerdict } from '../../src/verdict/client-verdict.ts';
import { accountOf } from '../session/account.ts';
import type { EndedRun } from '../ended-run.ts';
import { ownExchanges } from '../own-exchanges.ts';
import { turnAt } from '../turn-at.ts';
import { problemIn } from './problem-in.ts';

/** An app ends with the conversation that it had last; what became of others beside it is not known. */
function evidenceFor({ exchanges }: Transcript, run: EndedRun): RunRecord {
  const { ending, ...rest } = run.evidence;
  const isLast = exchanges.at(-1)?.index === ownExchanges(run).at(-1)?.index;
  return isLast && ending ? { ...rest, ending } : rest;
}

export function* invariantsAreKept(run: EndedRun): Generator<ScenarioProblem> {
  const { invariants = true } = run.scenario.expect;
  if (invariants === false) return;
  const { except = [] } = invariants === true ? {} : invariants;
  // The twin is how the other run began.
  const { twin } = run;
  for (const [index, transcript] of run.simulation.transcripts.entries()) {
    const evidence = evidenceFor(transcript, run);
    const options = { except, run: evidence, ...(twin && index === 0 ? { twin } : {}) };
    for (const { invariant, message, place } of checkInvariants(transcript, options)) {
      const turn = turnAt(run.scenario, place.turn);
      const where = formatPlace(place);
      yield problemIn(run, 'invariant-broken', turn === -1 ? ['name'] : ['turns', turn], {
        id: invariant,
        message: `${invariant}: ${message}${where === '' ? '' : `, in ${where}`}.`,
      });
    }
  }
}

/** The checks of what is sent again by itself. */
const RETRIES: ReadonlySet<string> = new Set([
  'retry-after-ignored',
  'retried-forbidden',
  'retried-without-backoff',
  'retry-storm',
]);

/** Whether a request is the first of a command: who asks again is the user. */
function isAskedByUser({ simulation }: EndedRun, exchange: number): boolean {
  return accountOf(simulation)?.steps.some(({ from }) => from === exchange) === true;
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
  for (const { id, message, exchange } of findings) {
    if (RETRIES.has(id) && isAskedByUser(run, exchange)) continue;
    yield problemIn(run, 'client-misbehaved', ['expect', 'client'], {
      id,
      message: `${id}: ${message}`,
    });
  }
}
