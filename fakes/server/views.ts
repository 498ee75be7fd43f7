/** Runs and what is in them, as the control endpoints tell it in JSON. */
import { EnsaioError } from '../../src/error.ts';
import { checkInvariants, type InvariantViolation } from '../../src/invariants/check-invariants.ts';
import type { RegisteredRule } from '../../src/rules/rule.ts';
import { formatTranscript } from '../../src/transcript/format-transcript.ts';
import type { ToolCall, Transcript } from '../../src/transcript/transcript.ts';
import type { DroppedExchanges } from '../../src/simulation/journal.ts';
import type { Message, MessageParam } from '../../src/wire/message.ts';
import { formatPath } from '../../src/scenario/problem.ts';
import { unmetExpectations } from '../../src/scenario/unmet-expectations.ts';
import type { ServedRun } from './runs.ts';
import type { ServedScript } from './scripts.ts';

/** An error of the kit as JSON: what happened, and what to do. */
export interface ErrorView {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export function errorView({ code, reason, hint, details }: EnsaioError): ErrorView {
  return { code, message: reason, ...(hint === undefined ? {} : { hint }), details };
}

export function scriptView({ name, title, script }: ServedScript): object {
  return { name, title, turns: script.turns.length, routes: script.routes.length };
}

/** Whether nothing is left to do, or the report of what is. */
export type Verdict = { readonly done: true } | { readonly done: false; readonly error: ErrorView };

/** What turns expect of their requests and did not get, each in a line. */
function unmetIn({ simulation, turns }: ServedRun): string[] {
  return [...unmetExpectations(turns, simulation.journal)].map(({ turn, exchange, mismatch }) => {
    const { path, expected, received } = mismatch;
    const where = `Turn ${turn + 1}, request ${exchange.index + 1}, ${formatPath(path)}`;
    return `${where}: expected ${expected}, received ${received}.`;
  });
}

function notDone(reason: string, details: EnsaioError['details']): Verdict {
  return { done: false, error: errorView(new EnsaioError('not-done', reason, { details })) };
}

export function verdictOf(run: ServedRun): Verdict {
  const unmet = unmetIn(run);
  const expectations = unmet.length === 0 ? {} : { expectations: unmet };
  try {
    run.simulation.assertDone();
  } catch (error) {
    if (!(error instanceof EnsaioError)) throw error;
    if (unmet.length === 0) return { done: false, error: errorView(error) };
    return notDone([error.reason, ...unmet].join('\n'), { ...error.details, ...expectations });
  }
  return unmet.length === 0 ? { done: true } : notDone(unmet.join('\n'), expectations);
}

/** The report of a run that nobody has used: it would be done where nothing is to be done. */
export function notBegun({ name }: ServedRun): Verdict {
  const error = new EnsaioError('not-done', `No request has come to the run "${name}".`, {
    hint: 'GET /_ensaio/runs lists those that have begun: is the base URL of the client that of this run?',
  });
  return { done: false, error: errorView(error) };
}

/** Where a run stands. */
export interface RunView {
  readonly name: string;
  readonly script: string | null;
  readonly done: boolean;
  readonly exchanges: number;
  readonly dropped: DroppedExchanges;
  readonly open: number;
  readonly pending: number;
  readonly unexpected: number;
  readonly violations: number;
  readonly notes: number;
}

export function runView(run: ServedRun): RunView {
  const { name, script = null, simulation } = run;
  const { journal, dropped, pending } = simulation;
  return {
    name,
    script,
    done: verdictOf(run).done,
    exchanges: journal.length + dropped.exchanges,
    dropped,
    open: journal.filter(({ outcome }) => outcome === 'open').length,
    pending: pending.length,
    unexpected: simulation.unexpected.length + dropped.unexpected,
    violations: simulation.violations.length,
    notes: simulation.notes.length,
  };
}

/** A conversation with what a good loop would not have done in it; exchanges by their numbers in the journal. */
export interface TranscriptView {
  readonly exchanges: readonly number[];
  readonly text: string;
  readonly messages: readonly MessageParam[];
  readonly toolCalls: readonly ToolCall[];
  readonly reply: Message | null;
  readonly invariants: readonly InvariantViolation[];
}

export function transcriptView(transcript: Transcript): TranscriptView {
  const { messages, toolCalls, reply = null, exchanges } = transcript;
  return {
    exchanges: exchanges.map(({ index }) => index),
    text: formatTranscript(transcript),
    messages,
    toolCalls,
    reply,
    invariants: checkInvariants(transcript),
  };
}

export function ruleView(rule: RegisteredRule): object {
  const { id, family, stage, summary, status = 400, confidence, source } = rule;
  const { versions = null, doubt = null, essential = false } = rule;
  return { id, family, stage, status, summary, versions, confidence, source, doubt, essential };
}
