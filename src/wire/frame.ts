/** Server-sent events as they stand on the wire: what lies between two empty lines. */
import type { StreamEvent } from './message.ts';

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

/** The data line of an event. The API writes its ping with a space, all else without (captures of 2026-09). */
export function dataOf(event: StreamEvent): string {
  return event.type === 'ping' ? '{"type": "ping"}' : JSON.stringify(event);
}

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

/** What a reader makes of a frame; `data` is empty where there is none. */
export interface ReadFrame {
  readonly event: string | undefined;
  readonly data: string;
}

/** Reads frames written with LF, as the standard says: an unfinished one at the end is dropped. */
export function readFrames(text: string): ReadFrame[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((block) => {
      const fields = block.split('\n').flatMap((line) => {
        const [, name, value = ''] = /^(event|data)(?:: ?(.*))?$/s.exec(line) ?? [];
        return name === undefined ? [] : [{ name, value }];
      });
      const valuesOf = (wanted: string): string[] =>
        fields.flatMap(({ name, value }) => (name === wanted ? [value] : []));
      return { event: valuesOf('event').at(-1), data: valuesOf('data').join('\n') };
    });
}

/** The event in a frame, if there is one that can be read. */
export function eventIn(frame: Frame): StreamEvent | undefined {
  if ('event' in frame) return frame.event;
  if ('bytes' in frame) return undefined;
  const [{ data } = { data: '' }] = readFrames(frame.text);
  try {
    return JSON.parse(data) as StreamEvent;
  } catch {
    return undefined;
  }
}
