/** Serves a function from request to answer over HTTP: how long clients may take, and how it all ends. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EnsaioError } from '../../src/error.ts';
import { nextTurn } from '../../src/simulation/clock.ts';
import { sendAnswer, type HttpAnswer } from './http-answer.ts';
import { toHttpRequest, type HttpRequest } from './http-request.ts';
import { UnderWay } from './under-way.ts';

/** What a request is answered with. */
export interface Sent {
  /** Undefined: the connection breaks without an answer. */
  readonly answer: HttpAnswer | undefined;
  /** Called when the answer is out, or its reader has left. */
  onEnd?(): void;
}

export type Handler = (request: HttpRequest) => Promise<Sent>;

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

/** Lets through what nobody reads of a body: the next request of the connection stands behind it. */
function discardRest(req: IncomingMessage): void {
  if (req.readableEnded || req.destroyed) return;
  req.removeAllListeners('data');
  req.resume();
}

async function respond(
  req: IncomingMessage,
  res: ServerResponse,
  left: AbortController,
  handler: Handler,
): Promise<void> {
  const request = toHttpRequest(req, left);
  if (!request) {
    res.writeHead(400, { connection: 'close' }).end();
    return;
  }
  const { answer, onEnd } = await handler(request);
  // What is answered in one turn of the event loop is written together: each write by itself would wake a client.
  await nextTurn();
  try {
    if (answer) await sendAnswer(res, answer, left.signal);
    else res.destroy();
  } finally {
    onEnd?.();
    discardRest(req);
  }
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
  const underWay = new UnderWay();
  let isClosing = false;

  const server = createServer(
    {
      headersTimeout: timeout,
      requestTimeout: timeout,
      connectionsCheckingInterval: Math.min(Math.ceil(timeout / 2), 10_000),
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (req, res) => {
      const left = new AbortController();
      // Silence is the client's fault only when it does not take what is there for it.
      res.on('timeout', () => {
        if (!res.writableNeedDrain) return;
        left.abort();
        res.destroy();
      });
      // The last byte is with the client's side, or never will be.
      res.on('close', () => {
        if (!res.writableFinished) left.abort();
        underWay.end();
      });
      if (isClosing) res.setHeader('connection', 'close');
      underWay.begin(2);
      void respond(req, res, left, handler).finally(() => underWay.end());
    },
  );
  // A client that waits for an answer holds its process itself; one in this process that waits for none holds nothing.
  server.on('connection', (socket) => socket.unref());
  server.timeout = timeout;
  await started(server, options);

  return {
    port: (server.address() as AddressInfo).port,
    async close(graceMs) {
      isClosing = true;
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      await atMost(graceMs, underWay.allEnded());
      server.closeAllConnections();
      await closed;
      // What was cut hears of it; whatever does not listen is not waited for.
      await atMost(HEARING_MS, underWay.allEnded());
    },
  };
}
