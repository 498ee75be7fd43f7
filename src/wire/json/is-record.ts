/** Whether a value has fields by name: an object of JSON or a mapping of YAML, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
