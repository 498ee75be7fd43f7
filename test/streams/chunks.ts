/** Reads an answer chunk by chunk. */
import type { Simulation } from '../../fakes/index.ts';
import { HEADERS } from '../support/send.ts';

/** Opens an answer and gives out its body's reader. */
export async function open(
  simulation: Simulation,
  content: unknown,
  signal?: AbortSignal,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const response = await simulation.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(content),
    ...(signal && { signal }),
  });
  return response.body!.getReader();
}

/** All chunks of an answer as they came; rejects when the connection breaks. */
export async function chunksOf(simulation: Simulation, content: unknown): Promise<Uint8Array[]> {
  const reader = await open(simulation, content);
  const chunks: Uint8Array[] = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return chunks;
    chunks.push(value);
  }
}
