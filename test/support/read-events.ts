/** Reads a stream with a parser that knows the standard of server-sent events and nothing of the API. */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { Simulation } from '../../src/simulation/simulation.ts';
import type { WireEvent } from './accumulate.ts';
import { HEADERS } from './send.ts';

/** One event: the name it came under, and its data as JSON. */
export interface NamedEvent {
  readonly name: string | undefined;
  readonly data: WireEvent;
}

/** Every event of the streamed answer to `body`. */
export async function readEvents(
  simulation: Simulation,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<NamedEvent[]> {
  const response = await simulation.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify({ ...body, stream: true }),
  });
  const parsed = response
    .body!.pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
    .pipeThrough(new EventSourceParserStream({ onError: 'terminate' }));
  const events: NamedEvent[] = [];
  for await (const { event, data } of parsed) {
    events.push({ name: event, data: JSON.parse(data) as WireEvent });
  }
  return events;
}
