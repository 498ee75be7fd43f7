/** When the events of a stream came, as the waits before the events of its replay. */
import type { WrittenEvent } from '../../src/script/written-events.ts';
import { eventIn } from './hear-stream.ts';
import type { HeardStream } from './heard.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What tells two events apart that stand in two cuts of one message; pings and empty fragments are in either. */
function signOf(written: WrittenEvent): string | undefined {
  const event = eventIn(written);
  if (!event) return JSON.stringify(written);
  if (event.type === 'ping') return undefined;
  if (event.type !== 'content_block_delta')
    return JSON.stringify([event.type, 'index' in event && event.index]);
  const { type, partial_json: json } = event.delta as { type: string; partial_json?: string };
  return json === '' ? undefined : JSON.stringify([type, event.index]);
}

/** The events of a stream that are in every cut of it. */
export function signsIn({ events }: HeardStream): string[] {
  return events.flatMap(({ written }) => signOf(written) ?? []);
}

/** The pace of `heard` for the events of `played`; undefined when nothing was waited for. */
export function paceOf(
  heard: HeardStream,
  waitedMs: number,
  played: HeardStream,
): Fields | undefined {
  const times = heard.events.flatMap(({ written, atMs }) => {
    const sign = signOf(written);
    return sign === undefined ? [] : [{ sign, atMs }];
  });
  let before = waitedMs;
  const delays = played.events.map(({ written }) => {
    const sign = signOf(written);
    if (sign === undefined || times[0]?.sign !== sign) return 0;
    const { atMs } = times.shift()!;
    const delay = Math.max(0, Math.round(atMs - before));
    before = atMs;
    return delay;
  });
  return delays.some((delay) => delay > 0) ? { delays_ms: delays } : undefined;
}
