/** Everything that a run may show to be otherwise than its scenario says. */
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import type { EndedRun } from '../ended-run.ts';
import { clientBehaved, invariantsAreKept } from './conduct.ts';
import { conversationIsKept } from './conversation.ts';
import { appEnded, errorIsExpected } from './ending.ts';
import { nothingForbidden } from './never.ts';
import { outcomeIsExpected } from './outcome.ts';
import {
  nothingRefused,
  nothingUnexpected,
  nothingUnused,
  turnsGotWhatTheyExpect,
} from './requests.ts';

/** Finds what is otherwise than the scenario says. */
type Judge = (run: EndedRun) => Iterable<ScenarioProblem>;

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
