/** Times work against its floor in short interleaved rounds: single rounds on a busy machine swing by half. */

/** What was measured in many rounds. */
export interface Figure {
  /** The median. */
  readonly value: number;
  /** What a quarter of the rounds is below, and what a quarter is above: how far the rounds agree. */
  readonly quartiles?: readonly [number, number];
}

export interface Comparison {
  /** How many times the floor the work costs. */
  readonly ratio: Figure;
  /** Microseconds that one piece of work costs on top of the floor. */
  readonly added: Figure;
  /** Microseconds of the processor's time for one piece of work. */
  readonly work: Figure;
  readonly floor: Figure;
}

/** One piece of work. */
export type Work = () => unknown;

export interface Effort {
  /** Default 51. */
  readonly rounds?: number;
  /** Milliseconds of a round of each. Default 50: the first pieces of each find the caches full of the other. */
  readonly roundMs?: number;
  /** Milliseconds of each before the first round: the engine takes its time, and so do schemas. Default 3000. */
  readonly warmUpMs?: number;
}

const ROUNDS = 51;

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)]!;
}

/** The median and the quartiles. */
export function figureOf(values: readonly number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    value: quantile(sorted, 0.5),
    quartiles: [quantile(sorted, 0.25), quantile(sorted, 0.75)],
  };
}

/** The same figure in another unit. */
export function mapFigure({ value, quartiles }: Figure, map: (value: number) => number): Figure {
  if (!quartiles) return { value: map(value) };
  const [a, b] = [map(quartiles[0]), map(quartiles[1])];
  return { value: map(value), quartiles: [Math.min(a, b), Math.max(a, b)] };
}

/** Microseconds of the processor's time since `start`, the collector's included: others may be at work on the machine too. */
export function spentUs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Microseconds of one piece of work, over `times` of them. */
async function timeRound(work: Work, times: number): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < times; i++) {
    const ended = work();
    if (ended instanceof Promise) await ended;
  }
  return spentUs(start) / times;
}

async function warmUp(work: Work, ms: number): Promise<void> {
  const start = process.cpuUsage();
  while (spentUs(start) < ms * 1000) await timeRound(work, 1);
}

/** How often the work fits into a round. */
async function timesFor(work: Work, roundMs: number): Promise<number> {
  const us = await timeRound(work, 1);
  const times = Math.max(1, Math.round((roundMs * 1000) / us));
  // One piece of quick work is too short to be timed by itself.
  return times < 10
    ? times
    : Math.max(1, Math.round((roundMs * 1000) / (await timeRound(work, 10))));
}

/** A round of the work and of its floor, in microseconds. */
export interface Round {
  readonly work: number;
  readonly floor: number;
}

/** What rounds come to. */
export function comparisonOf(rounds: readonly Round[]): Comparison {
  return {
    ratio: figureOf(rounds.map(({ work, floor }) => work / floor)),
    added: figureOf(rounds.map(({ work, floor }) => work - floor)),
    work: figureOf(rounds.map(({ work }) => work)),
    floor: figureOf(rounds.map(({ floor }) => floor)),
  };
}

/** The rounds of a measurement that takes its turns by itself. */
export async function inRounds<Result>(
  measure: () => Promise<Result>,
  rounds: number = ROUNDS,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let round = 0; round < rounds; round++) results.push(await measure());
  return results;
}

/** Compares `work` with `floor`, taking turns. */
export async function compare(work: Work, floor: Work, effort: Effort = {}): Promise<Comparison> {
  const { rounds = ROUNDS, roundMs = 50, warmUpMs = 3000 } = effort;
  await warmUp(floor, warmUpMs);
  await warmUp(work, warmUpMs);
  const [workTimes, floorTimes] = [await timesFor(work, roundMs), await timesFor(floor, roundMs)];
  return comparisonOf(
    await inRounds(async () => {
      const ofFloor = await timeRound(floor, floorTimes);
      return { floor: ofFloor, work: await timeRound(work, workTimes) };
    }, rounds),
  );
}
