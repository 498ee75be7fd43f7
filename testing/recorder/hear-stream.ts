/** The bytes of a streamed answer, read as the message that they tell. */
import { FrameReader, type ReadFrame } from '../../src/wire/stream/frame.ts';
import type { StreamEvent } from '../../src/wire/message.ts';
import { messageOf } from '../../src/wire/stream/message-of.ts';
import type { PayloadKind } from '../../src/wire/stream/pieces.ts';
import { parseUnfinished } from '../../src/wire/json/unfinished-json.ts';
import type { WrittenEvent } from '../../src/script/written-events.ts';
import type { HeardEvent, HeardPieces, HeardStream } from './heard.ts';
import type { Chunk, Passage } from './listen.ts';
import { isRegular } from './regular-events.ts';
import { jsonIn } from './json-in.ts';

/** A frame as a scenario writes it; nothing for a comment. */
function toWritten({ name, data }: ReadFrame): WrittenEvent | undefined {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  if (name === undefined && text === '') return undefined;
  const value = jsonIn(text);
  if (name === undefined) return `data: ${text}\n\n`;
  if (value === undefined || value === null) return { event: name, data: text };
  const isOwn = typeof value === 'object' && 'type' in value && value.type === name;
  return isOwn ? (value as StreamEvent) : { event: name, data: value };
}

/** Every frame of the chunks, and what stands behind the last whole one. */
function readEvents(chunks: readonly Chunk[], startedAt: number): HeardEvent[] {
  const decoder = new TextDecoder();
  const reader = new FrameReader();
  const events = chunks.flatMap(({ bytes, at }) =>
    reader.read({ text: decoder.decode(bytes, { stream: true }) }).flatMap((frame) => {
      const written = toWritten(frame);
      return written === undefined ? [] : [{ written, atMs: at - startedAt }];
    }),
  );
  const rest = reader.rest + decoder.decode();
  const last = chunks.at(-1);
  return rest.trim() === '' || !last
    ? events
    : [...events, { written: rest, atMs: last.at - startedAt }];
}

/** The event in what is written, if it is one of the API's. */
export function eventIn(written: WrittenEvent): StreamEvent | undefined {
  return typeof written === 'object' && 'type' in written ? written : undefined;
}

const PAYLOADS: Readonly<Record<string, readonly [kind: PayloadKind, field: string]>> = {
  text_delta: ['text', 'text'],
  thinking_delta: ['thinking', 'thinking'],
  input_json_delta: ['json', 'partial_json'],
};

/** What a delta carries a piece of. */
function payloadIn(
  event: StreamEvent,
): { key: string; kind: PayloadKind; piece: string } | undefined {
  if (event.type !== 'content_block_delta') return undefined;
  const { index, delta } = event;
  const [kind, field] = PAYLOADS[delta?.type] ?? [];
  if (kind === undefined) return undefined;
  const piece = (delta as unknown as Record<string, unknown>)[field!];
  return { key: `${index} ${kind}`, kind, piece: String(piece) };
}

function piecesIn(events: readonly StreamEvent[]): HeardPieces[] {
  const found = new Map<string, { kind: PayloadKind; block: number; lengths: number[] }>();
  for (const event of events) {
    const payload = payloadIn(event);
    if (!payload || payload.piece === '') continue;
    const { key, kind, piece } = payload;
    const known = found.get(key) ?? { kind, block: Number.parseInt(key, 10), lengths: [] };
    known.lengths.push(piece.length);
    found.set(key, known);
  }
  return [...found.values()].sort((a, b) => a.block - b.block);
}

/** The JSON of the newest call, where it is not whole. */
function unfinishedInput(events: readonly StreamEvent[]): string | undefined {
  const inputs = new Map<string, string>();
  for (const event of events) {
    const payload = payloadIn(event);
    if (payload?.kind === 'json') {
      inputs.set(payload.key, (inputs.get(payload.key) ?? '') + payload.piece);
    }
  }
  const last = [...inputs.values()].at(-1);
  return last === undefined || last === '' || jsonIn(last) !== undefined ? undefined : last;
}

/** What of a call's input was said; nothing where it is no JSON. */
function orNothing(json: string): unknown {
  try {
    return parseUnfinished(json);
  } catch {
    return {};
  }
}

/** Blocks that were not closed have their input all the same. */
function closed(events: readonly StreamEvent[]): StreamEvent[] {
  const open = new Set<number>();
  for (const event of events) {
    if (event.type === 'content_block_start') open.add(event.index);
    if (event.type === 'content_block_stop') open.delete(event.index);
  }
  return [...events, ...[...open].map((index) => ({ type: 'content_block_stop' as const, index }))];
}

function messageToldBy(events: readonly StreamEvent[]): HeardStream['message'] {
  try {
    return messageOf(closed(events), orNothing);
  } catch {
    return undefined;
  }
}

function toldBy(events: readonly StreamEvent[]): HeardStream['told'] {
  const last = events.findLast(({ type }) => type !== 'ping')?.type;
  if (last === 'message_stop') return 'whole';
  if (last === 'error') return 'error';
  return events.some(({ type }) => type === 'message_delta') ? 'stopped' : 'cut';
}

/** Reads what a stream told, as far as it went. */
export function hearStream({ chunks, startedAt, end = 'left' }: Passage): HeardStream {
  const heard = readEvents(chunks, startedAt);
  const events = heard.flatMap(({ written }) => eventIn(written) ?? []);
  const error = events.findLast((event) => event.type === 'error')?.error;
  return {
    type: 'stream',
    message: messageToldBy(events),
    input: unfinishedInput(events),
    told: toldBy(events),
    error: error as HeardStream['error'],
    regular: events.length === heard.length && isRegular(events),
    events: heard,
    joined: false,
    pieces: piecesIn(events),
    ending: end,
  };
}
