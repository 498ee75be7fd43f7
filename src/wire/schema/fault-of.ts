/** Which condition a plain value fails first; the acceptor and whoever words a fault ask the same. */
import type { NumberSchema, StringSchema } from './schema.ts';

/** The condition that failed: the type itself, or a bound. */
export type PlainFault = 'type' | 'least' | 'most' | 'pattern';

/** JavaScript counts UTF-16 units: only the longer ones need counting. */
function isLonger(value: string, most: number): boolean {
  return value.length > most && [...value].length > most;
}

export function stringFault(schema: StringSchema, value: unknown): PlainFault | undefined {
  if (typeof value !== 'string') return 'type';
  const { least, most, pattern } = schema;
  if (least !== undefined && value.length < least) return 'least';
  if (most !== undefined && isLonger(value, most)) return 'most';
  return pattern === undefined || pattern.test(value) ? undefined : 'pattern';
}

export function numberFault(
  schema: NumberSchema,
  value: unknown,
): Exclude<PlainFault, 'pattern'> | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'type';
  const { whole, least = -Infinity, most = Infinity, above = -Infinity, below = Infinity } = schema;
  if (whole === true && !Number.isInteger(value)) return 'type';
  if (value < least || value <= above) return 'least';
  return value > most || value >= below ? 'most' : undefined;
}
