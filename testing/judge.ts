/** Everything that a run may show to be otherwise than its scenario says. */
import type { ScenarioProblem } from '../src/scenario/problem.ts';
import type { EndedRun, Judge } from './ended-run.ts';
import { clientBehaved, invariantsAreKept } from './judge-conduct.ts';
import { conversationIsKept } from './judge-conversation.ts';
import { appEnded, errorIsExpected } from './judge-ending.ts';
import { nothingForbidden } from './judge-never.ts';
import { outcomeIsExpected } from './judge-outcome.ts';
import {
  nothingRefused,
  nothingUnexpected,
  nothingUnused,
  turnsGotWhatTheyExpect,
} from './judge-requests.ts';

/** In the order in which one thing tends to cause the next. */
const JUDGES: readonly Judge[] = [
  nothingRefused,
  nothingUnexpected,
  turnsGotWhatTheyExpect,
  appEnded,
  errorIsExpected,
  nothingUnused,
  outcomeIsExpected,
  nothingForbidden,
  invariantsAreKept,
  conversationIsKept,
  clientBehaved,
];

/** All problems of a run; none when it went as its scenario says. */
export function judge(run: EndedRun): ScenarioProblem[] {
  return JUDGES.flatMap((each) => [...each(run)]);
}
