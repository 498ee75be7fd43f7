/** Values and long texts shown on one line. */

const LIMIT = 100;

function cutEnd(text: string): string {
  if (text.length <= LIMIT) return text;
  const kept = text.slice(0, LIMIT).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}… (${text.length - kept.length} more)`;
}

/** A JSON value on one line, cut where it gets long. */
export function quote(value: unknown): string {
  return cutEnd(JSON.stringify(value) ?? 'nothing');
}

/** Two texts on one line each; long ones are cut to where they first differ. */
export function quoteBoth(a: string, b: string): [string, string] {
  if (a.length <= LIMIT && b.length <= LIMIT) return [quote(a), quote(b)];
  let differs = 0;
  while (differs < a.length && a[differs] === b[differs]) differs += 1;
  const from = Math.max(0, differs - LIMIT / 2);
  const cut = (text: string): string => (from === 0 ? '' : '… ') + quote(text.slice(from));
  return [cut(a), cut(b)];
}
