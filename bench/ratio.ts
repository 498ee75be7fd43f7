/** Times two pieces of work in short interleaved rounds and gives the median ratio: single rounds are noisy. */

export interface Ratio {
  /** How many times the floor the work costs, as the median of all rounds. */
  readonly ratio: number;
  /** Microseconds of one piece of work, median. */
  readonly workUs: number;
  readonly floorUs: number;
}

/** How many rounds a measure has at least. */
export const ROUNDS = 51;
const ROUND_MS = 4;

/** The value that so great a part of all are below. */
function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]!;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Between these two is the middle half of all. */
export function quartiles(values: readonly number[]): readonly [low: number, high: number] {
  return [quantile(values, 0.25), quantile(values, 0.75)];
}

/** Microseconds of one `run`, over about one round. */
function timeRound(run: () => unknown, times: number): number {
  const start = performance.now();
  for (let i = 0; i < times; i++) run();
  return ((performance.now() - start) * 1000) / times;
}

const WARM_UP_MS = 1500;

/** Runs until the engine has had its time to optimize. */
function warmUp(run: () => unknown): void {
  const end = performance.now() + WARM_UP_MS;
  while (performance.now() < end) run();
}

/** How often `run` fits into a round. */
function timesFor(run: () => unknown): number {
  let times = 1;
  for (;;) {
    const us = timeRound(run, times) * times;
    if (us > ROUND_MS * 1000) return times;
    times *= 2;
  }
}

/** Compares `work` with `floor`, taking turns. */
export function compare(work: () => unknown, floor: () => unknown): Ratio {
  warmUp(floor);
  warmUp(work);
  const [workTimes, floorTimes] = [timesFor(work), timesFor(floor)];
  const rounds = Array.from({ length: ROUNDS }, () => {
    const floorUs = timeRound(floor, floorTimes);
    const workUs = timeRound(work, workTimes);
    return { workUs, floorUs, ratio: workUs / floorUs };
  });
  return {
    ratio: median(rounds.map(({ ratio }) => ratio)),
    workUs: median(rounds.map(({ workUs }) => workUs)),
    floorUs: median(rounds.map(({ floorUs }) => floorUs)),
  };
}
