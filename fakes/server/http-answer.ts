/** An answer over HTTP, and how it is sent: no faster than it is taken. */
import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { nextTurn } from '../../src/simulation/clock.ts';
import { untilAborted } from '../../src/simulation/until-aborted.ts';
import type { Chunks } from '../../src/simulation/wire-form.ts';
import { ChunkWriter } from './chunk-writer.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  /** A text, bytes, or chunks that are sent one by one; null where there is none. */
  readonly body: string | Uint8Array<ArrayBuffer> | Chunks | null;
}

/** The headers with the length of the body. 0 is left out: the SDK takes it as an answer without content. */
function withLength(headers: OutgoingHttpHeaders, length: number): OutgoingHttpHeaders {
  const isKnown = length === 0 || 'content-length' in headers || 'transfer-encoding' in headers;
  return isKnown ? headers : { ...headers, 'content-length': length };
}

async function sendWhole(
  res: ServerResponse,
  { status, headers }: HttpAnswer,
  body: string | Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const length = Buffer.byteLength(body);
  res.writeHead(status, withLength(headers, length));
  // To a server that closes, an answer that was ended is one that is out, whether its bytes are or not.
  if (length < res.writableHighWaterMark) return void res.end(body);
  if (!res.write(body)) await once(res, 'drain', { signal });
  res.end();
}

async function sendChunks(res: ServerResponse, chunks: Chunks, signal: AbortSignal): Promise<void> {
  const writer = new ChunkWriter(res);
  for (const move of chunks) {
    if (typeof move === 'object' && 'until' in move) {
      await writer.write(signal);
      await untilAborted(move.until(), signal);
    } else {
      signal.throwIfAborted();
      writer.add(move);
      if (writer.isFull) await writer.write(signal);
    }
  }
  writer.end();
}

/** Sends an answer; where its chunks break off, so does the connection. */
export async function sendAnswer(
  res: ServerResponse,
  answer: HttpAnswer,
  signal: AbortSignal,
): Promise<void> {
  const { status, headers, body } = answer;
  try {
    if (typeof body === 'string' || body instanceof Uint8Array) {
      signal.throwIfAborted();
      return await sendWhole(res, answer, body, signal);
    }
    if (!signal.aborted) res.writeHead(status, headers);
    if (body === null || res.req.method === 'HEAD') res.end();
    else await sendChunks(res, body, signal);
  } catch {
    // What is written in one turn of the event loop leaves at its end.
    await nextTurn();
    res.destroy();
  }
}
