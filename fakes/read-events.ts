/** The events of an answer as the SDK's stream gives them out. */
import { copyJson } from '../src/wire/json/copy-json.ts';
import type { Answer } from '../src/simulation/answer.ts';
import type { ErrorBody } from '../src/wire/errors.ts';
import { FrameReader, type Frame } from '../src/wire/stream/frame.ts';
import type { StreamEvent } from '../src/wire/message.ts';
import { FakeApiError } from './fake-api-error.ts';

type Received = Exclude<Answer, { type: 'broken' }>;

/** What comes over the wire, whether it is a stream or not. */
async function* framesOf(answer: Received, signal: AbortSignal): AsyncGenerator<Frame, void> {
  if (answer.type === 'stream') {
    for (const move of answer.play(signal)) {
      if ('until' in move) await move.until();
      else {
        for (const frame of move) {
          signal.throwIfAborted();
          yield frame;
        }
      }
    }
  } else if (answer.type === 'json') yield { text: JSON.stringify(answer.body) };
  else yield typeof answer.body === 'string' ? { text: answer.body } : { bytes: answer.body };
}

/** The body of an error event; one that is no JSON is kept as a text, as in the SDK. */
function errorIn(data: StreamEvent | string): ErrorBody | string {
  if (typeof data === 'object') return data as unknown as ErrorBody;
  try {
    return JSON.parse(data) as ErrorBody;
  } catch {
    return data;
  }
}

/** Copies of the events: no pings, nothing without a name or data; an error event is thrown, and so is what is no JSON. */
export async function* readEvents(
  answer: Received,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void> {
  const reader = new FrameReader();
  for await (const frame of framesOf(answer, signal)) {
    for (const { name, data } of reader.read(frame)) {
      if (name === undefined || name === 'ping') continue;
      if (name === 'error') throw new FakeApiError(undefined, errorIn(data), answer.headers);
      if (data === '') continue;
      yield typeof data === 'string' ? (JSON.parse(data) as StreamEvent) : copyJson(data);
    }
  }
}
