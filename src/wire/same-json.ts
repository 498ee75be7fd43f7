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
  for (const key of Object.keys(left)) {
    if (!ignored.includes(key) && !sameJson(left[key], right[key], ignored)) return false;
  }
  for (const key of Object.keys(right)) {
    // What both have was compared already.
    if (Object.hasOwn(left, key) || ignored.includes(key)) continue;
    if (right[key] != null) return false;
  }
  return true;
}
