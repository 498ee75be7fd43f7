/** What a streamed answer sends, frame by frame, and when and how it ends. */
import { applyFaults, withoutNames } from '../script/stream-faults.ts';
import type { StreamShape } from '../script/stream-shape.ts';
import { eventsIn, type Frame } from '../wire/frame.ts';
import type { StreamEnding } from '../wire/exchange.ts';
import type { StreamEvent } from '../wire/message.ts';
import type { TokenCounter } from '../wire/tokens.ts';
import { upToBytes, upToEvents } from './early-end.ts';
import { repeatedFrame } from './stall.ts';

/** A frame, and how many milliseconds the stream waits before it. */
interface Step {
  readonly frame: Frame;
  readonly waitMs: number;
}

/** What comes behind the last step: a clean end, a reset, silence, or a step again and again. */
type Ending = 'close' | 'reset' | 'silence' | Step;

export interface StreamPlan {
  readonly steps: readonly Step[];
  readonly ending: Ending;
  /** The step with the API's last word: that all was said, or that it failed. -1 when there is none. */
  readonly lastWord: number;
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

function toSteps(
  frames: readonly Frame[],
  { pace = {}, comment }: StreamShape,
  { tokens }: Planning,
): Step[] {
  const { ttftMs = 0, tokensPerSecond, delaysMs = [] } = pace;
  const steps = frames.map((frame, index) => {
    const spoken = tokensPerSecond ? (tokensIn(frame, tokens) / tokensPerSecond) * 1000 : 0;
    const delay = delaysMs[index] ?? delaysMs.at(-1) ?? 0;
    return { frame, waitMs: spoken + delay + (index === 0 ? ttftMs : 0) };
  });
  if (comment === undefined) return steps;
  const line: Frame = { text: `: ${comment}\n\n` };
  return steps.flatMap(({ frame, waitMs }) => [
    { frame: line, waitMs },
    { frame, waitMs: 0 },
  ]);
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
  const steps = upToBytes(toSteps(kept, shape, planning), shape);
  const told = eventsIn(steps.map(({ frame }) => frame));
  const lastWord = told.findLast(({ event }) => LAST_WORDS[event.type] !== undefined);
  return {
    steps,
    ending: endingOf(shape, kept),
    lastWord: lastWord?.at ?? -1,
    told: lastWord ? LAST_WORDS[lastWord.event.type]! : toldWithout(told),
  };
}
