/** What is told of a call is what became of it: it was run, and the result is its own, and not empty. */
import { blocksOf } from '../wire/conversation.ts';
import { isBlank } from '../wire/white-space.ts';
import { abortsOf } from './abort.ts';
import { accountedCalls, asksTheSame } from './accounted-calls.ts';
import {
  answeringRuns,
  callsOf,
  isError,
  resultsOf,
  textOf,
  type AnsweringRun,
  type Call,
  type Result,
} from './calls.ts';
import { saysDone, saysKeptBack } from './denial.ts';
import type { Evidence } from './evidence.ts';
import type { Invariant, InvariantFinding } from './invariant.ts';
import { saysSomething, tellsAll, tellsAny } from './output-texts.ts';
import { isRead } from './run-record.ts';
import { show } from './show.ts';

/** Whether the app was told to stop before it went on from the reply that makes the call: then it need not have run. */
function isInterrupted({ exchanges, run }: Evidence, { exchange }: Call): boolean {
  return abortsOf(run).some(
    ({ requests = Infinity }) =>
      exchange !== undefined &&
      exchange.index < requests &&
      !exchanges.some(({ index }) => index > exchange.index && index < requests),
  );
}

/** The calls that nothing keeps from being run: of tools the app has, on inputs that these take. */
function callsToRun(evidence: Evidence): Call[] {
  const { tools = [] } = evidence.run;
  return evidence.derive(callsOf).filter((call) => {
    const { name, input, block } = call;
    const tool = block['toolset_name'] === undefined && tools.find((each) => each.name === name);
    return tool && (tool.accepts?.(input) ?? true) && !isInterrupted(evidence, call);
  });
}

const doneWasRun: Invariant = {
  id: 'done-was-run',
  family: 'results',
  summary:
    'A call that is answered as done was run; calls that ask a tool for the same, and change nothing, may share a run.',
  reason:
    'The model builds on what never happened. A call that was declined is told so: in words, or by `is_error`.',
  source: 'handle-tool-calls documentation; our own reading of it',
  needs: ['exchanges', 'toolRuns', 'tools'],
  *check(evidence) {
    const results = evidence.derive(resultsOf);
    const accounted = evidence.derive(accountedCalls);
    const { toolRuns = [] } = evidence.run;
    const claims = (text: string, { name }: Call): boolean =>
      saysDone(text, name) ||
      toolRuns.some((run) => run.name === name && tellsAll(text, run.output, undefined));
    for (const call of evidence.derive(callsToRun)) {
      if (accounted.has(call)) continue;
      const done = results
        .get(call.id)
        ?.find((result) => !isError(result) && claims(textOf(result), call));
      if (!done) continue;
      yield {
        place: done.place,
        message: `${call.name} never ran for ${call.id}, which is answered as done: ${show(textOf(done))}`,
      };
    }
  },
};

/** Whether both the tool and what it returned are known. */
function hasReturned({ run }: AnsweringRun): boolean {
  return run.outcome === 'returned' && 'output' in run;
}

/** The runs for what a call asks for, its own and those of its like. */
function ownRuns(evidence: Evidence, call: Call): AnsweringRun[] {
  return evidence
    .derive(answeringRuns)
    .filter((each) => each.call === call || asksTheSame(each.call, call));
}

/** A result that tells what another call brought, and nothing of what its own did. */
function swapped(evidence: Evidence, call: Call, result: Result): AnsweringRun | undefined {
  const own = ownRuns(evidence, call);
  const text = textOf(result);
  if (own.length === 0 || !own.every(hasReturned)) return undefined;
  if (own.some(({ run }) => !saysSomething(run.output) || tellsAny(text, run.output))) {
    return undefined;
  }
  return evidence
    .derive(answeringRuns)
    .find(
      (other) =>
        !own.includes(other) && hasReturned(other) && tellsAll(text, other.run.output, call),
    );
}

/** Whether a text has the name of a tool as a word. */
function hasName(text: string, name: string): boolean {
  return text.split(/[^\w-]+/).includes(name);
}

/** The failure of another tool, word for word, told of a call that looks and never ran. */
function borrowed(evidence: Evidence, call: Call, result: Result): AnsweringRun | undefined {
  if (!isRead(evidence.run, call.name) || evidence.derive(accountedCalls).has(call))
    return undefined;
  const results = evidence.derive(resultsOf);
  const text = textOf(result);
  if (hasName(text, call.name) || saysKeptBack(text)) return undefined;
  const isToldOf = ({ id }: Call): boolean =>
    results.get(id)?.some((each) => isError(each) && textOf(each) === text) === true;
  return evidence
    .derive(answeringRuns)
    .find(
      ({ run, call: other }) =>
        run.outcome === 'threw' && hasName(text, other.name) && isToldOf(other),
    );
}

const resultsNotSwapped: Invariant = {
  id: 'results-not-swapped',
  family: 'results',
  summary:
    'A result is that of its own call: not what another call brought, and not the failure of another tool.',
  reason: 'The model takes one thing for another, and nothing tells it so.',
  source: 'handle-tool-calls documentation; our own reading of it',
  needs: ['exchanges', 'toolRuns', 'tools'],
  *check(evidence): Iterable<InvariantFinding> {
    const results = evidence.derive(resultsOf);
    for (const call of evidence.derive(callsToRun)) {
      for (const result of results.get(call.id) ?? []) {
        const other = (isError(result) ? borrowed : swapped)(evidence, call, result);
        if (!other) continue;
        const { place } = result;
        const whose = `that of ${other.call.id} (${other.run.name})`;
        yield {
          place,
          message: `the result of ${call.id} (${call.name}) is ${whose}: ${show(textOf(result))}`,
        };
        break;
      }
    }
  },
};

/** What is no content at all, the API refuses: that is another mistake. */
function isEmpty(result: Result): boolean {
  const content = result.block['content'] ?? '';
  const isContent = typeof content === 'string' || Array.isArray(content);
  return (
    isContent && isBlank(textOf(result)) && blocksOf(content).every(({ type }) => type === 'text')
  );
}

const resultsNotLost: Invariant = {
  id: 'results-not-lost',
  family: 'results',
  summary: 'The result of a call is not empty when its tool returned something.',
  reason: 'The model asks again, or makes up what it was not told.',
  source: 'handle-tool-calls documentation; our own reading of it',
  needs: ['toolRuns'],
  *check(evidence) {
    const results = evidence.derive(resultsOf);
    for (const { run, call } of evidence.derive(answeringRuns)) {
      const sent = results.get(call.id) ?? [];
      if (run.outcome !== 'returned' || !saysSomething(run.output)) continue;
      // One that was told once may be made empty later.
      if (sent.length === 0 || !sent.every((result) => !isError(result) && isEmpty(result)))
        continue;
      yield {
        place: sent[0]!.place,
        message: `${run.name} returned ${show(run.output)} for ${call.id}, and the result is empty`,
      };
    }
  },
};

export const resultInvariants: readonly Invariant[] = [
  doneWasRun,
  resultsNotSwapped,
  resultsNotLost,
];
