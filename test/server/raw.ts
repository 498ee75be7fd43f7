/** A client that writes bytes: what no well-behaved one does. */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { EnsaioServer } from '../../fakes/server.ts';

export interface RawClient {
  readonly socket: Socket;
  /** Everything received so far. */
  text(): string;
  /** Resolves when `pattern` was received; rejects when the connection closes first. */
  until(pattern: RegExp): Promise<string>;
  /** Everything received, once the server has closed the connection. */
  closed(): Promise<string>;
}

export async function rawClient({ port }: EnsaioServer): Promise<RawClient> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const received: Buffer[] = [];
  const text = (): string => Buffer.concat(received).toString('latin1');
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  // A reset is one way to close.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  return {
    socket,
    text,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (pattern.test(text())) resolve(text());
        };
        socket.on('data', look);
        socket.once('close', () => reject(new Error(`closed after: ${text()}`)));
        look();
      }),
    closed: () => closed.then(text),
  };
}

/** A request as bytes; `content-length` is that of the body unless it is given. */
export function rawRequest(
  path: string,
  body: string,
  headers: Readonly<Record<string, string | number>> = {},
): string {
  const all = {
    host: '127.0.0.1',
    'x-api-key': 'test',
    'anthropic-version': '2026-10-21',
    'content-type': 'application/json',
    ...('transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
