/**
 * The API's words for a value of the wrong shape: pydantic's, with the API's own where they are known.
 *
 * S01 to S39, H, K, M, T and plain numbers such as 6.7 are rows of the collected facts. "Measured" with a day in
 * August or September 2026 means rows that another project sent to claude-sonnet-5 and compared with the live
 * answers: github.com/kangminlee-maker/local-OAuth-CLI-API-adapter, its conformance matrix, 5.5.7.
 */

/**
 * Which of pydantic's two sets of words is used for lists and dictionaries. `python` is what the collected rows
 * say (S09, S18); `json` is what was measured on 2026-08-31 and stands in many reports of 2026: "valid array",
 * "an object".
 */
export type Wording = 'python' | 'json';

/** The kinds of value the API asks for by name. */
export type Kind =
  'string' | 'number' | 'integer' | 'boolean' | 'list' | 'dictionary' | 'model' | 'union';

const WRONG_TYPE: Readonly<Record<Kind, string>> = {
  string: 'Input should be a valid string',
  number: 'Input should be a valid number',
  integer: 'Input should be a valid integer',
  boolean: 'Input should be a valid boolean',
  list: 'Input should be a valid list',
  dictionary: 'Input should be a valid dictionary',
  // `metadata`, `output_config`, `system.0`, `container.ContainerParams` (measured 2026-08-31).
  // That a body which is no object gets this text too, without a path, is our own guess.
  model: 'Input does not match the expected shape.',
  // S31, and `messages.0.content.0`, `tools.0`, `thinking`, `cache_control` (measured 2026-08-31).
  union: 'Input should be an object',
};

const JSON_WRONG_TYPE: Partial<Readonly<Record<Kind, string>>> = {
  list: 'Input should be a valid array',
  dictionary: 'Input should be an object',
};

/** A value of another type than `kind`. */
export function wrongType(kind: Kind, wording: Wording): string {
  return (wording === 'json' ? JSON_WRONG_TYPE[kind] : undefined) ?? WRONG_TYPE[kind];
}

/** Nothing where something must be; also for an absent tag (S37, measured 2026-08-31). */
export const FIELD_REQUIRED = 'Field required';

/** A key the object does not know. */
export const UNKNOWN_FIELD = 'Extra inputs are not permitted';

/** A value outside a closed list: `'a', 'b' or 'c'` (S23). */
export function notAmong(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  const last = quoted.pop() ?? '';
  return `Input should be ${quoted.length > 0 ? `${quoted.join(', ')} or ${last}` : last}`;
}

/** A value as Python prints it; what a tag that is not a string reads like is our guess. */
function printed(tag: unknown): string {
  if (typeof tag === 'string') return tag;
  if (tag === null) return 'None';
  if (typeof tag === 'boolean') return tag ? 'True' : 'False';
  if (typeof tag === 'number') return String(tag);
  return Array.isArray(tag) ? '[…]' : '{…}';
}

/** A tag no member of the union has (S10 to S12, S30). */
export function unknownTag(tag: unknown, discriminator: string, tags: readonly string[]): string {
  const expected = tags.map((each) => `'${each}'`).join(', ');
  return `Input tag '${printed(tag)}' found using '${discriminator}' does not match any of the expected tags: ${expected}`;
}

/** A role no message has, said of the whole list (measured 2026-08-31; S08 is an older text). */
export function unexpectedRole(role: unknown): string {
  return `Unexpected role "${printed(role)}". Allowed roles are "user" or "assistant"`;
}

/** A string that a pattern refuses; `pattern` without slashes. */
export function noMatch(pattern: string): string {
  return `String should match pattern '${pattern}'`;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

/** A string below or above a length. */
export function wrongLength(bound: 'least' | 'most', count: number): string {
  return `String should have at ${bound} ${characters(count)}`;
}

/** A number below or above a bound. */
export function outOfRange(bound: 'greater' | 'less', limit: number): string {
  return `Input should be ${bound} than or equal to ${limit}`;
}
