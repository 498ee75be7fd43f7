/** Writes planned turns down in the words of the scenario language, one after another, with an id for each call. */
import type { RequestExpectations } from '../../src/scenario/request-schema.ts';
import type { WrittenBlock, WrittenReply, WrittenTurn } from '../../src/scenario/written.ts';
import type { Conduct } from './conduct.ts';
import type { PlannedFault, WrittenFault } from './faults.ts';
import { isError, MOST_RETRIES, type Breakdown, type Mishap } from './mishaps.ts';
import { isToRun, type PlannedCall } from './planned-call.ts';
import type { PlannedTurn } from './planned-turn.ts';
import type { Fields } from './schema/node.ts';

/** What a tool does at one call. */
export type ToolConduct = Conduct & {
  /** The id of the call. */
  readonly call: string;
  /** The tool that is called, for a loop that does not tell its tools which call they run for. */
  readonly tool: string;
};

interface WrittenCall extends PlannedCall {
  readonly id: string;
}

/** A turn, and the errors that come before it. */
interface Step {
  readonly errors: WrittenTurn[];
  turn: WrittenTurn;
  /** What it is an answer to: how often something was said before. */
  readonly said: number;
  /** How many blocks the stream of the turn has that may be shaped; none where it is shaped already, or has too many pieces. */
  blocks: number;
}

function replyOf(blocks: readonly WrittenBlock[], message: Fields | undefined): WrittenReply {
  const [only, ...rest] = blocks;
  const content = rest.length === 0 && typeof only === 'string' ? only : blocks;
  return message ? { content, ...message } : content;
}

const blockOf = ({ id, name, input }: WrittenCall): WrittenBlock => ({
  tool_use: { id, name, input },
});

const faultOf = ({ kind: _kind, ...written }: PlannedFault): WrittenFault => written;

/** Whether a fault ends a stream before its message is whole, so that nobody may run the calls in it. */
const breaksOff = ({ kind }: PlannedFault): boolean =>
  kind === 'cut' || kind === 'reset' || kind === 'error-event';

/** How many blocks a stream needs for a fault to change it. */
const blocksFor = ({ fault }: PlannedFault): number => (fault === 'interleaved-blocks' ? 2 : 1);

/** Whether a fault is a turn of its own: it needs no reply that it breaks. */
export const isWhole = ({ error, fault }: PlannedFault): boolean =>
  error !== undefined || fault === 'hang';

/** The JSON of an input up to where the limit of tokens cuts it. */
function partOf(input: Fields, cut: number): string {
  const json = JSON.stringify(input);
  // Half of a surrogate pair is no text of a file.
  return json.slice(0, Math.floor(cut * json.length)).replace(/[\uD800-\uDBFF]$/, '');
}

export class TurnWriter {
  readonly #steps: Step[] = [];
  readonly conduct: ToolConduct[] = [];
  readonly kinds: string[] = [];
  /** The ids of the calls at which a good loop runs a tool. */
  readonly toRun: string[] = [];
  readonly #stream: boolean;
  #calls = 0;
  /** Where the steps begin that mishaps are counted from. */
  #first = 0;
  #said = 0;

  constructor(stream: boolean) {
    this.#stream = stream;
  }

  /** All turns; `whenOf` tells which requests they are for, by what they are an answer to. */
  turns(
    whenOf: (said: number) => RequestExpectations | undefined = () => undefined,
  ): WrittenTurn[] {
    return this.#steps.flatMap(({ errors, turn, said }) => {
      const when = whenOf(said);
      return [...errors, turn].map((each) => (when ? { when, ...each } : each));
    });
  }

  /** Counts the turns anew for what comes next, as an answer to what was said last. */
  begin(said: number = 0): void {
    this.#said = said;
    this.#first = this.#steps.length;
  }

  turn({ kind, before, after, message, cut = 1, calls: planned }: PlannedTurn): void {
    const calls = planned.flatMap((call) => this.#made(call));
    if (kind === 'calls' && calls.length === 0) return;
    this.kinds.push(`turn: ${kind}`, ...calls.map((call) => `input: ${call.kind}`));
    if (kind === 'calls') for (const call of calls) this.#conduct(call);
    const blocks = [...before, ...calls.map(blockOf), ...after];
    const reply = replyOf(blocks, message);
    const last = calls.at(-1);
    if (this.#stream && last && cut < 1) {
      this.kinds.push('input: cut');
      this.#step({ reply, fault: { input: partOf(last.input, cut) } });
    } else {
      // What is huge would come in thousands of pieces.
      this.#step({ reply }, calls.some((call) => call.kind === 'huge') ? 0 : blocks.length);
    }
  }

  /** Something in place of the last turn; where a stream breaks, the answer comes for those who try again. */
  breakdown({ fault, calls: planned }: Breakdown): void {
    this.kinds.push(`fault: ${fault.kind}`);
    if (isWhole(fault)) {
      this.#step(faultOf(fault));
      // A client that gives up waiting tries again.
      if (fault.fault === 'hang') this.#step({ reply: 'Done.' });
    } else {
      const calls = breaksOff(fault) ? planned.flatMap((call) => this.#made(call)) : [];
      const reply = calls.length > 0 ? calls.map(blockOf) : 'Half of it.';
      this.#step({ reply, ...faultOf(fault) });
      this.#step({ reply: 'Done.' });
    }
  }

  mishap(mishap: Mishap): void {
    const { at, fault } = mishap;
    const steps = this.#steps
      .slice(this.#first)
      .filter(({ errors, blocks }) =>
        isError(mishap) ? errors.length < MOST_RETRIES : this.#stream && blocks >= blocksFor(fault),
      );
    const step = steps[at % steps.length];
    if (!step) return;
    if (isError(mishap)) step.errors.push(faultOf(fault));
    else Object.assign(step, { turn: { ...step.turn, ...faultOf(fault) }, blocks: 0 });
    this.kinds.push(`fault: ${fault.kind}`);
  }

  /** A turn as it stands. */
  written(turn: WrittenTurn): void {
    this.#step(turn);
  }

  /** A turn that falls silent on its way; without a stream nothing of it ever comes. */
  stall(turn: PlannedTurn, events: number): void {
    const { length } = this.#steps;
    // An empty one has three events, any other twice as many.
    const at = turn.kind === 'empty' ? Math.min(events, 3) : events;
    if (this.#stream) this.turn({ ...turn, cut: 1 });
    const step = this.#steps[length];
    if (step) step.turn = { ...step.turn, fault: { stall_after: { events: at } } };
    else this.#step({ fault: 'hang' });
  }

  /** The first turn of what is said now takes a moment to come. */
  delay(): void {
    const step = this.#steps[this.#first];
    if (step) step.turn = { ...step.turn, delay: 1 };
  }

  #step(turn: WrittenTurn, blocks = 0): void {
    this.#steps.push({ errors: [], turn, said: this.#said, blocks });
  }

  #made(call: PlannedCall): WrittenCall[] {
    if (call.times > 1) this.kinds.push('call: repeated');
    return Array.from({ length: call.times }, () => ({ ...call, id: `toolu_${++this.#calls}` }));
  }

  #conduct(call: WrittenCall): void {
    const { id, name, conduct } = call;
    if (!isToRun(call)) return;
    this.toRun.push(id);
    if (conduct === undefined) return;
    this.kinds.push(`conduct: ${Object.keys(conduct)[0]}`);
    this.conduct.push({ call: id, tool: name, ...conduct });
  }
}
