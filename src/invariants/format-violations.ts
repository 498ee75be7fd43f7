/** Violations as text for people, each with the conversation around its place. */
import { checkGiven } from '../check-options.ts';
import { formatExcerpt } from '../transcript/format-transcript.ts';
import { messagesAfter } from '../transcript/transcript.ts';
import type { InvariantViolation } from './check-invariants.ts';
import { Evidence, type Judged } from './evidence.ts';
import { formatPlace, type NameExchange, type Place } from './place.ts';
import { invariants } from './registry.ts';

export interface FormatViolationsOptions {
  /** What an exchange is called. Default: `journal[1]`. */
  readonly nameExchange?: NameExchange;
  /** How many characters of a tool result are shown. Default 60. */
  readonly width?: number;
}

/** The state of the conversation that a place is in. */
function stateOf({ exchanges, messages }: Evidence, { exchange }: Place): readonly unknown[] {
  const bringer = exchanges.find(({ index }) => index === exchange);
  return bringer ? messagesAfter(bringer) : messages;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

function formatViolation(
  evidence: Evidence,
  { invariant, place, message }: InvariantViolation,
  options: FormatViolationsOptions,
): string {
  const where = formatPlace(place, options.nameExchange);
  const summary = invariants.find(({ id }) => id === invariant)?.summary ?? '';
  const messages = stateOf(evidence, place);
  return [
    `${invariant}: ${message}${where === '' ? '' : `, in ${where}`}.`,
    indent(summary),
    ...(place.message === undefined
      ? []
      : ['', indent(formatExcerpt(messages, { ...place, message: place.message }, options))]),
  ].join('\n');
}

/** What was broken, one after another: the finding, the invariant, and the messages around it with the place marked. */
export function formatViolations(
  judged: Judged,
  violations: readonly InvariantViolation[],
  options: FormatViolationsOptions = {},
): string {
  const evidence = new Evidence(judged);
  const isRight = Array.isArray(violations);
  checkGiven(isRight, 'formatViolations', 'what checkInvariants found', violations);
  return violations.map((each) => formatViolation(evidence, each, options)).join('\n\n');
}
