// The command as a process that is told to stop in the middle of everything.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { body } from '../support/send.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { rawRequest } from './raw.ts';

// Every test starts a process that reads the source anew.
vi.setConfig({ testTimeout: 60_000 });

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
/** Node as it was before it ran TypeScript by itself needs to be told. */
const FLAGS = ['--experimental-strip-types', '--no-warnings'];

interface Running {
  readonly port: number;
  /** Sends a signal; how it ended, in how many milliseconds, and what it had to say. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number; stderr: string }>;
}

/** Starts the command; resolves when it has told where it is. */
async function running(argv: readonly string[], cwd: string): Promise<Running> {
  const args = [...FLAGS, MAIN, 'serve', '--port', '0', ...argv];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit') as Promise<[code: number | null]>;
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const [greeting] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return {
    port: Number(/:(\d+)$/m.exec(greeting)![1]),
    async end(signal) {
      const start = performance.now();
      child.kill(signal);
      const [code] = await exited;
      return { code, ms: performance.now() - start, stderr };
    },
  };
}

/** Resolves when the connection is closed, in whatever way. */
function closedOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.resume().once('close', () => resolve());
  });
}

/** Opens connections that each send `request`, and waits until each has got something. */
async function opened(port: number, request: string, count: number): Promise<Promise<void>[]> {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.write(request);
  }
  await Promise.all(sockets.map((socket) => once(socket, 'readable')));
  return sockets.map(closedOf);
}

/** Resolves when the port can be taken by someone else. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return true;
}

/** On a quiet machine it is half a second; what is under way would take hours. */
const SOON_MS = 20_000;

/** On the wire more than the system holds for a reader who does not read: such a stream stays open. */
const LONG = 'x'.repeat(1_000_000);

test('SIGTERM ends it soon, whatever is under way, and leaves nothing behind', async () => {
  const script = { name: 'long', input: '', turns: [{ reply: LONG }] };
  const cwd = await tempFolder({ 'long.yaml': JSON.stringify(script) });
  const { port, end } = await running(['long.yaml'], cwd);
  const connections = [
    await opened(port, rawRequest('/v1/messages', JSON.stringify(body({ stream: true }))), 1),
    await opened(port, 'GET /_ensaio/events HTTP/1.1\r\nhost: localhost\r\n\r\n', 3),
    await opened(port, 'GET /v1/models HTTP/1.1\r\nhost: localhost\r\n\r\n', 3),
  ];
  const { code, ms, stderr } = await end('SIGTERM');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(ms).toBeLessThan(SOON_MS);
  await Promise.all(connections.flat());
  expect(await isFree(port)).toBe(true);
});

test('SIGINT ends it soon in the middle of 200 turns that are still to come', async () => {
  const turns = Array.from({ length: 200 }, () => ({ reply: 'Hello.' }));
  const cwd = await tempFolder({ 'a.yaml': JSON.stringify({ name: 'a', input: '', turns }) });
  const { port, end } = await running(['a.yaml', '--latency', '1000000'], cwd);
  const request = rawRequest('/v1/messages', JSON.stringify(body({ stream: true })));
  const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
  const closed = sockets.map((socket) => {
    socket.on('error', () => undefined);
    socket.write(request);
    return closedOf(socket);
  });
  const open = async (): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}/_ensaio/runs/default`);
    return ((await answer.json()) as { open: number }).open;
  };
  await expect.poll(open).toBe(200);
  const { code, ms } = await end('SIGINT');
  expect(code).toBe(0);
  expect(ms).toBeLessThan(SOON_MS);
  await Promise.all(closed);
  expect(await isFree(port)).toBe(true);
});
