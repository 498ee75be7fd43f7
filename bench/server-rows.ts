/** What the server costs, as rows of the table of benchmarks. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Anthropic from '@anthropic-ai/sdk';
import { capture } from './capture.ts';
import { answersASecond, openLoad, type Load } from './load.ts';
import { median, quartiles, ROUNDS } from './ratio.ts';
import { BODY, rawRequest } from './served-work.ts';

const FILE = fileURLToPath(new URL('server-process.ts', import.meta.url));
const CONNECTIONS = 32;
const WARM_UP_MS = 3000;
const ROUND_MS = 100;

/** What was measured: how many answers a second there are of each side, and what they cost its process. */
export interface ServerMeasure {
  /** Answers a second beside the floor's, as the median of all rounds. */
  readonly ratio: number;
  /** Between these is the middle half of the rounds. */
  readonly quartiles: readonly [number, number];
  readonly perSecond: number;
  readonly floorPerSecond: number;
  /** Microseconds of CPU that an answer took in the server's process. */
  readonly cpuUs: number;
  readonly floorCpuUs: number;
}

export interface ServerRow {
  readonly work: string;
  readonly floor: string;
  /** The least that `ratio` is to be; absent where it is only told. */
  readonly goal?: number;
  measure(): Promise<ServerMeasure>;
}

interface Served {
  readonly child: ChildProcess;
  readonly port: number;
}

async function started(role: string, given: unknown = null): Promise<Served> {
  const child = fork(FILE, [role, JSON.stringify(given)]);
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}

/** Microseconds of CPU that a process has used so far. */
async function cpuOf({ child }: Served): Promise<number> {
  child.send('cpu');
  const [used] = (await once(child, 'message')) as [number];
  return used;
}

type Opener = (port: number, stream: boolean) => Promise<Load>;

const rawLoad: Opener = (port, stream) => openLoad(port, rawRequest(stream), CONNECTIONS);

/** The SDK's client, which costs more than any server: what is left of the difference for those who use it. */
const sdkLoad: Opener = async (port, stream) => {
  const client = new Anthropic({ baseURL: `http://127.0.0.1:${port}`, apiKey: 'test' });
  const ask = (): Promise<unknown> =>
    stream ? client.messages.stream(BODY).finalMessage() : client.messages.create(BODY);
  return {
    run: (ms) =>
      answersASecond(CONNECTIONS, ms, async (_index, isOver) => {
        let answers = 0;
        // One after another, so many times side by side.
        // oxlint-disable-next-line no-await-in-loop
        for (; !isOver(); answers++) await ask();
        return answers;
      }),
    close: () => undefined,
  };
};

/** One side of a comparison, while it is measured. */
class Side {
  readonly rates: number[] = [];
  readonly #served: Served;
  readonly #load: Load;
  #answers = 0;
  #cpu = 0;

  constructor(served: Served, load: Load) {
    this.#served = served;
    this.#load = load;
  }

  async warmUp(): Promise<void> {
    await this.#load.run(WARM_UP_MS);
    this.#cpu = await cpuOf(this.#served);
  }

  async round(): Promise<void> {
    const start = performance.now();
    const rate = await this.#load.run(ROUND_MS);
    this.rates.push(rate);
    this.#answers += (rate * (performance.now() - start)) / 1000;
  }

  async cpuUs(): Promise<number> {
    return ((await cpuOf(this.#served)) - this.#cpu) / this.#answers;
  }

  end(): void {
    this.#load.close();
    this.#served.child.kill();
  }
}

async function compare(floorRole: string, stream: boolean, open: Opener): Promise<ServerMeasure> {
  const own = await started('ensaio');
  const floor = await started(floorRole, await capture(own.port, rawRequest(stream)));
  const [work, beside] = [
    new Side(own, await open(own.port, stream)),
    new Side(floor, await open(floor.port, stream)),
  ];
  await work.warmUp();
  await beside.warmUp();
  for (let round = 0; round < ROUNDS; round++) {
    await work.round();
    await beside.round();
  }
  const ratios = work.rates.map((rate, round) => rate / beside.rates[round]!);
  const measure = {
    ratio: median(ratios),
    quartiles: quartiles(ratios),
    perSecond: median(work.rates),
    floorPerSecond: median(beside.rates),
    cpuUs: await work.cpuUs(),
    floorCpuUs: await beside.cpuUs(),
  };
  work.end();
  beside.end();
  return measure;
}

const BARE = 'a bare node:http server that sends the same bytes';

/** `create` and `stream` of one row. */
function bothWays(
  name: string,
  floor: { readonly role: string; readonly told: string; readonly goal?: number },
  open: Opener,
): ServerRow[] {
  return [false, true].map((stream) => ({
    work: `${name}, ${stream ? 'stream' : 'create'}`,
    floor: floor.told,
    ...(floor.goal !== undefined && { goal: floor.goal }),
    measure: () => compare(floor.role, stream, open),
  }));
}

export const serverRows: readonly ServerRow[] = [
  ...bothWays(
    `server door, ${CONNECTIONS} connections`,
    { role: 'bare', told: BARE, goal: 0.8 },
    rawLoad,
  ),
  ...bothWays(
    `server door, ${CONNECTIONS} connections`,
    { role: 'aimock', told: '@copilotkit/aimock, same script', goal: 2 },
    rawLoad,
  ),
  ...bothWays(
    `server door, ${CONNECTIONS} calls of one SDK client`,
    { role: 'bare', told: BARE },
    sdkLoad,
  ),
];
