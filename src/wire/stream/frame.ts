/** Server-sent events as they stand on the wire: what lies between two empty lines. */
import { dataOf } from './event-data.ts';
import type { StreamEvent } from '../message.ts';

/** An event of the API; a text that is put on the wire as it is, LF as its line end; or the bytes of a frame cut short. */
export type Frame =
  { readonly event: StreamEvent } | { readonly text: string } | { readonly bytes: Uint8Array };

/** Ways to write the same event, all of them allowed by the HTML standard (9.2, server-sent events). */
export interface Framing {
  /** What ends a line. Default `lf`, as the API does it. */
  readonly lineEnd?: 'lf' | 'crlf' | 'cr';
  /** Spaces in front of the closing brace of each event's JSON. Default none. */
  readonly pad?: number;
  /** Leave out the space behind the colon, spread the data over two lines, add `id` and `retry`. Default false. */
  readonly loose?: boolean;
}

const LINE_ENDS = { lf: '\n', crlf: '\r\n', cr: '\r' } as const;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Two data lines instead of one, cut behind the first colon, where JSON may have a line end. */
function spread(data: string): string {
  const at = data.indexOf(':') + 1;
  return `data:${data.slice(0, at)}\ndata:${data.slice(at)}`;
}

function eventText(event: StreamEvent, { pad = 0, loose = false }: Framing): string {
  const data = dataOf(event);
  const padded = pad === 0 ? data : `${data.slice(0, -1)}${' '.repeat(pad)}}`;
  // One name line, one data line, an empty line; no `id:`, no `[DONE]`.
  return loose
    ? `event:${event.type}\nid: 1\nretry: 3000\n${spread(padded)}\n\n`
    : `event: ${event.type}\ndata: ${padded}\n\n`;
}

/** A frame as text. */
export function frameText(frame: Frame, framing: Framing = {}): string {
  if ('bytes' in frame) return decoder.decode(frame.bytes);
  const text = 'event' in frame ? eventText(frame.event, framing) : frame.text;
  const { lineEnd = 'lf' } = framing;
  return lineEnd === 'lf' ? text : text.replaceAll('\n', LINE_ENDS[lineEnd]);
}

/** A frame as the bytes that are sent. */
export function encodeFrame(frame: Frame, framing: Framing = {}): Uint8Array {
  return 'bytes' in frame ? frame.bytes : encoder.encode(frameText(frame, framing));
}

/** What a reader makes of a frame: the event, or the text of its data, which is empty where there is none. */
export interface ReadFrame {
  readonly name: string | undefined;
  readonly data: StreamEvent | string;
}

/** What stands between two empty lines, read as the standard says. */
function readBlock(block: string): ReadFrame {
  const fields = block.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^(event|data)(?:: ?(.*))?$/s.exec(line) ?? [];
    return name === undefined ? [] : [{ name, value }];
  });
  const valuesOf = (wanted: string): string[] =>
    fields.flatMap(({ name, value }) => (name === wanted ? [value] : []));
  return { name: valuesOf('event').at(-1), data: valuesOf('data').join('\n') };
}

/** Reads frames one by one, also where a text holds a part of one or several; an unfinished one at the end is dropped. */
export class FrameReader {
  #held = '';
  #before = '';

  /** What was read and is not whole yet, any line end as LF. */
  get rest(): string {
    return this.#held;
  }

  /** Whether a frame is an event that no part of another stands in front of; then it is read with this. */
  takes(frame: Frame): frame is Extract<Frame, { event: StreamEvent }> {
    if (this.#held !== '' || !('event' in frame)) return false;
    this.#before = '\n';
    return true;
  }

  /** What is whole with this frame. */
  read(frame: Frame): ReadFrame[] {
    if (this.takes(frame)) return [{ name: frame.event.type, data: frame.event }];
    const blocks = (this.#held + this.#linesOf(frameText(frame))).split('\n\n');
    this.#held = blocks.pop()!;
    return blocks.map(readBlock);
  }

  /** Any line end as LF, one that was cut in two included, and no byte order mark in front of the first line. */
  #linesOf(text: string): string {
    const before = this.#before;
    this.#before = text.at(-1) ?? before;
    const begun = before === '\r' ? text.replace(/^\n/, '') : text;
    return (before === '' ? begun.replace(/^\uFEFF/, '') : begun).replaceAll(/\r\n?/g, '\n');
  }
}

/** An event with the number of the frame that it is whole with. */
export interface PlacedEvent {
  readonly event: StreamEvent;
  readonly at: number;
}

function parsed(data: StreamEvent | string): StreamEvent | undefined {
  if (typeof data === 'object') return data;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? (value as StreamEvent) : undefined;
  } catch {
    return undefined;
  }
}

/** The events in frames, those that can be read. */
export function eventsIn(frames: readonly Frame[]): PlacedEvent[] {
  const reader = new FrameReader();
  const events: PlacedEvent[] = [];
  for (const [at, frame] of frames.entries()) {
    if (reader.takes(frame)) {
      events.push({ event: frame.event, at });
      continue;
    }
    for (const { data } of reader.read(frame)) {
      const event = parsed(data);
      if (event) events.push({ event, at });
    }
  }
  return events;
}
