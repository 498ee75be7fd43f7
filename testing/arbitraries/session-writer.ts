/** Writes down what a user does in a conversation, and what the model answers, as far as it can be done. */
import type { RequestExpectations } from '../../src/scenario/request-schema.ts';
import type { WrittenTurn } from '../../src/scenario/written.ts';
import type { CommandKind, SessionCommand } from '../session/session.ts';
import { isError } from './mishaps.ts';
import { isToRun, type PlannedCall } from './planned-call.ts';
import type { PlannedTurn } from './planned-turn.ts';
import type { Rehearsal, RehearsalOptions } from './rehearsal.ts';
import { TurnWriter } from './turn-writer.ts';
import { writePlan, type Plan } from './written-turns.ts';

export type SessionRehearsal = Rehearsal<readonly SessionCommand[]>;

export interface SessionRehearsalOptions extends RehearsalOptions {
  /** The commands that the session has. */
  readonly commands: readonly CommandKind[];
  /** The most times that the user says something, asks again or has the history made shorter. */
  readonly maxCommands: number;
  /** What the model answers to what `compact` asks of it. */
  readonly compactTurns: readonly WrittenTurn[];
  /** What tells all other requests from these. Default: nothing need. */
  readonly otherWhen?: RequestExpectations;
}

/** Where something is under way when the user interrupts. */
export interface Hold {
  /** While a turn is waited for, in its stream, while a tool is at work, or when all is said. */
  readonly where: 'turn' | 'stream' | 'tool' | 'end';
  /** The number of the turn, from 0; the last one where there are not so many. */
  readonly at: number;
  /** How many events of the stream are told before. */
  readonly events: number;
}

/** What the user does, and what comes of it. */
export interface PlannedStep extends Omit<Plan, 'stream'> {
  readonly how: Exclude<CommandKind, 'interrupt'>;
  readonly hold: Hold | undefined;
  /** Whether the model pauses in place of the end. */
  readonly pauses: boolean;
  /** Whether the user says the next thing while this is under way. */
  readonly overlaps: boolean;
}

const PAUSE: PlannedTurn = {
  kind: 'pause',
  before: ['One moment, please.'],
  calls: [],
  after: [],
  message: { stop_reason: 'pause_turn' },
};

/** The same call, at which the tool never ends. */
const held = (call: PlannedCall): PlannedCall => ({ ...call, conduct: { hangs: true }, times: 1 });

/**
 * The state of the conversation: nothing was said yet, or since it was made shorter; all is said; the newest has failed
 * or was stopped, or pauses.
 */
type State = 'new' | 'done' | 'open' | 'paused';

/** What can be done in each state; where it cannot, it is left out. */
const POSSIBLE: Readonly<Record<State, readonly PlannedStep['how'][]>> = {
  new: ['send'],
  done: ['send', 'compact'],
  open: ['send', 'retry', 'resume', 'compact'],
  paused: ['resume', 'retry'],
};

/** What the conversation is when it is cut off after these turns. */
function brokenOff(turns: readonly PlannedTurn[]): State {
  return turns.at(-1)?.kind === 'pause' ? 'paused' : 'open';
}

/** Whether apps may ask for more or fewer turns than there are: they try again, they go on by themselves, or do not. */
function isUneven({ hold, pauses, breakdown: broken, mishaps: wrong, last }: PlannedStep): boolean {
  const isWrong = broken !== undefined || wrong.some(isError);
  return hold !== undefined || pauses || isWrong || last.kind !== 'answer';
}

const textOf = (said: number): string => `Say ${said}.`;

export class SessionWriter {
  readonly #commands: SessionCommand[] = [];
  readonly #writer: TurnWriter;
  readonly #stream: boolean;
  readonly #options: SessionRehearsalOptions;
  #state: State = 'new';
  #said = 0;
  #overlaps = false;
  /** Whether what was said last may take another number of turns than it has; and whether anything may. */
  #isUneven = false;
  #isRouted = false;

  constructor(stream: boolean, options: SessionRehearsalOptions) {
    this.#writer = new TurnWriter(stream);
    this.#stream = stream;
    this.#options = options;
  }

