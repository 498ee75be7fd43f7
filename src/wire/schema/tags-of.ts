/** The values of a field by which a union tells its members apart. */
import type { Schema } from './schema.ts';

/** Null and undefined are among them where the field may be null or left out. */
export function tagsOf(field: Schema | undefined): (string | null | undefined)[] {
  if (field?.kind !== 'choice') return [];
  const { values, nullable = false, optional = false } = field;
  return [...values, ...(nullable ? [null] : []), ...(optional ? [undefined] : [])];
}
