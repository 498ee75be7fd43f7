/** A `ReadableStream` as chunks, with a wait in front of each. */
import type { Wait } from '../../src/simulation/answer.ts';

/** What the stream gives out. Ending early cancels it. */
export function* chunksIn(stream: ReadableStream<Uint8Array>): Generator<Uint8Array | Wait, void> {
  const reader = stream.getReader();
  let chunk: Uint8Array | undefined;
  const read = async (): Promise<void> => {
    chunk = (await reader.read()).value;
  };
  try {
    for (;;) {
      yield { until: read };
      if (!chunk) return;
      yield chunk;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
