/** The script that turns make up, and what each of them expects of its requests. */
import { EnsaioError } from '../error.ts';
import type { MatchTest } from '../script/match.ts';
import { when, type Route, type Script } from '../script/script.ts';
import { toTurn } from '../script/to-turn.ts';
import type { Turn } from '../script/turn.ts';
import { formatPath, type Path } from './problem.ts';
import { requestMismatches } from './request-mismatch.ts';
import type { RequestExpectations } from './request-schema.ts';
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

/** Turns with the same `when` are one route, in the order of the first of them; all others are unrouted. */
export function toScript(written: readonly ScenarioTurn[]): ToldScript {
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

  const turns = written.map((each, index): ExpectedTurn => {
    const queue = queueFor(each);
    const places: string[] = [];
    try {
      const turn = toTurn(each.turn, `turn ${index + 1}`);
      for (let time = 0; time < each.times; time++) {
        queue.turns.push(turn);
        places.push(`turn ${queue.turns.length}${queue.name}`);
      }
    } catch (error) {
      if (!(error instanceof EnsaioError)) throw error;
      faults.push({ path: ['turns', index, 'reply'], message: error.reason });
    }
    return { places, expect: each.expect };
  });

  const script = Object.freeze({
    type: 'script',
    turns: Object.freeze(unrouted.turns),
    routes: [...routes.values()].map((route): Route => when(toMatch(route.when), route.turns)),
  } satisfies Script);
  return { script, turns, faults };
}
