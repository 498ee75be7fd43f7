/** Serves a function from Request to Response over HTTP: how long clients may take, and how it all ends. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nextTick } from 'node:process';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { EnsaioError } from '../../src/error.ts';
import { encoded } from '../content-encoding.ts';

/** What a request is answered with. */
export interface Sent {
  /** Undefined: the connection breaks without an answer. */
  readonly response: Response | undefined;
  /** Called when the answer is out, or its reader has left. */
  onEnd?(): void;
}

/** Answers a request; `from` is the address of who sent it, as its socket has it. */
export type Handler = (request: Request, from: string | undefined) => Promise<Sent>;

export interface Listening {
  readonly port: number;
  /** Stops listening, gives answers under way `graceMs` to end, and then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

export interface ListenOptions {
  readonly port: number;
  readonly hostname: string;
  /** Milliseconds that a client may take to send a request, and to take what was written to it. */
  readonly timeout: number;
}

/** Longer than clients keep a connection they do not use: who closes first must not be the server. */
const KEEP_ALIVE_MS = 75_000;

const HEARING_MS = 200;

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

async function send(res: ServerResponse, response: Response): Promise<void> {
  if (res.destroyed) return response.body?.cancel();
  const sending = sendResponse(res, encoded(response));
  // A stream has begun before its first event; what is there at once goes out together with the headers.
  if (isStream(response)) nextTick(() => res.writableEnded || res.flushHeaders());
  return sending;
}

/** Lets through what nobody reads of a body: the next request of the connection stands behind it. */
function discardRest(req: IncomingMessage): void {
  if (req.readableEnded || req.destroyed) return;
  req.removeAllListeners('data');
  req.resume();
}

async function answer(req: IncomingMessage, res: ServerResponse, handler: Handler): Promise<void> {
  let request: Request;
  try {
    request = createRequest(req, res);
  } catch {
    // A Host or a method that makes no request.
    res.writeHead(400, { connection: 'close' }).end();
    return;
  }
  const { response, onEnd } = await handler(request, req.socket.remoteAddress);
  try {
    if (response) await send(res, response);
    else res.destroy();
  } catch {
    // The stream broke, so does the connection.
    res.destroy();
  } finally {
    onEnd?.();
    discardRest(req);
  }
}

/** Resolves when the last byte is with the client's side, or never will be. */
function closedOf(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    res.once('close', resolve);
  });
}

/** Waits for something to end, but no longer than `ms`. */
async function atMost(ms: number, end: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([end, late]);
  clearTimeout(timer);
}

const OTHER_PORT = 'Use another port, or 0 for any that is free (`--port` of ensaio serve).';
const OTHER_HOST = 'Use 127.0.0.1, or an address of this machine (`--host` of ensaio serve).';

const REASONS: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EADDRINUSE: ['it is in use', OTHER_PORT],
  EACCES: ['it takes more rights', OTHER_PORT],
  EADDRNOTAVAIL: ['this machine has no such address', OTHER_HOST],
  ENOTFOUND: ['there is no such host', OTHER_HOST],
};

function notListening(
  error: NodeJS.ErrnoException,
  { hostname, port }: ListenOptions,
): EnsaioError {
  const [reason, hint] = REASONS[error.code ?? ''] ?? [error.message, OTHER_PORT];
  return new EnsaioError(
    'listen-failed',
    `The server cannot listen on port ${port} of ${hostname}: ${reason}.`,
    {
      hint,
      details: { code: error.code, port, hostname },
      cause: error,
    },
  );
}

function started(server: Server, options: ListenOptions): Promise<void> {
  const { port, hostname } = options;
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(notListening(error, options)));
    server.listen({ port, host: hostname }, resolve);
  });
}

/**
 * Starts to listen.
 * @throws EnsaioError `listen-failed`
 */
export async function listen(handler: Handler, options: ListenOptions): Promise<Listening> {
  const { timeout } = options;
  const underWay = new Set<Promise<unknown>>();
  const allEnded = (): Promise<unknown> => Promise.all(underWay);
  let isClosing = false;

  const server = createServer(
    {
      headersTimeout: timeout,
      requestTimeout: timeout,
      connectionsCheckingInterval: Math.min(Math.ceil(timeout / 2), 10_000),
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (req, res) => {
      // Silence is the client's fault only when it does not take what is there for it.
      res.on('timeout', () => {
        if (res.writableNeedDrain) res.destroy();
      });
      if (isClosing) res.setHeader('connection', 'close');
      const answering = Promise.all([answer(req, res, handler), closedOf(res)]);
      underWay.add(answering);
      void answering.then(() => underWay.delete(answering));
    },
  );
  server.timeout = timeout;
  await started(server, options);

  return {
    port: (server.address() as AddressInfo).port,
    async close(graceMs) {
      isClosing = true;
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      await atMost(graceMs, allEnded());
      server.closeAllConnections();
      await closed;
      // What was cut hears of it; whatever does not listen is not waited for.
      await atMost(HEARING_MS, allEnded());
    },
  };
}
