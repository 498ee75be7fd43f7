/** The Messages API as a value: a `fetch` function, and everything that happened behind it. */
import type { RawRequest } from '../rules/checked-request.ts';
import type { PlacedTurn } from '../script/queue.ts';
import { toScript, type Script, type ScriptInput } from '../script/script.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { Exchange, Violation } from '../wire/exchange.ts';
import type { Answer } from './answer.ts';
import { fetchFace } from './fetch-face.ts';
import type { DroppedExchanges } from './journal.ts';
import { toSettings, type Settings, type SimulationOptions } from './options.ts';
import { reportUndone } from './report.ts';
import { Run } from './run.ts';

/** A violation with the number of its exchange in the journal. */
export interface RecordedViolation extends Violation {
  readonly exchange: number;
}

/** How each simulated Messages API behaves; see {@link simulate}. */
export class Simulation implements Disposable {
  readonly #settings: Settings;
  #script: Script;
  #run: Run;

  constructor(script: ScriptInput, options: SimulationOptions = {}) {
    this.#settings = toSettings(options);
    this.#script = toScript(script);
    this.#run = new Run(this.#script, this.#settings);
  }

  /**
   * The simulated API as a `fetch` function: takes what `fetch` takes, on any host, and honours `init.signal`, also
   * in mid-stream. Bound, so it can be handed around.
   */
  readonly fetch: typeof globalThis.fetch = fetchFace((raw, signal) => this.answer(raw, signal));

  /**
   * Every request so far with what became of it, or the newest of them when there is a `journalLimit`; bodies are
   * snapshots, keys are redacted.
   */
  get journal(): readonly Exchange[] {
    return this.#run.journal.exchanges;
  }

  /**
   * Grows while something goes on: with every request, and with every chunk of a stream that is read.
   * @internal
   */
  get beats(): number {
    return this.#run.journal.beats;
  }

  /** What is still known of the exchanges that a `journalLimit` has dropped. */
  get dropped(): DroppedExchanges {
    return this.#run.journal.dropped;
  }

  /** The conversations so far, told apart by their own history, threads put back together. */
  get transcripts(): readonly Transcript[] {
    return this.#run.conversations.transcripts;
  }

  /** The turns that were not asked for yet. */
  get pending(): readonly PlacedTurn[] {
    return this.#run.cursor.pending;
  }

  /** The requests that no turn was left for, or whose turn was a mistake; of those that the journal holds. */
  get unexpected(): readonly Exchange[] {
    return this.#run.journal.withOutcome('unexpected');
  }

  /** Everything refused so far, also what a client swallowed; of the requests that the journal holds. */
  get violations(): readonly RecordedViolation[] {
    return this.#run.journal.exchanges.flatMap(({ index, violations }) =>
      violations.map((violation) => ({ ...violation, exchange: index })),
    );
  }

  /** Everything the rules found and let through, by `allow` or `strict: false`. */
  get notes(): readonly RecordedViolation[] {
    return this.#run.journal.exchanges.flatMap(({ index, notes }) =>
      notes.map((note) => ({ ...note, exchange: index })),
    );
  }

  /**
   * Throws `EnsaioError` (`not-done`) with one report of every turn not used, every request past the script and every
   * request refused, even if the app swallowed the errors; does nothing when there are none. What was dropped from the
   * journal counts too.
   */
  assertDone(): void {
    reportUndone(this);
  }

  /** Starts over, with the same script or another. What is still under way belongs to the past and changes nothing. */
  reset(script: ScriptInput = this.#script): void {
    this.#script = toScript(script);
    this.#run = new Run(this.#script, this.#settings);
  }

  /** The end of a test, for `using`: the same as {@link assertDone}. */
  [Symbol.dispose](): void {
    this.assertDone();
  }

  /**
   * Answers a raw request; doors that are not HTTP use it directly. Rejects only with the signal's reason.
   * @internal
   */
  async answer(raw: RawRequest, signal?: AbortSignal): Promise<Answer> {
    return this.#run.answer(raw, signal);
  }
}

/**
 * A scripted model behind a simulated Messages API.
 * @example
 * const simulation = simulate(['Hello.']);
 * const client = new Anthropic({ fetch: simulation.fetch, apiKey: 'test' });
 * @throws EnsaioError `script-invalid`, `turn-invalid` or `option-invalid`
 */
export function simulate(script: ScriptInput, options: SimulationOptions = {}): Simulation {
  return new Simulation(script, options);
}
