/** Where a run stands in its script: which turn is next for whom, and what was never asked for. */
import { firstDifference, fitOf } from './fit.ts';
import { endpointOf, type Match } from './match.ts';
import type { RoutedEndpoint, RoutedRequest } from './routed-request.ts';
import type { Script } from './script.ts';
import type { Turn } from './turn.ts';

/** One queue of turns: the unrouted ones, or those of one route. */
interface Queue {
  readonly name: string;
  readonly turns: readonly Turn[];
  /** What it is for; absent for the unrouted turns. */
  readonly match?: Match;
  /** The endpoint whose requests it is for; absent where each is asked. */
  readonly endpoint?: RoutedEndpoint | undefined;
  /** Whether it is for a request to its endpoint. */
  fits(request: RoutedRequest): boolean;
}

/** A turn with its place in the script. */
export interface PlacedTurn {
  readonly turn: Turn;
  /** For people: "turn 2", "turn 1 of route 3". */
  readonly place: string;
  /** The queue it came from; hand it back to keep a conversation on its queue. */
  readonly queue: number;
}

/** Why no turn was left for a request, in words. */
export interface Miss {
  readonly reason: string;
}

export type Taken = PlacedTurn | Miss;

/** Queues in the order they are tried: the routes as written, then the unrouted turns as number 0. */
export class Cursor {
  readonly #queues: readonly Queue[];
  readonly #used: number[];
  readonly #routeNumbers: readonly number[];
  readonly #routesTo = new Map<RoutedEndpoint, readonly number[]>();

  constructor(script: Script) {
    this.#queues = [
      { name: '', turns: script.turns, fits: () => true },
      ...script.routes.map((route, index) => ({
        name: ` of route ${index + 1}`,
        turns: route.turns,
        match: route.match,
        endpoint: endpointOf(route.match),
        fits: fitOf(route.match),
      })),
    ];
    this.#used = this.#queues.map(() => 0);
    this.#routeNumbers = script.routes.map((_route, index) => index + 1);
  }

  /** The next turn for `request`; `home` is the queue its conversation was on, if it had one. */
  take(request: RoutedRequest, home?: number): Taken {
    const fitting = this.#routesOf(request).filter((index) => this.#queues[index]!.fits(request));
    const candidates = fitting.length > 0 ? fitting : [home ?? 0];
    const preferred =
      home !== undefined && candidates.includes(home) ? [home, ...candidates] : candidates;
    const queue = preferred.find((index) => this.#next(index) !== undefined);
    if (queue === undefined)
      return { reason: this.#explain(candidates, request, new Set(fitting)) };
    return this.#takeFrom(queue);
  }

  /** The next turn of a route that `request` is for, if one is left: for what is answered without a turn as well. */
  takeRouted(request: RoutedRequest): PlacedTurn | undefined {
    const queue = this.#routesOf(request).find(
      (index) => this.#next(index) && this.#queues[index]!.fits(request),
    );
    return queue === undefined ? undefined : this.#takeFrom(queue);
  }

  /** The turns that were never asked for, with their places. */
  get pending(): PlacedTurn[] {
    return this.#queues.flatMap((queue, index) =>
      queue.turns.slice(this.#used[index]).map((turn, i) => ({
        turn,
        place: this.#placeOf(index, this.#used[index]! + i + 1),
        queue: index,
      })),
    );
  }

  /** The routes that requests to the same endpoint may be for. */
  #routesOf({ endpoint }: RoutedRequest): readonly number[] {
    let routes = this.#routesTo.get(endpoint);
    if (!routes) {
      routes = this.#routeNumbers.filter(
        (index) => (this.#queues[index]!.endpoint ?? endpoint) === endpoint,
      );
      this.#routesTo.set(endpoint, routes);
    }
    return routes;
  }

  #takeFrom(queue: number): PlacedTurn {
    const turn = this.#next(queue)!;
    this.#used[queue]! += 1;
    return { turn, place: this.#placeOf(queue, this.#used[queue]!), queue };
  }

  #next(queue: number): Turn | undefined {
    return this.#queues[queue]?.turns[this.#used[queue]!];
  }

  #placeOf(queue: number, number: number): string {
    return `turn ${number}${this.#queues[queue]!.name}`;
  }

  #explain(
    candidates: readonly number[],
    request: RoutedRequest,
    fitting: ReadonlySet<number>,
  ): string {
    const exhausted = candidates[0]!;
    const used = this.#describeUsed(exhausted);
    const [nearest] = this.#routeNumbers
      .filter((index) => !fitting.has(index) && this.#next(index) !== undefined)
      .map((index) => ({ index, ...firstDifference(this.#queues[index]!.match!, request) }))
      .sort((a, b) => b.agreed - a.agreed);
    if (nearest === undefined) {
      const others = exhausted !== 0 && this.#next(0) !== undefined;
      const why = ' The unrouted turns that are left are for requests that no route is for.';
      return `no turn is left for it: ${used}.${others ? why : ''}`;
    }
    const place = this.#placeOf(nearest.index, this.#used[nearest.index]! + 1);
    return `no turn is left for it: ${used}. The nearest that is left is ${place}, but ${nearest.text}.`;
  }

  #describeUsed(queue: number): string {
    const { turns, name } = this.#queues[queue]!;
    if (turns.length === 0)
      return `the script has no ${name === '' ? 'unrouted turns' : `turns${name}`}`;
    if (turns.length === 1) return `${this.#placeOf(queue, 1)}, the only one, is used`;
    return `all ${turns.length} turns${name} are used, the last was ${this.#placeOf(queue, turns.length)}`;
  }
}
