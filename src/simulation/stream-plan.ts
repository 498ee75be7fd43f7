/** What a streamed answer sends, frame by frame, and when and how it ends. */
import { withoutNames } from '../script/frame-edits.ts';
import { applyFaults } from '../script/stream-faults.ts';
import type { StreamShape } from '../script/stream-shape.ts';
import { eventsIn, type Frame } from '../wire/stream/frame.ts';
import type { StreamEnding } from '../wire/exchange.ts';
import type { StreamEvent } from '../wire/message.ts';
import type { TokenCounter } from '../wire/tokens.ts';
import { upToBytes, upToEvents } from './early-end.ts';
import { repeatedFrame } from './stall.ts';

/** Frames that leave together, and how many milliseconds the stream waits before them. */
interface Burst {
  readonly frames: readonly Frame[];
  readonly waitMs: number;
  /** Whether it begins with the API's last word: that all was said, or that it failed. */
  readonly isLastWord: boolean;
}

/** A frame that comes again and again, after so many milliseconds. */
interface Repeated {
  readonly frame: Frame;
  readonly waitMs: number;
}

/** What comes behind the last frame: a clean end, a reset, silence, or a frame again and again. */
type Ending = 'close' | 'reset' | 'silence' | Repeated;

export interface StreamPlan {
  readonly bursts: readonly Burst[];
  readonly ending: Ending;
  /** How far a reader is told who reads all there is. */
  readonly told: StreamEnding;
}

/** What planning a stream needs to know besides its frames. */
export interface Planning {
  readonly tokens: TokenCounter;
  readonly requestId: string;
}

function withPings(frames: readonly Frame[], places: readonly number[] = []): readonly Frame[] {
  if (places.length === 0) return frames;
  const ping: Frame = { event: { type: 'ping' } };
  const pingsAt = (index: number): Frame[] =>
    places.filter((place) => place === index).map(() => ping);
  return [
    ...frames.flatMap((frame, index) => [...pingsAt(index), frame]),
    ...places.filter((place) => place >= frames.length).map(() => ping),
  ];
}

/** The tokens a frame carries, for the pace. */
function tokensIn(frame: Frame, tokens: TokenCounter): number {
  if (!('event' in frame) || frame.event.type !== 'content_block_delta') return 0;
  const { delta } = frame.event;
  switch (delta.type) {
    case 'text_delta':
      return tokens(delta.text);
    case 'thinking_delta':
      return tokens(delta.thinking);
    case 'input_json_delta':
      return tokens(delta.partial_json);
    default:
      return 0;
  }
}

/** How many milliseconds the stream waits before each frame; nothing where it waits for none. */
function waitsOf(
  frames: readonly Frame[],
  { pace }: StreamShape,
  { tokens }: Planning,
): readonly number[] {
  if (!pace) return [];
  const { ttftMs = 0, tokensPerSecond, delaysMs = [] } = pace;
  return frames.map((frame, index) => {
    const spoken = tokensPerSecond ? (tokensIn(frame, tokens) / tokensPerSecond) * 1000 : 0;
    const delay = delaysMs[index] ?? delaysMs.at(-1) ?? 0;
    return spoken + delay + (index === 0 ? ttftMs : 0);
  });
}

/** A comment line in front of every frame; a frame is waited for before its comment. */
function commented(
  frames: readonly Frame[],
  waits: readonly number[],
  { comment }: StreamShape,
): readonly [frames: readonly Frame[], waits: readonly number[]] {
  if (comment === undefined) return [frames, waits];
  const line: Frame = { text: `: ${comment}\n\n` };
  return [frames.flatMap((frame) => [line, frame]), waits.flatMap((ms) => [ms, 0])];
}

/** What is not waited for leaves with what comes before, but for the last word. */
function toBursts(frames: readonly Frame[], waits: readonly number[], lastWord: number): Burst[] {
  const waited = waits.flatMap((ms, at) => (ms > 0 ? [at] : []));
  const starts = [...new Set([0, lastWord, ...waited])]
    .filter((at) => at in frames)
    .toSorted((a, b) => a - b);
  return starts.map((at, i) => ({
    frames: frames.slice(at, starts[i + 1]),
    waitMs: waits[at] ?? 0,
    isLastWord: at === lastWord,
  }));
}

function endingOf({ resetAfter, stallAfter }: StreamShape, frames: readonly Frame[]): Ending {
  if (resetAfter) return 'reset';
  if (!stallAfter) return 'close';
  const frame = repeatedFrame(stallAfter, frames);
  return frame ? { frame, waitMs: stallAfter.everyMs ?? 1000 } : 'silence';
}

/** What the API's last word tells. */
const LAST_WORDS: Readonly<Partial<Record<StreamEvent['type'], StreamEnding>>> = {
  message_stop: 'whole',
  error: 'error',
};

/** How far events without a last word tell: whether the stop reason is among what they say. */
function toldWithout(told: readonly { readonly event: StreamEvent }[]): StreamEnding {
  return told.some(({ event }) => event.type === 'message_delta') ? 'stopped' : 'cut';
}

const asTheyAre = (frames: readonly Frame[]): readonly Frame[] => frames;

/** What a stream of these frames sends after its shape has had its way with them. */
export function planStream(
  frames: readonly Frame[],
  shape: StreamShape,
  planning: Planning,
): StreamPlan {
  const { faults = [], pings } = shape;
  const written = faults.includes('no-event-names') ? withoutNames : asTheyAre;
  const faulty = applyFaults(frames, faults);
  const kept = written(upToEvents(withPings(faulty, pings), shape, planning.requestId));
  const [spaced, waits] = commented(kept, waitsOf(kept, shape, planning), shape);
  const sent = upToBytes(spaced, shape);
  const told = eventsIn(sent);
  const lastWord = told.findLast(({ event }) => LAST_WORDS[event.type] !== undefined);
  return {
    bursts: toBursts(sent, waits, lastWord?.at ?? -1),
    ending: endingOf(shape, kept),
    told: lastWord ? LAST_WORDS[lastWord.event.type]! : toldWithout(told),
  };
}
