/** A value as an error message quotes it: short, and never a throw. */

const LONGEST = 120;

export function show(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  // A number that JSON has no word for is told as it is.
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  if (text === undefined) return typeof value;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
