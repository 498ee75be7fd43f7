/** What a server sends, so that another can send the same. */
import { once } from 'node:events';
import { connect } from 'node:net';

/** Headers without those that `node:http` adds by itself, and the body in the chunks it came in. */
export interface Captured {
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: readonly string[];
}

const OWN = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

function dechunked(body: string): string[] {
  const chunks: string[] = [];
  let at = 0;
  for (;;) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.slice(at, end), 16);
    if (size === 0) return chunks;
    chunks.push(body.slice(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

/** The answer to a request, which must be ASCII. */
export async function capture(port: number, request: string): Promise<Captured> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes: Buffer) => {
    answer += bytes.toString('latin1');
  });
  socket.write(request.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
  await once(socket, 'close');
  const [head, body] = [answer.slice(0, answer.indexOf('\r\n\r\n')), answer.split('\r\n\r\n', 1)];
  const text = answer.slice(body[0]!.length + 4);
  const lines = head.split('\r\n').slice(1);
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ]);
  const isChunked = headers.some(([name]) => name === 'transfer-encoding');
  return {
    headers: Object.fromEntries(headers.filter(([name]) => !OWN.includes(name))),
    chunks: isChunked ? dechunked(text) : [text],
  };
}
