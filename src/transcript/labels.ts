/** The words for what a transcript shows, wherever it is shown. */
import type { FindingKind } from './findings.ts';
import type { CallState } from './lanes.ts';

export const FINDING_LABELS: Readonly<Record<FindingKind, string>> = {
  violation: 'refused',
  note: 'note',
  invariant: 'invariant broken',
};

export const CALL_LABELS: Readonly<Record<CallState, string>> = {
  answered: '',
  failed: 'error',
  waiting: 'no result yet',
  missing: 'no result',
};
