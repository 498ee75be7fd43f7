/** What is to be taken out, as the user names it. */
import { EnsaioError } from '../../src/error.ts';
import { show } from '../../src/show.ts';

/** What is taken out of everything that is written; each secret becomes `redacted-1`, `redacted-2` … wherever it stands. */
export interface Redaction {
  /**
   * Names of keys whose values are secret: in the inputs of calls, and in JSON that stands in a text, such as the result
   * of a tool or the text of a user. The whole name counts, in any case, at any depth. The value is taken out whole,
   * whatever it is, and wherever else it stands as a word of four characters or more.
   */
  readonly fields?: readonly string[];
  /** Whatever of a text these find, also inside words. A text is a regular expression with the flag `u`. */
  readonly patterns?: readonly (string | RegExp)[];
  /**
   * Also what looks like a secret, such as a key of a well-known form, and the keys that requests carried, wherever they
   * stand. Default false: then nothing is written with one.
   */
  readonly secrets?: boolean | undefined;
}

/** A text as a regular expression that finds just this. */
export const escaped = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

function wrong(what: string, received: unknown): EnsaioError {
  return new EnsaioError('option-invalid', `redact: ${what}, received ${show(received)}.`, {
    details: { option: 'redact', received },
  });
}

/** @throws EnsaioError `option-invalid` */
export function toPattern(pattern: unknown): RegExp {
  if (pattern instanceof RegExp) {
    return new RegExp(pattern.source, [...new Set(`${pattern.flags}g`)].join('').replace('y', ''));
  }
  if (typeof pattern !== 'string' || pattern === '') {
    throw wrong('a pattern is a regular expression', pattern);
  }
  try {
    return new RegExp(pattern, 'gu');
  } catch {
    throw wrong('a pattern is a regular expression with the flag u', pattern);
  }
}

/**
 * Names in lower case.
 * @throws EnsaioError `option-invalid`
 */
export function toFields(fields: readonly unknown[]): Set<string> {
  const other = fields.find((field) => typeof field !== 'string' || field === '');
  if (other !== undefined) throw wrong('a field is the name of a key', other);
  return new Set(fields.map((field) => String(field).toLowerCase()));
}

/** Values under a secret key in a text of JSON that is not whole, or stands in other text. */
export function looseFields(fields: ReadonlySet<string>): RegExp | undefined {
  if (fields.size === 0) return undefined;
  const names = [...fields].map(escaped).join('|');
  return new RegExp(
    String.raw`("(?:${names})"\s*:\s*)("(?:[^"\\]|\\.)*"?|\{[^}]*\}?|\[[^\]]*\]?|[^\s,}\]]+)`,
    'giu',
  );
}
