/** The runs of a check, cut into parts that are played beside each other. */
import type { CheckSettings } from './settings.ts';

/** A part of the runs that are played one after another. */
export interface Lane {
  readonly first: number;
  readonly count: number;
}

/** So many equal parts of a range, the first of them one longer where it does not come out even. */
function split({ first, count }: Lane, parts: number): Lane[] {
  return Array.from({ length: parts }, (_, part) => {
    const begin = Math.floor((part * count) / parts);
    return { first: first + begin, count: Math.floor(((part + 1) * count) / parts) - begin };
  }).filter((lane) => lane.count > 0);
}

/** The runs of this shard. */
export function ownRuns({ runs, shard }: CheckSettings): Lane {
  const all = { first: 0, count: runs };
  return split(all, shard.count)[shard.index - 1] ?? { first: 0, count: 0 };
}

/** A path is followed in one lane. */
export function lanesOf(settings: CheckSettings): Lane[] {
  const { path, concurrency } = settings;
  return split(ownRuns(settings), path === undefined ? concurrency : 1);
}
