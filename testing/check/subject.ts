/** What a rehearsal is of, in the words that a failure is told with. */
import type { AnyRehearsal } from '../arbitraries/rehearsal.ts';
import { commandsIn } from '../session/session.ts';

interface Subject {
  readonly noun: string;
  /** The check that rehearses it. */
  readonly check: string;
}

export function subjectOf({ input }: AnyRehearsal): Subject {
  return commandsIn(input)
    ? { noun: 'conversation', check: 'checkConversation' }
    : { noun: 'loop', check: 'checkLoop' };
}
