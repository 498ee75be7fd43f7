/** The parts of what was heard that somebody said: what is redacted and renamed before anything is made of it. */
import type { WrittenEvent } from '../../src/script/written-events.ts';
import type { StreamEvent } from '../../src/wire/message.ts';
import type { Heard, HeardAnswer, HeardEvent } from './heard.ts';
import { eventIn } from './hear-stream.ts';

interface Parts {
  readonly body: unknown;
  /** What of the answer was said, under the names that it has there. */
  readonly said: Readonly<Record<string, unknown>>;
  readonly written: readonly WrittenEvent[];
}

const SAID: Readonly<Record<HeardAnswer['type'], readonly string[]>> = {
  message: ['message'],
  error: ['error'],
  stream: ['message', 'error', 'input'],
  raw: ['body'],
  broken: ['message'],
  silence: [],
  unknown: [],
};

function partsOf({ request, answer }: Heard): Parts {
  const fields = answer as unknown as Readonly<Record<string, unknown>>;
  return {
    body: request.body,
    said: Object.fromEntries(SAID[answer.type].map((name) => [name, fields[name]])),
    written: answer.type === 'stream' ? answer.events.map(({ written }) => written) : [],
  };
}

function withParts(heard: Heard, { body, said, written }: Parts): Heard {
  const answer = { ...heard.answer, ...said } as HeardAnswer;
  return {
    ...heard,
    request: { ...heard.request, body },
    answer:
      answer.type === 'stream'
        ? {
            ...answer,
            events: answer.events.map((event, index) => ({ ...event, written: written[index]! })),
          }
        : answer,
  };
}

/** The same, all that was said changed at once: whoever changes it sees everything. */
export function mapSaid(
  heard: readonly Heard[],
  change: <Value>(value: Value) => Value,
): readonly Heard[] {
  const parts = change(heard.map(partsOf));
  return heard.map((each, index) => withParts(each, parts[index]!));
}

type Delta = Extract<StreamEvent, { type: 'content_block_delta' }>;

const PAYLOADS = ['text', 'thinking', 'partial_json'] as const;

/** Two deltas of one block in a row as one, if they carry the same kind of payload. */
function joined(before: WrittenEvent, after: WrittenEvent): WrittenEvent | undefined {
  const [first, second] = [eventIn(before), eventIn(after)];
  if (first?.type !== 'content_block_delta' || second?.type !== 'content_block_delta') {
    return undefined;
  }
  const [one, other] = [first.delta, second.delta] as unknown as Record<string, unknown>[];
  const payload = PAYLOADS.find(
    (name) => typeof one?.[name] === 'string' && typeof other?.[name] === 'string',
  );
  if (payload === undefined || first.index !== second.index) return undefined;
  const delta = { ...one, [payload]: String(one![payload]) + String(other![payload]) };
  return { ...first, delta } as unknown as Delta;
}

/** The same events with what was cut into pieces whole, so that nothing hides in between. */
export function joinPieces(events: readonly HeardEvent[]): HeardEvent[] {
  const whole: HeardEvent[] = [];
  for (const event of events) {
    const last = whole.at(-1);
    const both = last && joined(last.written, event.written);
    if (both === undefined) whole.push(event);
    else whole[whole.length - 1] = { written: both, atMs: event.atMs };
  }
  return whole;
}
