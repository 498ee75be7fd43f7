/** The body of an answer that is written chunk by chunk: what leaves at once is one write. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Chunk } from '../../src/simulation/wire-form.ts';

/** Node writes three parts for each chunk. Here chunks are framed as HTTP/1.1 has them, and go out together. */
export class ChunkWriter {
  readonly #res: ServerResponse;
  /** Whether there are frames at all: not for HTTP/1.0, nor where a length was told. */
  readonly #isFramed: boolean;
  /** What is not written yet, texts joined. */
  #held: Chunk[] = [];
  #text = '';
  #length = 0;
  #isBegun = false;

  /** The head of the answer must be written, and nothing else. */
  constructor(res: ServerResponse) {
    this.#res = res;
    this.#isFramed = res.chunkedEncoding;
    res.chunkedEncoding = false;
  }

  /** Whether as much is held as should be written before more is asked for. */
  get isFull(): boolean {
    return this.#length >= this.#res.writableHighWaterMark;
  }

  add(chunk: Chunk): void {
    const length = Buffer.byteLength(chunk);
    // One of no length would be the end.
    if (length === 0) return;
    this.#length += length;
    if (this.#isFramed) this.#text += `${length.toString(16)}\r\n`;
    if (typeof chunk === 'string') this.#text += chunk;
    else {
      if (this.#text !== '') this.#held.push(this.#text);
      this.#held.push(chunk);
      this.#text = '';
    }
    if (this.#isFramed) this.#text += '\r\n';
  }

  /** Writes what is held, or at least the head of the answer; resolves when more may be written. */
  async write(signal: AbortSignal): Promise<void> {
    const parts = this.#take();
    // A stream has begun before its first event.
    if (parts.length === 0 && !this.#isBegun) this.#res.flushHeaders();
    this.#isBegun = true;
    let mayGoOn = true;
    for (const part of parts) mayGoOn = this.#res.write(part);
    if (!mayGoOn) await once(this.#res, 'drain', { signal });
  }

  /** Writes what is held, and the end. */
  end(): void {
    if (this.#isFramed) this.#text += '0\r\n\r\n';
    const parts = this.#take();
    for (const part of parts.slice(0, -1)) this.#res.write(part);
    this.#res.end(parts.at(-1));
  }

  #take(): Chunk[] {
    const parts = this.#text === '' ? this.#held : [...this.#held, this.#text];
    this.#held = [];
    this.#text = '';
    this.#length = 0;
    return parts;
  }
}
