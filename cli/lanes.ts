/** Tells scenarios apart that run at once: whose error it was that nobody caught, and who printed what. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { StrayError } from './finished-run.ts';
import type { IO, OutputName } from './io.ts';

/** What comes out of one scenario besides its answer. */
export interface Lane {
  readonly title: string;
  /** Errors that nobody caught. */
  readonly strays: unknown[];
  readonly printed: string[];
  /** Ends the scenario. */
  readonly callOff: (reason: unknown) => void;
}

/**
 * Node keeps what belongs to a call with everything that the call sets off, and knows it again when an error comes up
 * that nobody caught. In Node 22 it does not for what `queueMicrotask` throws.
 */
export class Lanes {
  readonly #current = new AsyncLocalStorage<Lane>();
  readonly #open = new Set<Lane>();
  readonly #strays: StrayError[] = [];
  readonly #printElsewhere: (text: string, output: OutputName) => void;

  /** `printElsewhere` gets what is printed by none of the scenarios that run. */
  constructor(printElsewhere: (text: string, output: OutputName) => void) {
    this.#printElsewhere = printElsewhere;
  }

  /** Errors that belong to no scenario that was still running. */
  get strays(): readonly StrayError[] {
    return this.#strays;
  }

  /** Listens to the process, and returns a function that ends it. */
  listen(io: IO): () => void {
    const stops = [
      io.onStray?.((error) => this.#stray(error)),
      io.onPrint?.((text, output) => this.print(text, output)),
      io.onEarlyExit?.(() => this.#lastWords()),
    ];
    return () => {
      for (const stop of stops) stop?.();
    };
  }

  /** Does the work of a scenario. */
  async run<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
    this.#open.add(lane);
    try {
      return await this.#current.run(lane, work);
    } finally {
      this.#open.delete(lane);
    }
  }

  /** Keeps what is printed with the scenario that prints it. */
  print(text: string, output: OutputName): void {
    const lane = this.#owner();
    if (lane && this.#open.has(lane)) lane.printed.push(text);
    else this.#printElsewhere(text, output);
  }

  /** The scenario that what happens just now belongs to, also when it is over. */
  #owner(): Lane | undefined {
    const [first, ...others] = this.#open;
    return this.#current.getStore() ?? (others.length === 0 ? first : undefined);
  }

  #stray(error: unknown): void {
    const lane = this.#owner();
    if (lane && this.#open.has(lane)) {
      lane.strays.push(error);
      lane.callOff(error);
    } else if (lane) {
      this.#strays.push({ error, after: lane.title, during: [] });
    } else {
      this.#strays.push({ error, during: [...this.#open].map(({ title }) => title) });
    }
  }

  #lastWords(): string {
    const owner = this.#owner();
    const suspects = owner ? [owner] : [...this.#open];
    if (suspects.length === 0) return '';
    const printed = suspects.flatMap(({ printed: texts }) => texts).join('');
    return `${printed}It was running: ${suspects.map(({ title }) => title).join(', ')}\n`;
  }
}
