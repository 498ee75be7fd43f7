/** Which part of which file a path of a scenario leads to, also where the part was put together from several files. */
import type { Path } from './problem.ts';
import type { Location, Source } from './source.ts';

/** Whether the key of an entry or its value is meant. */
export type Part = 'key' | 'value';

/** From where to where in the text of a file. */
export type Span = readonly [start: number, end: number];

/** Where a value stands, and where everything in it does. */
export interface Spot {
  readonly source: Source;
  /** Of an entry of a mapping. */
  readonly key?: Span;
  /** Nothing when the value is not written out, as behind a bare `key:`. */
  readonly value?: Span;
  /** The parts of a mapping or a list, by key or index. */
  readonly parts: ReadonlyMap<string | number, Spot>;
}

/** A value together with where it stands. */
export interface Located<Value = unknown> {
  readonly value: Value;
  readonly spot: Spot;
}

export const NO_PARTS: Spot['parts'] = new Map();

function locate({ source, key, value }: Spot, part: Part): Location {
  const [start, end] = (part === 'value' ? value : key) ?? key ?? value ?? [0, 1];
  return source.at(start, end);
}

/** The place that `path` leads to; where the file goes less deep, the last place on the way. */
export function findPlace(root: Spot, path: Path, part: Part = 'value'): Location {
  let spot = root;
  for (const step of path) {
    const next = spot.parts.get(step);
    if (next === undefined) return locate(spot, 'value');
    spot = next;
  }
  return locate(spot, part);
}

/** The part of a value at `step`, with its place. */
export function partOf({ value, spot }: Located, step: string | number): Located {
  return { value: (value as Record<string | number, unknown>)[step], spot: spot.parts.get(step)! };
}
