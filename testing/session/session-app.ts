/** `sessionApp`: a multi-turn app as an app, which does what the commands in its input say. */
import type { Ending } from '../../src/invariants/run-record.ts';
import { EnsaioError } from '../../src/error.ts';
import { replyOf } from '../../src/wire/exchange.ts';
import type { App, AppContext } from '../app.ts';
import { handOver, type HandedOver } from '../hand-over.ts';
import { spyTools, type SpiedTools } from '../spy-tools.ts';
import { stageHere } from '../stage/stage.ts';
import { keepAccount, SessionAccount, type SessionStep } from './account.ts';
import { commandKinds, commandsIn, kindOf, type Session, type SessionCommand } from './session.ts';

/** Begins a conversation, with the client and the tools that it is given. */
export type OpenSession = (context: AppContext) => Session | Promise<Session>;

/** Nothing that waits for a moment can be played where time is everyone's. */
function quiet(): Promise<void> {
  return stageHere()?.quiet() ?? Promise.resolve();
}

class Conductor {
  readonly account: SessionAccount;
  readonly #session: Session;
  readonly #calledOff: AbortSignal;
  readonly #simulation: AppContext['simulation'];
  readonly #interrupted: SpiedTools<unknown>['interrupt'];
  /** What was begun and has not settled, and how it is told to stop. */
  readonly #underWay = new Map<SessionStep, { done: Promise<void>; stop: AbortController }>();
  #goOn: () => void = () => undefined;
  #index = 0;

  constructor(
    session: Session,
    known: HandedOver['known'],
    { interrupt }: SpiedTools<unknown>,
    { simulation, signal }: AppContext,
  ) {
    this.#calledOff = signal;
    this.account = new SessionAccount(known);
    keepAccount(simulation, this.account);
    this.#session = session;
    this.#interrupted = interrupt;
    this.#simulation = simulation;
  }

  async do(command: SessionCommand, index: number): Promise<void> {
    this.#index = index;
    if (command === 'interrupt') return this.#interrupt();
    if (typeof command === 'object' && command.at_once) await quiet();
    else await this.settle();
    this.#goOn();
    this.#goOn = () => undefined;
    if (!this.#isPossible(command)) return;
    const session = this.#session;
    if (typeof command === 'object') {
      this.#begin(command, (options) => session.send(command.send, options));
    } else this.#begin(command, async (options) => session[command]?.(options));
  }

  /** Waits for all that is under way. */
  async settle(): Promise<void> {
    await Promise.all([...this.#underWay.values()].map(({ done }) => done));
  }

  #begin(
    command: SessionCommand,
    run: (options: { signal: AbortSignal }) => Promise<unknown>,
  ): void {
    const { journal } = this.#simulation;
    const from = journal.length;
    const step: SessionStep = { command, index: this.#index, from, isInterrupted: false };
    const stop = new AbortController();
    const end = (ending: Ending): void => {
      Object.assign(step, { ending, to: this.#simulation.journal.length });
      this.#underWay.delete(step);
    };
    const follow = async (): Promise<void> => {
      try {
        end({ type: 'answered', answer: await run({ signal: stop.signal }) });
      } catch (error) {
        if (this.#calledOff.aborted) step.isInterrupted = true;
        end({ type: 'failed', error });
      }
    };
    this.account.steps.push(step);
    this.#underWay.set(step, { stop, done: follow() });
  }

  /** Once nothing goes on by itself: then it is always the same moment. */
  async #interrupt(): Promise<void> {
    await quiet();
    const stopped = [...this.#underWay];
    this.#goOn();
    this.#goOn = this.#interrupted();
    for (const [step, { stop }] of stopped) {
      step.isInterrupted = true;
      stop.abort();
    }
    this.#begin('interrupt', async () => this.#session.interrupt?.());
    await quiet();
    for (const step of this.#underWay.keys()) step.isStuck = true;
    // Nobody waits for it any more.
    this.#underWay.clear();
  }

  /** Nobody asks again for what is there, and a model that pauses is let finish first. */
  #isPossible(command: SessionCommand): boolean {
    const reply = this.#simulation.journal.map(replyOf).findLast((each) => each !== undefined);
    const isPaused = reply?.stop_reason === 'pause_turn';
    if (command !== 'retry' && command !== 'resume') return !isPaused;
    const { newest, steps } = this.account;
    if (newest === undefined || steps.at(-1)?.command === 'compact') return false;
    return isPaused || newest.isInterrupted || newest.ending?.type === 'failed';
  }
}

/**
 * An app of a conversation: what `checkConversation` rehearses, and what plays the scenarios that it writes. The `input`
 * is a list of commands: `send: text`, `interrupt`, `retry`, `resume`, `compact`. An interrupt comes when nothing goes
 * on by itself any more: while a turn hangs or stalls, while a tool takes its time or hangs, or when all is said. What a
 * session does not have is passed over, a retry where nothing failed, and a new word while the model pauses.
 * @example export default sessionApp((context) => new Chat(context));
 * @throws EnsaioError `option-invalid`, by the app, for an input that is no list of commands
 */
export function sessionApp(open: OpenSession): App {
  const app: App = async (context) => {
    const { input, simulation } = context;
    const commands = commandsIn(input);
    if (!commands) {
      throw new EnsaioError('option-invalid', 'The input is no list of commands for a session.', {
        hint: `Commands are ${commandKinds.join(', ')}; for the first of them { send: 'a text' }.`,
        details: { received: input },
      });
    }
    const spied = spyTools(context.tools, { simulation });
    const handed = handOver(context, spied);
    const session = await open(handed.context);
    const conductor = new Conductor(session, handed.known, spied, context);
    for (const [index, command] of commands.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- One after another.
      if (typeof session[kindOf(command)] === 'function') await conductor.do(command, index);
    }
    await conductor.settle();
    return conductor.account;
  };
  opened.set(app, open);
  return app;
}

const opened = new WeakMap<App, OpenSession>();

/** What an app of `sessionApp` begins its conversations with; nothing for any other app. */
export function openSessionOf(app: App): OpenSession | undefined {
  return opened.get(app);
}
