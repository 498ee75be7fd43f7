/** Finds a partner of its own for every item: trying them one after another would give one away that another needs. */

/** Whether each of `wanted` can have one of `given` that fits it, and no two the same one. */
export function assignAll<Wanted, Given>(
  wanted: readonly Wanted[],
  given: readonly Given[],
  fits: (wanted: Wanted, given: Given) => boolean,
): boolean {
  const takenBy = new Map<number, number>();
  const place = (index: number, tried: Set<number>): boolean =>
    given.some((candidate, at) => {
      if (tried.has(at) || !fits(wanted[index]!, candidate)) return false;
      tried.add(at);
      const holder = takenBy.get(at);
      // Whoever has it may be content with another one.
      if (holder !== undefined && !place(holder, tried)) return false;
      takenBy.set(at, index);
      return true;
    });
  return wanted.every((_item, index) => place(index, new Set()));
}
