/** What a check answers on the side: by the routes that it is given, and by a summary where the API is asked for one. */
import type { WrittenReply, WrittenRoute } from '../../src/scenario/written.ts';
import { toScript } from '../../src/scenario/to-script.ts';
import { trustedTurn } from '../../src/scenario/turn-schema.ts';
import type { Route } from '../../src/script/script.ts';
import type { EndedRun } from '../ended-run.ts';
import { writtenRoute } from './written-route.ts';

/** What the API answers to `compaction` (compaction-on-demand documentation). */
export const SUMMARY: WrittenReply = {
  content: [{ type: 'compaction', content: 'A summary.' }],
  stop_reason: 'compaction',
};

const SUMMARIES = {
  when: { body: { compaction: {} } },
  turns: [{ reply: SUMMARY }],
} satisfies WrittenRoute;

const { when, turns } = SUMMARIES;
const [summaries] = toScript([], [{ when, turns: turns.map(trustedTurn) }]).script.routes;

/** The routes of a loop; the API sums up where no other one answers. */
export function sideRoutes(given: readonly Route[]): readonly Route[] {
  return [...given, summaries!];
}

/** The routes of a run, as a scenario says them. */
export interface UsedRoutes {
  /** Those that have answered something. */
  readonly asked: readonly WrittenRoute[];
  /** What the scenario has: the routes of the check as well that nobody asked, for the loop may ask when it is mended. */
  readonly written: readonly WrittenRoute[];
  /** The numbers of those that were asked and that no file can say, of the routes that the check was given. */
  readonly unsaid: readonly number[];
}

export function usedRoutes({ scenario, simulation }: EndedRun): UsedRoutes {
  const asked: WrittenRoute[] = [];
  const written: WrittenRoute[] = [];
  const unsaid: number[] = [];
  let number = 0;
  for (const [index, route] of scenario.script.routes.entries()) {
    if (route.repeats !== true) continue;
    number += 1;
    const name = ` of route ${index + 1}`;
    const isAsked = simulation.journal.some(({ turn }) => turn?.endsWith(name));
    const said = route === summaries ? SUMMARIES : writtenRoute(route);
    if (said && isAsked) asked.push(said);
    if (said && (isAsked || route !== summaries)) written.push(said);
    if (!said && isAsked) unsaid.push(number);
  }
  return { asked, written, unsaid };
}
