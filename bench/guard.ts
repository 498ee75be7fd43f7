/** `npm run check:cost`: fails when something costs more than it may, in figures that no busy machine changes. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Cost } from './guards/count.ts';
import { ENTRY_LIMITS, entrySizes } from './guards/entry-sizes.ts';
import { growth } from './guards/growth.ts';
import type { Guard } from './guards/guard.ts';
import { hotPaths } from './guards/hot-paths.ts';
import { told } from './pieces/child.ts';
import { packageSize } from './pieces/package-size.ts';

/** One figure and the most it may be. */
interface Checked {
  readonly what: string;
  readonly figure: number;
  readonly limit: number;
  readonly unit: string;
}

/** Code that is optimized is not counted in full, and nothing may be collected while bytes are. */
const FLAGS = [
  '--expose-gc',
  '--no-opt',
  '--no-maglev',
  '--min-semi-space-size=256',
  '--max-semi-space-size=256',
];

async function counted([name, guard]: readonly [string, Guard]): Promise<Checked[]> {
  const child = fork(join(import.meta.dirname, 'guards/guard-process.ts'), [name], {
    execArgv: FLAGS,
  });
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The guard "${name}" ended with ${code}.`);
    }),
  ])) as [{ work: Cost; floor: Cost }];
  const { work, floor } = message;
  return (['steps', 'bytes'] as const).map((unit) => ({
    what: `${guard.work} / ${guard.floor}`,
    figure: work[unit] / floor[unit],
    limit: guard.limits[unit],
    unit: `× the ${unit}`,
  }));
}

function sizes(): Checked[] {
  return [...entrySizes()].flatMap(([what, size]) => {
    const limit = ENTRY_LIMITS[what];
    if (!limit) throw new Error(`${what} has no limit in bench/guards/entry-sizes.ts.`);
    return (['bytes', 'modules', 'packages'] as const).map((unit) => ({
      what,
      figure: size[unit],
      limit: limit[unit],
      unit,
    }));
  });
}

/** What Node has is loaded when it is first used: one `new Headers` on import is 25 ms of undici, one `toLocaleString` 20 of ICU. */
async function ofNode(): Promise<Checked> {
  const code = `await import('@anthropic-ai/sdk');
    const before = process.moduleLoadList.length;
    await import('ensaio');
    process.send(process.moduleLoadList.length - before);`;
  const figure = (await told('--input-type=module', '--eval', code)) as number;
  return { what: 'ensaio, on top of the SDK', figure, limit: 4, unit: 'modules of Node' };
}

function ofPackage(): Checked[] {
  const { bytes, dependencies } = packageSize();
  return [
    { what: 'the package, unpacked', figure: bytes, limit: 1_500_000, unit: 'bytes' },
    { what: 'the package', figure: dependencies, limit: 5, unit: 'direct dependencies' },
  ];
}

function line({ what, figure, limit, unit }: Checked): string {
  const [is, most] = [figure, limit].map((each) =>
    each.toLocaleString('en', { maximumFractionDigits: 3 }),
  );
  const mark = figure > limit ? 'TOO MUCH' : 'ok';
  return `${mark.padEnd(8)}  ${is!.padStart(9)} of ${most!.padStart(9)} ${unit.padEnd(19)}  ${what}`;
}

const all: Checked[] = [];
for (const guard of Object.entries({ ...hotPaths, ...growth })) all.push(...(await counted(guard)));
all.push(...sizes(), await ofNode(), ...ofPackage());
console.log(all.map(line).join('\n'));
if (all.some(({ figure, limit }) => figure > limit)) {
  console.log(
    '\nWhat is too much either costs less again, or its limit in bench/guards is raised.',
  );
  process.exitCode = 1;
}
