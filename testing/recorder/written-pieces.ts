/** The deltas of a stream as the shape that cuts a message into them again. */
import type { Message } from '../../src/wire/message.ts';
import { inputText } from '../../src/wire/stream/tool-input.ts';
import type { HeardPieces, HeardStream } from './heard.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the deltas of a block carry. */
function payloadOf({ kind, block }: HeardPieces, { content }: Message): string {
  const fields = content[block] as unknown as Fields | undefined;
  if (kind === 'json') return inputText(Object(fields?.['input']) as object);
  const payload = fields?.[kind];
  return typeof payload === 'string' ? payload : '';
}

/** A payload cut as another was; what is left over is the last piece. */
function cut(payload: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const [index, length] of lengths.entries()) {
    const to = index === lengths.length - 1 ? payload.length : from + length;
    pieces.push(payload.slice(from, to));
    from = to;
  }
  return pieces.filter((piece) => piece !== '');
}

/** Pieces by the kind of payload, in the order of the blocks; nothing where there is no payload. */
export function writtenPieces({ pieces, input }: HeardStream, message: Message): Fields {
  // A call that is not whole carries another text than its input.
  const cutPieces = pieces.filter(({ kind }) => kind !== 'json' || input === undefined);
  const byKind = Map.groupBy(cutPieces, ({ kind }) => kind);
  const written = [...byKind].map(([kind, all]) => [
    kind,
    all.flatMap((one) => cut(payloadOf(one, message), one.lengths)),
  ]);
  return written.length === 0 ? {} : { pieces: Object.fromEntries(written) };
}
