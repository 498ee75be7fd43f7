/** What turns expect of the requests that got them, and did not get. */
import type { Exchange } from '../wire/exchange.ts';
import { requestMismatches, type RequestMismatch } from './request-mismatch.ts';
import { requestOf } from './request-of.ts';
import type { ExpectedTurn } from './scenario.ts';

export interface UnmetExpectation {
  /** Of the turns as written, from 0. */
  readonly turn: number;
  readonly exchange: Exchange;
  readonly mismatch: RequestMismatch;
}

export function* unmetExpectations(
  turns: readonly ExpectedTurn[],
  journal: readonly Exchange[],
): Generator<UnmetExpectation> {
  for (const [turn, { places, expect }] of turns.entries()) {
    for (const exchange of journal.filter((each) => each.turn && places.includes(each.turn))) {
      for (const mismatch of requestMismatches(expect, requestOf(journal, exchange))) {
        yield { turn, exchange, mismatch };
      }
    }
  }
}
