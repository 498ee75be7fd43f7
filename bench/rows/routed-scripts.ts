/** Many scripts, told apart by what a request looks like. */
import { fakeAnthropic, when, type FakeAnthropic } from '../../fakes/index.ts';
import { compare } from '../measure.ts';
import type { Row } from '../row.ts';
import { params } from '../pieces/looking.ts';

const SCRIPTS = 1000;
const ANSWER = 'There is nothing to be seen.';
/** More than there are requests. */
const TURNS = 100_000;

/** A client of so many scripts, of which the last one matches. */
function clientOf(scripts: number): FakeAnthropic {
  const routes = Array.from({ length: scripts }, (_, index) => {
    const isLast = index === scripts - 1;
    const script = Array.from({ length: isLast ? TURNS : 1 }, () => ANSWER);
    return when({ user: isLast ? 'Look around.' : `Look at place ${index}.` }, script);
  });
  return fakeAnthropic(routes, { journalLimit: 100 });
}

export const row: Row<'ratio'> = {
  work: '1,000 routed scripts, the last one matches',
  floor: '1 script',
  goals: { ratio: { unit: '×', atMost: 1.2 } },
  limits:
    'Every route to the endpoint is asked, in turn, by tests that are made once. What differs is told only for the one that an error names. An index would know only texts that are equal, and most matches are for texts that are contained.',
  async measure() {
    const [many, one] = [clientOf(SCRIPTS), clientOf(1)];
    const { ratio } = await compare(
      () => many.messages.create(params),
      () => one.messages.create(params),
    );
    return { ratio };
  },
};
