/** What the server costs: answers a second, beside a bare HTTP server that sends the same bytes. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '../fakes/server.ts';
import { answersASecond } from './load.ts';

/** Bytes to send, each piece by itself. */
interface Answer {
  readonly headers: Record<string, string>;
  readonly pieces: readonly string[];
}

const [, file, role, given = '{}'] = process.argv;
const TURN = 'Both places were looked at: nothing is on the left, and the parcel is on the right.';
const TURNS = 200_000;

/** A server in a process of its own, and its port. */
async function started(name: string, answer?: Answer): Promise<[ChildProcess, number]> {
  const child = fork(file!, [name, JSON.stringify(answer)]);
  const [port] = (await once(child, 'message')) as [number];
  return [child, port];
}

function requestOf(stream: boolean): { headers: Record<string, string>; body: string } {
  const messages = [{ role: 'user', content: 'Look at both places.' }];
  const body = JSON.stringify({ model: 'claude-opus-5', max_tokens: 64, stream, messages });
  return {
    headers: {
      'x-api-key': 'test',
      'anthropic-version': '2026-10-21',
      'content-type': 'application/json',
    },
    body,
  };
}

async function answerOf(port: number, stream: boolean): Promise<Answer> {
  const url = `http://127.0.0.1:${port}/v1/messages`;
  const response = await fetch(url, { method: 'POST', ...requestOf(stream) });
  const text = await response.text();
  const own = ['connection', 'date', 'keep-alive', 'transfer-encoding'];
  const headers = [...response.headers].filter(([name]) => !own.includes(name));
  const pieces = stream ? text.match(/[^]*?\n\n/g)! : [text];
  return { headers: Object.fromEntries(headers), pieces };
}

function rawRequest(stream: boolean): string {
  const { headers, body } = requestOf(stream);
  const all = { host: 'localhost', ...headers, 'content-length': body.length };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /v1/messages HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

const CONNECTIONS = 32;
const ROUNDS = 7;
const ROUND_MS = 1000;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

async function compare(stream: boolean): Promise<string> {
  const [child, port] = await started('ensaio');
  const [bare, barePort] = await started('bare', await answerOf(port, stream));
  const request = rawRequest(stream);
  const measure = (to: number): Promise<number> =>
    answersASecond(to, request, CONNECTIONS, ROUND_MS);
  await Promise.all([measure(port), measure(barePort)]);
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push([await measure(port), await measure(barePort)]);
  }
  child.kill();
  bare.kill();
  const [own, floor, ratio] = [
    median(rounds.map(([a]) => a)),
    median(rounds.map(([, b]) => b)),
    median(rounds.map(([a, b]) => a / b)),
  ];
  const row = [stream ? 'stream' : 'create', own.toFixed(0), floor.toFixed(0), ratio.toFixed(2)];
  return row.map((cell) => cell.padEnd(9)).join(' ');
}

if (role === 'ensaio') {
  const script = Array.from({ length: TURNS }, () => TURN);
  const { port } = await serve([{ name: 'bench', script }]);
  process.send!(port);
} else if (role === 'bare') {
  const { headers, pieces } = JSON.parse(given) as Answer;
  const server = createServer((req, res) => {
    req.resume().once('end', () => {
      res.writeHead(200, headers);
      for (const piece of pieces) res.write(piece);
      res.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.send!((server.address() as AddressInfo).port);
} else {
  console.log('          answers/s bare     ratio, 32 connections');
  console.log(await compare(false));
  console.log(await compare(true));
}
