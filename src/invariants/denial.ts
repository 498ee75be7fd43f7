/** The words in which a result says that a call was not run. */

/** `Not executed`, `was never run`, `had not been started yet`. */
const DENIAL =
  /\b(?:not|never|n['’]t)\s+(?:been\s+|be\s+|yet\s+)*(?:executed|run|ran|started|called|invoked)\b/i;

/** What else a call that was not run is told of: who said no, what stood in its way, that it comes later. */
const HELD_BACK =
  /\b(?:declin|den[iy]|reject|refus|cancel|skip|abort|interrupt|stopp|forb|disallow|block|prevent|ignor|reach|exceed|limit|invalid|unknown|error|fail|unavailable|dry[- ]run|simulat|pending|queue|defer|postpone|schedul|duplicate|already|unchanged|approv|permi|allow|confirm|not |cannot|unable|\w+n['’]t\b)/i;

/** Where a text says that something did not run; the words themselves. */
export function denialIn(text: string): string | undefined {
  return DENIAL.exec(text)?.[0];
}

/** Whether it leaves open that the call was run: nobody who reads it takes it for done. */
export function saysNotDone(text: string): boolean {
  return DENIAL.test(text) || HELD_BACK.test(text);
}
