/** Where a run stands in its script: which turn is next for whom, and what was never asked for. */
import { firstDifference } from './fit.ts';
import { Queue, type PlacedTurn, type Seat } from './queue.ts';
import type { RoutedEndpoint, RoutedRequest } from './routed-request.ts';
import type { Script } from './script.ts';

/** Why no turn was left for a request, in words. */
export interface Miss {
  readonly reason: string;
}

export type Taken = PlacedTurn | Miss;

/** Queues in the order they are tried: the routes as written, then the unrouted turns as number 0. */
export class Cursor {
  readonly #queues: readonly Queue[];
  readonly #routeNumbers: readonly number[];
  readonly #hasAsides: boolean;
  /** The seat of requests that belong to no conversation. */
  readonly #outside: Seat = {};
  readonly #routesTo = new Map<RoutedEndpoint, readonly number[]>();

  constructor(script: Script) {
    this.#queues = [
      new Queue(0, script.turns),
      ...script.routes.map((route, index) => new Queue(index + 1, route.turns, route)),
    ];
    this.#routeNumbers = script.routes.map((_route, index) => index + 1);
    this.#hasAsides = this.#queues.some(({ repeats }) => repeats);
  }

  /** The route that answers `request` on the side, if one does: what it answers is a conversation of its own. */
  asideOf(request: RoutedRequest): number | undefined {
    if (!this.#hasAsides) return undefined;
    const queue = this.#fitting(request).find((index) => this.#queues[index]!.isLeft);
    return queue !== undefined && this.#queues[queue]!.repeats ? queue : undefined;
  }

  /** The next turn for `request`, whose conversation sits there; its seat is moved on. */
  take(request: RoutedRequest, seat: Seat): Taken {
    const { queue: home } = seat;
    const fitting = this.#fitting(request);
    const candidates = fitting.length > 0 ? fitting : [home ?? 0];
    const preferred =
      home !== undefined && candidates.includes(home) ? [home, ...candidates] : candidates;
    const queue = preferred.find((index) => this.#queues[index]!.isLeft);
    if (queue === undefined)
      return { reason: this.#explain(candidates, request, new Set(fitting)) };
    return this.#queues[queue]!.take(seat);
  }

  /** The next turn of a route that `request` is for, if one is left: for what is answered without a turn as well. */
  takeRouted(request: RoutedRequest): PlacedTurn | undefined {
    const queue = this.#routesOf(request).find(
      (index) => this.#queues[index]!.isLeft && this.#queues[index]!.fits(request),
    );
    return queue === undefined ? undefined : this.#queues[queue]!.take(this.#outside);
  }

  /** The turns that were never asked for, with their places. */
  get pending(): PlacedTurn[] {
    return this.#queues.flatMap(({ pending }) => pending);
  }

  /** The routes that a request is for. */
  #fitting(request: RoutedRequest): number[] {
    return this.#routesOf(request).filter((index) => this.#queues[index]!.fits(request));
  }

  /** The routes that requests to the same endpoint may be for. */
  #routesOf({ endpoint }: RoutedRequest): readonly number[] {
    let routes = this.#routesTo.get(endpoint);
    if (!routes) {
      routes = this.#routeNumbers.filter((index) => this.#queues[index]!.endpoint === endpoint);
      this.#routesTo.set(endpoint, routes);
    }
    return routes;
  }

  #explain(
    candidates: readonly number[],
    request: RoutedRequest,
    fitting: ReadonlySet<number>,
  ): string {
    const exhausted = candidates[0]!;
    const used = this.#queues[exhausted]!.usedUp;
    const [nearest] = this.#routeNumbers
      .filter((index) => !fitting.has(index) && this.#queues[index]!.isAwaited)
      .map((index) => ({ index, ...firstDifference(this.#queues[index]!.match!, request) }))
      .sort((a, b) => b.agreed - a.agreed);
    if (nearest === undefined) {
      const others = exhausted !== 0 && this.#queues[0]!.isLeft;
      const why = ' The unrouted turns that are left are for requests that no route is for.';
      return `no turn is left for it: ${used}.${others ? why : ''}`;
    }
    const place = this.#queues[nearest.index]!.nextPlace;
    return `no turn is left for it: ${used}. The nearest that is left is ${place}, but ${nearest.text}.`;
  }
}
