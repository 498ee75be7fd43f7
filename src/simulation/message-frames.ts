/** The frames that tell a message, its payloads cut as a test wants. */
import type { StreamShape } from '../script/stream-shape.ts';
import type { Frame } from '../wire/frame.ts';
import type { Message, StreamEvent } from '../wire/message.ts';
import { piecesOf, type CutPieces } from '../wire/pieces.ts';
import { eventsOf, type StreamOptions } from '../wire/stream-events.ts';
import { toCutter } from './cut-pieces.ts';

function isInputDelta(event: StreamEvent, index: number): boolean {
  return (
    event.type === 'content_block_delta' &&
    event.index === index &&
    event.delta.type === 'input_json_delta'
  );
}

/** The same events, with another text as the input of the last call. */
function withInput(
  events: readonly StreamEvent[],
  { content }: Message,
  input: string,
  cut: CutPieces,
): StreamEvent[] {
  const index = content.findLastIndex(({ type }) => type.endsWith('tool_use'));
  const first = events.findIndex((event) => isInputDelta(event, index));
  const deltas = ['', ...(cut(input, 'json') ?? piecesOf(input))].map(
    (partial_json): StreamEvent => ({
      type: 'content_block_delta',
      index,
      delta: { type: 'input_json_delta', partial_json },
    }),
  );
  return events.flatMap((event, at) => {
    if (at === first) return deltas;
    return isInputDelta(event, index) ? [] : [event];
  });
}

/** Throws `EnsaioError` (`turn-invalid`) when the given pieces do not make up the message. */
export function messageFrames(
  message: Message,
  { pieces, input }: StreamShape,
  options: StreamOptions,
): Frame[] {
  const { cut, finish } = toCutter(pieces);
  const isGiven = input !== undefined;
  const cutOthers: CutPieces = (payload, kind) => (kind === 'json' ? [] : cut(payload, kind));
  const told = eventsOf(message, { ...options, cut: isGiven ? cutOthers : cut });
  const events = isGiven ? withInput(told, message, input, cut) : told;
  finish();
  return events.map((event) => ({ event }));
}
