/** Judges a conversation, and what is known of the app that had it, by every invariant. */
import { checkOptions, isFields, type OptionCheck } from '../check-options.ts';
import { EnsaioError } from '../error.ts';
import { Evidence, type EvidenceKind, type Judged } from './evidence.ts';
import type { InvariantFinding } from './invariant.ts';
import { invariants } from './registry.ts';
import type { RunRecord } from './run-record.ts';

/** An invariant that was not kept. */
export interface InvariantViolation extends InvariantFinding {
  /** The id of the invariant. */
  readonly invariant: string;
}

export interface CheckInvariantsOptions {
  /** Ids of invariants not to check. Default: none. */
  readonly except?: readonly string[];
  /** What the app did besides what it sent; `spyTools` records it. Default: nothing is known. */
  readonly run?: RunRecord;
  /** The conversation that the same script came to with streams, or without. Default: there is none. */
  readonly twin?: Judged;
}

/** What was judged, and what for want of evidence was not. */
export interface InvariantVerdict {
  readonly violations: readonly InvariantViolation[];
  /** The ids of the invariants that were judged. */
  readonly judged: readonly string[];
  /** Those that were not, with what they lack. */
  readonly skipped: readonly {
    readonly invariant: string;
    readonly lacks: readonly EvidenceKind[];
  }[];
}

const anObject: OptionCheck = [
  (value: unknown) => typeof value === 'object' && value !== null,
  'an object',
];

const CHECKS: Readonly<Record<keyof CheckInvariantsOptions, OptionCheck>> = {
  except: [(value: unknown) => Array.isArray(value), 'a list of ids of invariants'],
  run: [isFields, 'the `run` of spyTools'],
  // What else it must be is judged as the conversation itself is.
  twin: anObject,
};

/** A misspelt name would let a test pass for nothing. */
function checkExcept(except: readonly string[]): void {
  const unknown = except.find((name) => !invariants.some(({ id }) => id === name));
  if (unknown === undefined) return;
  throw new EnsaioError('option-invalid', `There is no invariant "${unknown}".`, {
    hint: `There are ${invariants.map(({ id }) => id).join(', ')}.`,
    details: { option: 'except', received: unknown },
  });
}

/**
 * Judges a conversation as {@link checkInvariants} does, and says which invariants were judged and which were not.
 * @throws EnsaioError `option-invalid` when there are no messages in it, or `except` names what there is not
 */
export function judgeInvariants(
  judged: Judged,
  options: CheckInvariantsOptions = {},
): InvariantVerdict {
  checkOptions(options, CHECKS);
  const { except = [], run, twin } = options;
  checkExcept(except);
  const evidence = new Evidence(judged, run, twin);
  const found = new Map<string, InvariantViolation>();
  const asked: string[] = [];
  const skipped: InvariantVerdict['skipped'][number][] = [];
  for (const { id, needs, check } of invariants) {
    if (except.includes(id)) continue;
    const lacks = needs.filter((kind) => !evidence.has(kind));
    if (lacks.length > 0) {
      skipped.push({ invariant: id, lacks });
      continue;
    }
    asked.push(id);
    for (const finding of check(evidence)) {
      const violation = { invariant: id, ...finding };
      found.set(JSON.stringify(violation), violation);
    }
  }
  return { violations: [...found.values()], judged: asked, skipped };
}

/**
 * What a conversation breaks, with ids and places; an empty list when it keeps every invariant. Takes a transcript, a
 * request body (possibly with the `reply` to it) or a list of messages. Of a transcript every state that was sent is
 * judged, also refused attempts. Calls of the last assistant message may still be open. An invariant for which the
 * evidence is missing is not judged.
 * @example expect(checkInvariants(client.simulation.transcripts[0]!)).toEqual([]);
 * @throws EnsaioError `option-invalid` when there are no messages in it, or `except` names what there is not
 */
export function checkInvariants(
  judged: Judged,
  options: CheckInvariantsOptions = {},
): InvariantViolation[] {
  return [...judgeInvariants(judged, options).violations];
}
