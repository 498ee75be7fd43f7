/** A value as an error message quotes it: short, and never a throw. */

const LONGEST = 120;

/** What JSON has no word for, a number among it, is told as it is. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

export function show(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  const text = toText(value);
  if (text === undefined) return typeof value;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
