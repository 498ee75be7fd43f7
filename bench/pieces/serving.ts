/** What the server door answers in a second, beside another server. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { capture } from './capture.ts';
import { openLoad, type Load } from './load.ts';
import { figureOf, inRounds } from '../measure.ts';
import type { Row } from '../row.ts';
import { rawRequest } from './served-work.ts';

const FILE = fileURLToPath(new URL('server-process.ts', import.meta.url));
const CONNECTIONS = 32;
const WARM_UP_MS = 3000;
const ROUND_MS = 100;

interface Served {
  readonly child: ChildProcess;
  readonly port: number;
}

async function started(role: string, given: unknown = null): Promise<Served> {
  const child = fork(FILE, [role, JSON.stringify(given)]);
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}

interface Side extends Served {
  readonly load: Load;
}

async function openSide(served: Served, stream: boolean): Promise<Side> {
  const load = await openLoad(served.port, rawRequest(stream), CONNECTIONS);
  await load.run(WARM_UP_MS);
  return { ...served, load };
}

function end({ load, child }: Side): void {
  load.close();
  child.kill();
}

/** The servers that ours is held against. */
const FLOORS = {
  bare: 'a bare node:http server that sends the same bytes',
  aimock: '@copilotkit/aimock, the same script',
} as const;

/** Both are asked in turns, over connections that are kept busy. */
export function servingRow(
  floor: keyof typeof FLOORS,
  { stream, atLeast, limits }: { stream: boolean; atLeast: number; limits: string },
): Row<'ratio'> {
  return {
    work: `server door, ${CONNECTIONS} connections, ${stream ? 'stream' : 'create'}: requests a second`,
    floor: FLOORS[floor],
    goals: { ratio: { unit: '×', atLeast } },
    limits,
    async measure() {
      const served = await started('ensaio');
      const other = await started(floor, await capture(served.port, rawRequest(stream)));
      const own = await openSide(served, stream);
      const beside = await openSide(other, stream);
      const ratios = await inRounds(
        async () => (await own.load.run(ROUND_MS)) / (await beside.load.run(ROUND_MS)),
      );
      end(own);
      end(beside);
      return { ratio: figureOf(ratios) };
    },
  };
}
