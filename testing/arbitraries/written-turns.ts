/** A plan in the words of the scenario language, with an id for each call. */
import type { WrittenBlock, WrittenReply, WrittenTurn } from '../../src/scenario/written.ts';
import type { Conduct } from './conduct.ts';
import type { PlannedFault, WrittenFault } from './faults.ts';
import { isError, MOST_RETRIES, type Mishap } from './mishaps.ts';
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

interface Plan {
  readonly turns: readonly PlannedTurn[];
  readonly last: PlannedTurn;
  readonly mishaps: readonly Mishap[];
  /** What comes in the place of the last turn. */
  readonly breakdown: PlannedFault | undefined;
  readonly stream: boolean;
}

interface Written {
  readonly turns: readonly WrittenTurn[];
  readonly conduct: readonly ToolConduct[];
  readonly kinds: readonly string[];
}

interface WrittenCall extends PlannedCall {
  readonly id: string;
}

/** A turn, and the errors that come before it. */
interface Step {
  readonly errors: WrittenTurn[];
  turn: WrittenTurn;
  /** Whether the stream of the turn may be shaped: there is one, it is not shaped yet, and has few pieces. */
  isPlain: boolean;
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

/** Whether a fault is a turn of its own: it needs no reply that it breaks. */
const isWhole = ({ error, fault }: PlannedFault): boolean =>
  error !== undefined || fault === 'hang';

/** The JSON of an input up to where the limit of tokens cuts it. */
function partOf(input: Fields, cut: number): string {
  const json = JSON.stringify(input);
  // Half of a surrogate pair is no text of a file.
  return json.slice(0, Math.floor(cut * json.length)).replace(/[\uD800-\uDBFF]$/, '');
}

class Writer {
  readonly steps: Step[] = [];
  readonly conduct: ToolConduct[] = [];
  readonly kinds: string[] = [];
  readonly #stream: boolean;
  #calls = 0;

  constructor(stream: boolean) {
    this.#stream = stream;
  }

  turn({ kind, before, after, message, cut = 1, calls: planned }: PlannedTurn): void {
    const calls = planned.flatMap((call) => this.#made(call));
    if (kind === 'calls' && calls.length === 0) return;
    this.kinds.push(`turn: ${kind}`, ...calls.map((call) => `input: ${call.kind}`));
    if (kind === 'calls') for (const call of calls) this.#conduct(call);
    const reply = replyOf([...before, ...calls.map(blockOf), ...after], message);
    const last = calls.at(-1);
    if (this.#stream && last && cut < 1) {
      this.kinds.push('input: cut');
      this.#step({ reply, fault: { input: partOf(last.input, cut) } });
    } else {
      // What is huge would come in thousands of pieces.
      this.#step({ reply }, kind !== 'empty' && calls.every((call) => call.kind !== 'huge'));
    }
  }

  /** Something in place of the last turn; where a stream breaks, the answer comes for those who try again. */
  breakdown(fault: PlannedFault): void {
    this.kinds.push(`fault: ${fault.kind}`);
    if (isWhole(fault)) {
      this.#step(faultOf(fault));
      // A client that gives up waiting tries again.
      if (fault.fault === 'hang') this.#step({ reply: 'Done.' });
    } else {
      this.#step({ reply: 'Half of it.', ...faultOf(fault) });
      this.#step({ reply: 'Done.' });
    }
  }

  mishap(mishap: Mishap): void {
    const { at, fault } = mishap;
    const step = this.steps[Math.min(at, this.steps.length - 1)]!;
    if (isError(mishap)) {
      if (step.errors.length === MOST_RETRIES) return;
      step.errors.push(faultOf(fault));
    } else {
      if (!this.#stream || !step.isPlain) return;
      step.turn = { ...step.turn, ...faultOf(fault) };
      step.isPlain = false;
    }
    this.kinds.push(`fault: ${fault.kind}`);
  }

  #step(turn: WrittenTurn, isPlain = false): void {
    this.steps.push({ errors: [], turn, isPlain });
  }

  #made(call: PlannedCall): WrittenCall[] {
    if (call.times > 1) this.kinds.push('call: repeated');
    return Array.from({ length: call.times }, () => ({ ...call, id: `toolu_${++this.#calls}` }));
  }

  #conduct(call: WrittenCall): void {
    const { id, name, conduct } = call;
    if (conduct === undefined || !isToRun(call)) return;
    this.kinds.push(`conduct: ${Object.keys(conduct)[0]}`);
    this.conduct.push({ call: id, tool: name, ...conduct });
  }
}

/** Turns and then the end, or what comes in its place; last of all what goes wrong on the way. */
export function writtenTurns({ turns, last, mishaps, breakdown, stream }: Plan): Written {
  const writer = new Writer(stream);
  for (const turn of turns) writer.turn(turn);
  if (breakdown && (stream || isWhole(breakdown))) writer.breakdown(breakdown);
  else writer.turn(last);
  for (const mishap of mishaps) writer.mishap(mishap);
  const { steps, conduct, kinds } = writer;
  return { turns: steps.flatMap(({ errors, turn }) => [...errors, turn]), conduct, kinds };
}
