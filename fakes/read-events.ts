/** The events of an answer as the SDK's stream gives them out. */
import type { Answer } from '../src/simulation/answer.ts';
import type { ErrorBody } from '../src/wire/errors.ts';
import { frameText, readFrames, type Frame } from '../src/wire/frame.ts';
import type { StreamEvent } from '../src/wire/message.ts';
import { FakeApiError } from './fake-api-error.ts';

type Received = Exclude<Answer, { type: 'broken' }>;

/** What comes over the wire, whether it is a stream or not. */
async function* framesOf(answer: Received, signal: AbortSignal): AsyncGenerator<Frame, void> {
  if (answer.type === 'stream') yield* answer.play(signal);
  else if (answer.type === 'json') yield { text: JSON.stringify(answer.body) };
  else yield typeof answer.body === 'string' ? { text: answer.body } : { bytes: answer.body };
}

const EMPTY = { name: undefined, data: '' };

interface Dispatched {
  readonly name: string | undefined;
  /** The event, or the text of its data. */
  readonly data: StreamEvent | string;
}

/** Whole frames, also when a text holds only a part of one. */
async function* dispatched(frames: AsyncIterable<Frame>): AsyncGenerator<Dispatched, void> {
  let held = '';
  for await (const frame of frames) {
    if (held === '' && 'event' in frame) {
      yield { name: frame.event.type, data: frame.event };
      continue;
    }
    held += frameText(frame);
    const end = held.lastIndexOf('\n\n');
    if (end === -1) continue;
    for (const { event, data } of readFrames(held)) yield { ...EMPTY, name: event, data };
    held = held.slice(end + 2);
  }
}

/** Copies of the events: no pings, nothing without a name or data; an error event is thrown, and so is what is no JSON. */
export async function* readEvents(
  answer: Received,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void> {
  for await (const { name, data } of dispatched(framesOf(answer, signal))) {
    if (name === undefined || name === 'ping' || data === '') continue;
    const event =
      typeof data === 'string' ? (JSON.parse(data) as StreamEvent) : structuredClone(data);
    if (name === 'error') throw new FakeApiError(undefined, event as ErrorBody, answer.headers);
    yield event;
  }
}
