/** Names in code are written one way, names in YAML another. */

const toCamel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

export const toSnake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name as a code is written, as its function is called, and with dashes: `not_found`, `notFound`, `not-found`. */
export function spelled<Value>(
  name: string,
  value: Value,
): readonly (readonly [spelling: string, value: Value])[] {
  const snake = toSnake(name).replaceAll('-', '_');
  const spellings = new Set([snake, toCamel(snake), snake.replaceAll('_', '-')]);
  return [...spellings].map((spelling) => [spelling, value]);
}

/** The same mapping with its keys as code has them. */
export function camelKeys(written: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [toCamel(key), value]));
}
