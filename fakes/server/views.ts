/** Runs and what is in them, as the control endpoints tell it in JSON. */
import { EnsaioError } from '../../src/error.ts';
import { checkInvariants, type InvariantViolation } from '../../src/invariants/check-invariants.ts';
import type { RegisteredRule } from '../../src/rules/rule.ts';
import { formatTranscript } from '../../src/transcript/format-transcript.ts';
import type { Transcript } from '../../src/transcript/transcript.ts';
import type { ServedRun, ServedScript } from './runs.ts';

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

export function verdictOf({ simulation }: ServedRun): Verdict {
  try {
    simulation.assertDone();
    return { done: true };
  } catch (error) {
    if (error instanceof EnsaioError) return { done: false, error: errorView(error) };
    throw error;
  }
}

export function runView(run: ServedRun): object {
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
export function transcriptView(transcript: Transcript): object {
  const { messages, toolCalls, reply = null, exchanges } = transcript;
  const invariants: readonly InvariantViolation[] = checkInvariants(transcript);
  return {
    exchanges: exchanges.map(({ index }) => index),
    text: formatTranscript(transcript),
    messages,
    toolCalls,
    reply,
    invariants,
  };
}

export function ruleView(rule: RegisteredRule): object {
  const { id, family, stage, summary, status = 400, confidence, source } = rule;
  const { versions = null, doubt = null, essential = false } = rule;
  return { id, family, stage, status, summary, versions, confidence, source, doubt, essential };
}
