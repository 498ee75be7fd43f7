/** A request over HTTP, as the faces of the server see it. */
import type { IncomingMessage } from 'node:http';
import type { HeaderList } from '../../src/wire/headers.ts';

/** A request whose body is not read yet. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: HeaderList;
  /** The address of who sent it, as its socket has it. */
  readonly from: string | undefined;
  /** Aborted when who sent it leaves before the answer is out. */
  readonly signal: AbortSignal;
  /**
   * The bytes of the body, to be read once; undefined when there are more than `limit`, and then the rest is not kept.
   * None where the method has no body. Rejects with the reason of `signal` when who sends it leaves.
   */
  readBody(limit: number): Promise<Buffer<ArrayBuffer> | undefined>;
}

/** The headers of a request; the values of one that came more than once are joined. */
class RequestHeaders implements HeaderList {
  readonly #fields: IncomingMessage['headers'];

  constructor({ headers }: IncomingMessage) {
    this.#fields = headers;
  }

  get(name: string): string | null {
    const value = this.#fields[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  *[Symbol.iterator](): Generator<[string, string], void> {
    for (const name of Object.keys(this.#fields)) yield [name, this.get(name)!];
  }
}

function readBody(
  req: IncomingMessage,
  left: AbortController,
  limit: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(req.headers['content-length']) > limit) return resolve(undefined);
    const chunks: Buffer<ArrayBuffer>[] = [];
    let size = 0;
    const keep = (chunk: Buffer<ArrayBuffer>): void => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      chunks.length = 0;
      resolve(undefined);
    };
    req.on('data', keep);
    req.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    req.on('close', () => {
      if (req.readableEnded) return;
      left.abort();
      reject(left.signal.reason as Error);
    });
  });
}

const BODILESS_METHODS = ['GET', 'HEAD'];

/** The request that has come, or undefined for what no `fetch` can send: a Host that is none, a name in it, TRACE. */
export function toHttpRequest(
  req: IncomingMessage,
  left: AbortController,
): HttpRequest | undefined {
  const { method = 'GET', headers, socket } = req;
  const url = URL.parse(`http://${headers.host ?? 'localhost'}${req.url}`);
  if (!url || url.username !== '' || url.password !== '' || method === 'TRACE') return undefined;
  return {
    method,
    url,
    headers: new RequestHeaders(req),
    from: socket.remoteAddress,
    signal: left.signal,
    readBody: async (limit) =>
      BODILESS_METHODS.includes(method) ? Buffer.alloc(0) : readBody(req, left, limit),
  };
}
