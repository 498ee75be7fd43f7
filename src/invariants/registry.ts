/** All invariants. */
import { abortInvariants } from './abort.ts';
import { cachingInvariants } from './caching.ts';
import { failureInvariants } from './failures.ts';
import { historyInvariants } from './history.ts';
import { ofMessages, type Invariant } from './invariant.ts';
import { limitInvariants } from './limits.ts';
import { pairingInvariants } from './pairing.ts';
import { resultInvariants } from './results.ts';
import { runInvariants } from './runs.ts';
import { stoppingInvariants } from './stopping.ts';

/** What a good loop always keeps, as data: ids, sentences, reasons and sources of all findings. */
export const invariants: readonly Invariant[] = [
  ...pairingInvariants.map((invariant) => ofMessages('pairing', invariant)),
  ...historyInvariants,
  ...stoppingInvariants,
  ...runInvariants,
  ...failureInvariants,
  ...resultInvariants,
  ...abortInvariants,
  ...limitInvariants,
  ...cachingInvariants,
];
