/** Whether two JSON values mean the same to the API. */

/** Deep equality; an absent, an undefined and a null field are the same. `ignored` names fields that do not count. */
export function sameJson(a: unknown, b: unknown, ignored: readonly string[] = []): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return a == null && b == null;
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const keys = Object.keys(left);
  let shared = 0;
  for (const key of keys) {
    const other = right[key];
    if (other !== undefined) shared += 1;
    if (!sameJson(left[key], other, ignored) && !ignored.includes(key)) return false;
  }
  const others = Object.keys(right);
  if (shared === others.length) return true;
  return others.every(
    (key) => right[key] == null || ignored.includes(key) || Object.hasOwn(left, key),
  );
}
