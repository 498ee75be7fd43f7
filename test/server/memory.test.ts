// A server that stays up: what it holds does not grow with what it has answered.
import { connect } from 'node:net';
import { once } from 'node:events';
import { memoryUsage } from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { collectGarbage } from '../support/collect-garbage.ts';
import { body } from '../support/send.ts';
import { rawRequest } from './raw.ts';
import { started } from './started.ts';

const EXCHANGES = 10_400;
const AT_ONCE = 80;

const LOOK_UP =
  'GET /v1/models/claude-opus-5 HTTP/1.1\r\nhost: a\r\nx-api-key: k\r\nanthropic-version: 2023-06-01\r\n\r\n';

/** Turns and, since they are the quickest, more of what needs none. */
const REQUESTS = [
  rawRequest('/v1/messages', JSON.stringify(body())),
  rawRequest('/v1/messages', JSON.stringify(body({ stream: true }))),
  ...Array.from({ length: 6 }, () => LOOK_UP),
];

/** Sends `count` requests of each kind in turn on one connection, and waits for the last answer. */
async function ask(socket: ReturnType<typeof connect>, count: number): Promise<void> {
  let answers = 0;
  let tail = '';
  const read = (chunk: Buffer): void => {
    const text = tail + chunk.toString('latin1');
    answers += text.split('HTTP/1.1 ').length - 1;
    tail = text.slice(-8);
    if (answers === count) socket.emit('answered');
  };
  socket.on('data', read);
  const answered = once(socket, 'answered');
  for (let i = 0; i < count; i++) socket.write(REQUESTS[i % REQUESTS.length]!);
  await answered;
  socket.off('data', read);
}

test('ten thousand kept-alive exchanges leave no more behind than a thousand', async () => {
  const script = Array.from({ length: EXCHANGES }, () => 'Hello.');
  const server = await started([{ name: 'hello', script }]);
  const socket = connect(server.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const heapAfter = async (count: number): Promise<number> => {
    for (let done = 0; done < count; done += AT_ONCE) await ask(socket, AT_ONCE);
    await collectGarbage();
    return memoryUsage().heapUsed;
  };
  const early = await heapAfter(2400);
  const late = await heapAfter(EXCHANGES - 2400);
  const { journal, dropped } = server.simulation();
  expect(journal.length + dropped.exchanges).toBe(EXCHANGES);
  expect(journal.length).toBe(1000);
  expect(journal.at(-1)!.index).toBe(EXCHANGES - 1);
  // The thousands that were dropped in between would be more.
  expect((late - early) / 2 ** 20).toBeLessThan(5);
}, 120_000);
