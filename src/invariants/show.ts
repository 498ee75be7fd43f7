/** Values in the messages of findings: as JSON, on one line, and short. */

const WIDTH = 60;

/** A value as JSON, cut when it is long. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text;
}
