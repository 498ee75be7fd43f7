/** One queue of turns, the unrouted ones or those of one route: what it is for, and what of it was given. */
import { fitOf } from './fit.ts';
import { endpointOf, type Match } from './match.ts';
import type { RoutedEndpoint, RoutedRequest } from './routed-request.ts';
import type { Route } from './script.ts';
import type { Turn } from './turn.ts';

/** A turn with its place in the script. */
export interface PlacedTurn {
  readonly turn: Turn;
  /** For people: "turn 2", "turn 1 of route 3". */
  readonly place: string;
  /** The queue it is from: the number of its route, or 0. */
  readonly queue: number;
}

/** Where a conversation stands in a script. */
export interface Seat {
  /** The queue that it was given its newest turn from. */
  queue?: number;
  /** How many turns it was given from each queue that repeats. */
  given?: Map<number, number>;
}

export class Queue {
  /** Absent for the unrouted turns. */
  readonly match: Match | undefined;
  /** The endpoint whose requests it is for; absent for the unrouted turns. */
  readonly endpoint: RoutedEndpoint | undefined;
  /** Whether each conversation gets its turns over and over. */
  readonly repeats: boolean;
  /** Whether it is for a request to its endpoint. */
  readonly fits: (request: RoutedRequest) => boolean;
  readonly #number: number;
  readonly #turns: readonly Turn[];
  #used = 0;

  /** @param number that of its route, or 0 */
  constructor(number: number, turns: readonly Turn[], route?: Route) {
    this.#number = number;
    this.#turns = turns;
    this.match = route?.match;
    this.endpoint = route && endpointOf(route.match);
    this.repeats = route?.repeats === true;
    this.fits = route ? fitOf(route.match) : () => true;
  }

  /** Whether a turn is left: of a queue that repeats, one always is. */
  get isLeft(): boolean {
    return this.#used < this.#turns.length;
  }

  /** Whether a turn is left that has to be asked for. */
  get isAwaited(): boolean {
    return this.isLeft && !this.repeats;
  }

  /** The place of the first turn that is left. */
  get nextPlace(): string {
    return this.#placeOf(this.#used);
  }

  /** Gives the next turn to a conversation, whose seat is moved on; one has to be left. */
  take(seat: Seat): PlacedTurn {
    seat.queue = this.#number;
    return this.#placed(this.repeats ? this.#givenTo(seat) % this.#turns.length : this.#used++);
  }

  /** The turns that were never asked for; of a queue that repeats, none has to be. */
  get pending(): PlacedTurn[] {
    if (this.repeats) return [];
    return this.#turns.slice(this.#used).map((_turn, index) => this.#placed(this.#used + index));
  }

  /** That no turn is left, in words. */
  get usedUp(): string {
    const { length } = this.#turns;
    const name = this.#name;
    if (length === 0) return `the script has no ${name === '' ? 'unrouted turns' : `turns${name}`}`;
    if (length === 1) return `${this.#placeOf(0)}, the only one, is used`;
    return `all ${length} turns${name} are used, the last was ${this.#placeOf(length - 1)}`;
  }

  get #name(): string {
    return this.#number === 0 ? '' : ` of route ${this.#number}`;
  }

  #placeOf(index: number): string {
    return `turn ${index + 1}${this.#name}`;
  }

  #placed(index: number): PlacedTurn {
    return { turn: this.#turns[index]!, place: this.#placeOf(index), queue: this.#number };
  }

  /** How many turns a conversation was given before the one that it gets now. */
  #givenTo(seat: Seat): number {
    const given = (seat.given ??= new Map<number, number>());
    const before = given.get(this.#number) ?? 0;
    given.set(this.#number, before + 1);
    return before;
  }
}