  get written(): Pick<SessionRehearsal, 'input' | 'turns' | 'conduct' | 'kinds'> {
    const { conduct, kinds } = this.#writer;
    const turns = this.#writer.turns((said) => this.#whenOf(said));
    return { input: this.#commands, turns, conduct, kinds };
  }

  do(step: PlannedStep): void {
    const { how } = step;
    if (!POSSIBLE[this.#state].includes(how)) return;
    if (this.#overlaps && how !== 'send') return;
    if (how === 'compact') {
      this.#compact();
      return;
    }
    // Whether an interrupt is meant for what waits its turn as well, apps see in different ways.
    const hold = this.#overlaps ? undefined : step.hold;
    if (how === 'send') this.#spare();
    this.#command(how);
    this.#writer.begin(this.#said);
    this.#isUneven ||= isUneven({ ...step, hold });
    // A word that comes while the model pauses, or that waits for what fails, is another matter.
    const overlaps =
      step.overlaps && !this.#isUneven && step.turns.every(({ kind }) => kind === 'calls');
    this.#isRouted ||= this.#isUneven || overlaps;
    if (hold && hold.where !== 'end') this.#hold(step, hold);
    else this.#say(step);
    if (hold) this.#command('interrupt');
    else if (overlaps) this.#writer.delay();
    this.#overlaps = overlaps;
  }

  /** A pause is never the end. */
  end(): void {
    const { commands } = this.#options;
    const how = POSSIBLE[this.#state].find((each) => commands.includes(each));
    if (this.#state === 'paused' && how !== undefined) this.#command(how);
    this.#spare();
  }

  /** A turn more, for who needs one more. */
  #spare(): void {
    if (this.#isUneven) this.#writer.written({ reply: 'Done.' });
    this.#isUneven = false;
  }

  #command(kind: CommandKind): void {
    this.#writer.kinds.push(`command: ${kind}`);
    if (kind !== 'send') this.#commands.push(kind);
    else {
      const send = textOf(++this.#said);
      this.#commands.push(this.#overlaps ? { send, at_once: true } : { send });
    }
    this.#overlaps = false;
  }

  #compact(): void {
    this.#command('compact');
    this.#state = 'new';
    this.#spare();
    this.#writer.begin(0);
    const { compactTurns } = this.#options;
    this.#isRouted ||= compactTurns.length > 0;
    for (const turn of compactTurns) this.#writer.written(turn);
  }

  /** The requests that the turns are for: where one may be left over, nothing else may get it. */
  #whenOf(said: number): RequestExpectations | undefined {
    const isOnly = this.#said < 2 && !this.#commands.includes('compact');
    if (said === 0 || isOnly || !this.#isRouted) return undefined;
    const { otherWhen } = this.#options;
    const user = { contains: textOf(said) };
    const isAsked = this.#commands.includes('compact');
    return isAsked ? { ...otherWhen, user: { ...user, ...Object(otherWhen?.user) } } : { user };
  }

  #say(step: PlannedStep): void {
    const plan = step.pauses ? { ...step, last: PAUSE, breakdown: undefined } : step;
    writePlan(this.#writer, { ...plan, stream: this.#stream });
    if (step.pauses) this.#state = 'paused';
    else this.#state = step.breakdown ? brokenOff(step.turns) : 'done';
  }

  #hold({ turns, last }: PlannedStep, { where, at, events }: Hold): void {
    const writer = this.#writer;
    const working = where === 'tool' ? turns.findIndex(({ calls }) => calls.some(isToRun)) : -1;
    const before = turns.slice(0, working === -1 ? at : working);
    const turn = turns[before.length] ?? last;
    for (const each of before) writer.turn(each);
    if (working !== -1) {
      const call = turn.calls.findIndex(isToRun);
      writer.turn({ ...turn, calls: turn.calls.with(call, held(turn.calls[call]!)) });
    } else if (where === 'stream') writer.stall(turn, events);
    else writer.written({ fault: 'hang' });
    this.#state = brokenOff(before);
  }
}
