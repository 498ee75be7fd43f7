/** What became of a conversation that was steered by commands: what an app made of a session answers with. */
import type { Ending, RunRecord } from '../../src/invariants/run-record.ts';
import { answerText } from '../answer-text.ts';
import { kindOf, type SessionCommand } from './session.ts';

/** One command, and what came of it. */
export interface SessionStep {
  readonly command: SessionCommand;
  /** Its place in the input, from 0. */
  readonly index: number;
  /** The number of the first request that could be its own. */
  readonly from: number;
  /** The number of the first that no longer could; absent while it is under way. */
  to?: number;
  /** How it settled; absent while it is under way. */
  ending?: Ending;
  /** Whether the user interrupted it. */
  isInterrupted: boolean;
  /** Whether it went on waiting all the same, or it is an interrupt that never came to an end. */
  isStuck?: boolean;
}

export class SessionAccount {
  readonly steps: SessionStep[] = [];
  /** What is known of the tools and the interrupts. */
  readonly #known: () => RunRecord;

  constructor(known: () => RunRecord) {
    this.#known = known;
  }

  /** The newest of those that ask the model something. */
  get newest(): SessionStep | undefined {
    return this.steps.findLast(({ command }) => !NOT_ASKING.has(kindOf(command)));
  }

  /** The text of the newest answer. */
  get text(): string | undefined {
    const { ending } = this.newest ?? {};
    return ending?.type === 'answered' ? answerText(ending.answer) : undefined;
  }

  /** The evidence for the invariants. One that may still be resumed has not ended. */
  get evidence(): RunRecord {
    const { newest } = this;
    const rewritten = this.steps.flatMap(({ command, from, to = from }) =>
      kindOf(command) === 'compact' ? [from, to] : [],
    );
    const ending = newest?.isInterrupted === false ? newest.ending : undefined;
    return { ...this.#known(), ...(ending && { ending }), rewritten };
  }
}

const accounts = new WeakMap<object, SessionAccount>();

/** Notes that a simulation is asked by a session. */
export function keepAccount(simulation: object, account: SessionAccount): void {
  accounts.set(simulation, account);
}

/** What a session did that asked a simulation, however it ended; nothing for any other app. */
export function accountOf(simulation: object): SessionAccount | undefined {
  return accounts.get(simulation);
}

const NOT_ASKING: ReadonlySet<string> = new Set(['interrupt', 'compact']);
