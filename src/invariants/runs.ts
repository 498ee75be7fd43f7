/** What happens between a call and its result: the tool runs once, on a valid input, and writes keep their order. */
import { answeringRuns, assignRuns, callsOf, type AnsweringRun } from './calls.ts';
import type { Evidence } from './evidence.ts';
import type { Invariant } from './invariant.ts';
import { isRead, type KnownTool, type ToolRun } from './run-record.ts';
import { show } from './show.ts';

/** Whether the app got nothing from a run when a later one began: it threw, or goes on though it was told to stop. */
function isGivenUp({ outcome, signal, endedAt = Infinity }: ToolRun, later: ToolRun): boolean {
  return outcome === 'threw' || (signal?.aborted === true && endedAt > later.startedAt);
}

const oneRunPerCall: Invariant = {
  id: 'one-run-per-call',
  family: 'runs',
  summary:
    'A tool runs at most once for a call, also when a request is sent again; one that only looks may be run again when it threw, or was told to stop and did not.',
  reason:
    'What a tool does is done twice: a second order, a second mail. A write that threw may have been done all the same.',
  source: 'handle-tool-calls documentation; reports C082, C083 and C097',
  needs: ['toolRuns'],
  *check(evidence) {
    const mayNotBeRepeated = (earlier: ToolRun, later: ToolRun): boolean =>
      !isRead(evidence.run, earlier.name) || !isGivenUp(earlier, later);
    for (const { run, call, isDone } of assignRuns(evidence, mayNotBeRepeated)) {
      if (!isDone) continue;
      yield { place: call.place, message: `${run.name} ran again for the call ${call.id}` };
    }
  },
};

function toolOf({ run }: AnsweringRun, { tools = [] }: Evidence['run']): KnownTool | undefined {
  return tools.find(({ name }) => name === run.name);
}

const validInputOnly: Invariant = {
  id: 'valid-input-only',
  family: 'runs',
  summary: 'No tool runs on an input that its schema refuses.',
  reason: 'The model writes inputs that do not fit; a tool that takes them does something else.',
  source: 'define-tools documentation (a schema is no promise unless `strict`)',
  needs: ['toolRuns', 'tools'],
  *check(evidence) {
    for (const answering of evidence.derive(answeringRuns)) {
      const { run, call } = answering;
      const accepts = toolOf(answering, evidence.run)?.accepts;
      // What it was given may have been repaired, or be what the schema makes of a valid input.
      if (!accepts || accepts(call.input) || accepts(run.input)) continue;
      yield {
        place: call.place,
        message: `${run.name} ran on an input that its schema refuses: ${show(run.input)}`,
      };
    }
  },
};

const writesInOrder: Invariant = {
  id: 'writes-in-order',
  family: 'runs',
  summary:
    'Tools that change something run one after another, in the order of their calls; those that only look may overlap.',
  reason: 'A change that depends on the one before it must find it done.',
  source: 'parallel-tool-use documentation; the lesson’s loop',
  needs: ['toolRuns', 'tools'],
  *check(evidence) {
    const calls = evidence.derive(callsOf);
    const writes = evidence
      .derive(answeringRuns)
      .filter((answering) => toolOf(answering, evidence.run)?.effect === 'write');
    for (const [index, { run, call }] of writes.entries()) {
      const before = writes[index - 1];
      if (!before) continue;
      const { place } = call;
      if ((before.run.endedAt ?? Infinity) > run.startedAt) {
        const message = `the call ${call.id} began to write while ${before.call.id} was still at it`;
        yield { place, message };
      } else if (calls.indexOf(before.call) > calls.indexOf(call)) {
        yield {
          place,
          message: `the call ${call.id} wrote after ${before.call.id}, which follows it`,
        };
      }
    }
  },
};

export const runInvariants: readonly Invariant[] = [oneRunPerCall, validInputOnly, writesInOrder];
