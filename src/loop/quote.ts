/** What the model wrote is quoted back to it, but never at a length that drowns the message. */

/** Writes a JSON value on one line, cut to `limit` characters, and says how much was cut. */
export function quote(value: unknown, limit = 100): string {
  const text = JSON.stringify(value) ?? 'nothing';
  if (text.length <= limit) return text;
  // A lone half of a surrogate pair would make the request invalid.
  const kept = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}… (${text.length - kept.length} more characters)`;
}
