/** One server in a process of its own: `ensaio`, `bare` or `aimock`. It tells its port. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { message } from '../../fakes/index.ts';
import { serve } from '../../fakes/server.ts';
import type { Captured } from './capture.ts';
import { PIECE, TEXT } from './served-work.ts';

/** More than are asked for. */
const TURNS = 200_000;

async function listening(answer: Captured): Promise<number> {
  const { headers, chunks } = answer;
  const server = createServer((req, res) => {
    req.resume().once('end', () => {
      res.writeHead(200, headers);
      for (const chunk of chunks.slice(0, -1)) res.write(chunk);
      res.end(chunks.at(-1));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** What is used of a package that is installed only to be measured. */
interface Aimock {
  readonly LLMock: new (options: object) => {
    readonly url: string;
    onMessage(pattern: RegExp, answer: { content: string }): void;
    start(): Promise<unknown>;
  };
}

const ROLES: Readonly<Record<string, (given: string) => Promise<number>>> = {
  async ensaio() {
    // One turn, so that there is no heap for the engine to walk.
    const turn = message(TEXT);
    const script = Array.from({ length: TURNS }, () => turn);
    return (await serve([{ name: 'bench', script }])).port;
  },
  bare: (given) => listening(JSON.parse(given) as Captured),
  async aimock() {
    const path = new URL(
      '../aimock/node_modules/@copilotkit/aimock/dist/index.js',
      import.meta.url,
    );
    const { LLMock } = (await import(path.href)) as Aimock;
    const mock = new LLMock({ port: 0, chunkSize: PIECE, logLevel: 'silent' });
    mock.onMessage(/./, { content: TEXT });
    await mock.start();
    return Number(new URL(mock.url).port);
  },
};

const [, , role = '', given = ''] = process.argv;
const port = await ROLES[role]!(given);
process.send!(port);
