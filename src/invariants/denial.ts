/** The words in which a result says that a call was run, or that it was not. */
import { isBlank } from '../wire/white-space.ts';

/** `Not executed`, `was never run`, `had not been started yet`. */
const DENIAL =
  /\b(?:not|never|n['’]t)\s+(?:been\s+|be\s+|yet\s+)*(?:executed|run|ran|started|called|invoked)\b/i;

/** What else a call that was not run is told of: who said no, what stood in its way, that it comes later. */
const HELD_BACK =
  /\b(?:declin|den[iy]|reject|refus|cancel|skip|abort|interrupt|stopp|forb|disallow|block|prevent|ignor|reach|exceed|limit|invalid|unknown|error|fail|unavailable|dry[- ]run|would\b|simulat|pending|queue|defer|postpone|schedul|duplicate|already|unchanged|approv|permi|allow|confirm|not |cannot|unable|\w+n['’]t\b)/i;

/** Where a text says that something did not run; the words themselves. */
export function denialIn(text: string): string | undefined {
  return DENIAL.exec(text)?.[0];
}

/** Words of a result whose call was run. */
const CLAIM =
  /\b(?:ok|okay|done|success|successful|successfully|succeeded|complete|completed|finished|ran|executed)\b/i;

/** Words of a result whose call is a job for later. */
const DEFERRAL =
  /\b(?:(?:en)?queued?|pending|running|scheduled|deferred|postponed|background|accepted|submitted|started)\b/gi;

const FAILURE = /\b(?:fail|error|threw|thrown|exception)/i;

/** Whether a result says that its call is begun, or will be, and nothing of how it ends: "submitted" is the end of `submit`. */
export function saysDeferred(text: string, tool: string): boolean {
  const words = text.match(DEFERRAL) ?? [];
  return words.some((word) => !hasStem(word, tool)) && !FAILURE.test(text);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^a-z]+/);
}

/** `moved` for `move_file`. */
function hasStem(text: string, tool: string): boolean {
  const said = wordsOf(text);
  return wordsOf(tool)
    .filter((word) => word.length > 3)
    .some((word) => said.some((each) => each.startsWith(word.replace(/e$/, ''))));
}

/** Whether a result says that its call was done, in words, or by saying nothing; not where it may mean that it was not. */
export function saysDone(text: string, tool: string): boolean {
  if (DENIAL.test(text) || HELD_BACK.test(text)) return false;
  return isBlank(text) || CLAIM.test(text) || hasStem(text, tool);
}

/** Whether a failure is told to be that of another call, which kept this one from being run. */
export function saysKeptBack(text: string): boolean {
  return DENIAL.test(text) || /\b(?:abort|skipp|cancel)/i.test(text);
}
