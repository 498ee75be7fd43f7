/** All checks of the client. */
import { errorEventDropped, truncatedStreamAccepted } from './broken-streams.ts';
import type { ClientCheck } from './client-check.ts';
import { leftRunning } from './left-running.ts';
import { callSentAgain } from './repeated-calls.ts';
import {
  retriedForbidden,
  retriedWithoutBackoff,
  retryAfterIgnored,
  retryStorm,
} from './retrying.ts';
import { usageLost } from './usage.ts';

/** What a client must not do under failure, as data: ids, reasons and sources of {@link clientVerdict}'s findings. */
export const clientChecks: readonly ClientCheck[] = [
  retryAfterIgnored,
  retriedForbidden,
  retriedWithoutBackoff,
  retryStorm,
  truncatedStreamAccepted,
  errorEventDropped,
  callSentAgain,
  usageLost,
  leftRunning,
];
