/** The frames that tell a message, its payloads cut as a test wants. */
import type { StreamShape } from '../script/stream-shape.ts';
import type { Frame } from '../wire/stream/frame.ts';
import type { ContentBlock, Message } from '../wire/message.ts';
import { piecesOf, type CutPieces } from '../wire/stream/pieces.ts';
import { eventsOf } from '../wire/stream/stream-events.ts';
import type { StreamOptions } from '../wire/stream/streamed-block.ts';
import { toCutter } from './cut-pieces.ts';

/** Stands for an input that is given as text, and how it is written. */
const PLACEHOLDER = { 'given as text': true };
const WRITTEN = '{"given as text": true}';

/** The same message with the placeholder as the input of its last call. */
function withPlaceholder(message: Message): Message {
  const last = message.content.findLastIndex(({ type }) => type.endsWith('tool_use'));
  const content = message.content.map((block, index) =>
    index === last ? ({ ...block, input: PLACEHOLDER } as ContentBlock) : block,
  );
  return { ...message, content };
}

/** Throws `EnsaioError` (`turn-invalid`) when the given pieces do not make up the message. */
export function messageFrames(
  message: Message,
  { pieces, input }: StreamShape,
  options: StreamOptions,
): Frame[] {
  const { cut, finish } = toCutter(pieces);
  const cutGiven: CutPieces = (payload, kind) =>
    kind === 'json' && input !== undefined && payload === WRITTEN
      ? (cut(input, kind) ?? piecesOf(input))
      : cut(payload, kind);
  const told = input === undefined ? message : withPlaceholder(message);
  const events = eventsOf(told, { ...options, cut: cutGiven });
  finish();
  return events.map((event) => ({ event }));
}
