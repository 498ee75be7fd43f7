/** How a route is written: requests on the side, and what each conversation of them is answered with, over and over. */
import * as z from 'zod';
import { described, named, refusing, shared } from './named.ts';
import { requestExpectations, type RequestExpectations } from './request-schema.ts';
import { turn, type ScenarioTurn } from './turn-schema.ts';

/** Turns on the side: none of them is ever missing, and none has to be asked for. */
export interface ScenarioRoute {
  /** The requests it is for. */
  readonly when: RequestExpectations;
  readonly turns: readonly ScenarioTurn[];
}

/** The route says for all its turns what they are for, and how many requests there are nobody knows. */
function mistake(turns: readonly ScenarioTurn[]): string | undefined {
  const at = turns.findIndex(
    ({ when, expect }) => when !== undefined || Object.keys(expect).length > 0,
  );
  if (at === -1) return undefined;
  return `turn ${at + 1} of a route has no \`when\` and no \`expect\`: its requests are those of the route`;
}

export const route: z.ZodType<ScenarioRoute> = shared(
  'route',
  named(
    'a route: a mapping with `when` and `turns`',
    z.strictObject({
      when: described('The requests this route is for.', requestExpectations),
      turns: described(
        'What each conversation of them is answered with, over and over.',
        named('a list of turns, at least one', z.array(turn).min(1).check(refusing(mistake))),
      ),
    }),
  ),
);
