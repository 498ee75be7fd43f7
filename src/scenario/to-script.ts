/** The script that turns make up, and what each of them expects of its requests. */
import { EnsaioError } from '../error.ts';
import type { MatchTest } from '../script/match.ts';
import { when, type Route, type Script } from '../script/script.ts';
import { toTurn } from '../script/to-turn.ts';
import type { Turn } from '../script/turn.ts';
import { formatPath, type Path } from './problem.ts';
import { requestMismatches } from './request-mismatch.ts';
import type { RequestExpectations } from './request-schema.ts';
import type { ScenarioRoute } from './route-schema.ts';
import type { ExpectedTurn } from './scenario.ts';
import type { ScenarioTurn } from './turn-schema.ts';

/** A turn that turned out to be none. */
export interface TurnFault {
  readonly path: Path;
  readonly message: string;
}

/** The turns for the requests of one kind, in order. */
interface Queue {
  /** As the simulation calls it, behind the number of a turn. */
  readonly name: string;
  readonly turns: Turn[];
}

interface Routed extends Queue {
  readonly when: RequestExpectations;
}

/** The condition as the script tries it: the first thing that differs, in words. */
function toMatch(expectations: RequestExpectations): MatchTest {
  return {
    difference: (request) => {
      const [mismatch] = requestMismatches(expectations, request);
      if (!mismatch) return undefined;
      const { path, expected, received, agreed } = mismatch;
      return { agreed, text: `${formatPath(path)}: expected ${expected}, received ${received}` };
    },
  };
}

export interface ToldScript {
  readonly script: Script;
  readonly turns: readonly ExpectedTurn[];
  /** The schema takes blocks whose type it does not know, and some of them are turns. */
  readonly faults: readonly TurnFault[];
}

/**
 * Turns with the same `when` are one route, in the order of the first of them; all others are unrouted. Behind them come
 * the routes that repeat.
 */
export function toScript(
  written: readonly ScenarioTurn[],
  asides: readonly ScenarioRoute[] = [],
): ToldScript {
  const unrouted: Queue = { name: '', turns: [] };
  const routes = new Map<string, Routed>();
  const faults: TurnFault[] = [];

  function queueFor({ when: expectations }: ScenarioTurn): Queue {
    if (expectations === undefined) return unrouted;
    const key = JSON.stringify(expectations);
    const name = ` of route ${routes.size + 1}`;
    const route = routes.get(key) ?? { name, turns: [], when: expectations };
    routes.set(key, route);
    return route;
  }

  /** The turn as often as it is given; never, if it turns out to be none. */
  function told({ turn, times }: ScenarioTurn, path: Path): Turn[] {
    try {
      return Array<Turn>(times).fill(toTurn(turn, `turn ${Number(path.at(-1)) + 1}`));
    } catch (error) {
      if (!(error instanceof EnsaioError)) throw error;
      faults.push({ path: [...path, 'reply'], message: error.reason });
      return [];
    }
  }

  const turns = written.map((each, index): ExpectedTurn => {
    const queue = queueFor(each);
    const places = told(each, ['turns', index]).map(
      (turn) => `turn ${queue.turns.push(turn)}${queue.name}`,
    );
    return { places, expect: each.expect };
  });
  const repeating = asides.map((route, index) => ({
    match: toMatch(route.when),
    turns: route.turns.flatMap((each, nth) => told(each, ['routes', index, 'turns', nth])),
  }));

  const script = Object.freeze({
    type: 'script',
    turns: Object.freeze(unrouted.turns),
    routes: [
      ...[...routes.values()].map((route): Route => when(toMatch(route.when), route.turns)),
      // One of which no turn is right is no script at all.
      ...repeating
        .filter((route) => route.turns.length > 0)
        .map((route): Route => when(route.match, route.turns, { repeats: true })),
    ],
  } satisfies Script);
  return { script, turns, faults };
}
