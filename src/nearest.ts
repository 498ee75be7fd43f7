/** Finds the word that was probably meant. */

/** How many letters must be changed, added, left out or swapped with their neighbour to get from `a` to `b`. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, beforeLast[j - 2]! + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

const plain = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The candidate closest to `word`, unless all of them are too far off to be meant. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > 64) return undefined;
  const ranked = candidates
    .map((candidate) => ({ candidate, off: distance(plain(word), plain(candidate)) }))
    .filter(({ candidate, off }) => off <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.off - b.off);
  return ranked[0]?.candidate;
}
