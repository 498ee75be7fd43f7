/** The text of a prompt: what of a request is read as words, pictures and sealed fields left out. */

/** Fields of blocks that are sealed or binary: their length says nothing about tokens. */
const SEALED: ReadonlySet<string> = new Set(['signature', 'encrypted_content', 'encrypted_index']);

function isBinary(value: Readonly<Record<string, unknown>>): boolean {
  return value['type'] === 'base64';
}

/** Thinking of earlier turns may be stripped by the server, so it is not counted for certain. */
function isStripped({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

/** All text in a JSON value, keys included, in no certain order. Not recursive: no depth can hurt. */
export function promptText(value: unknown): string {
  const parts: string[] = [];
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string') parts.push(next);
    else if (Array.isArray(next)) for (const item of next as unknown[]) rest.push(item);
    else if (typeof next === 'object' && next !== null) {
      const fields = next as Readonly<Record<string, unknown>>;
      if (isStripped(fields)) continue;
      for (const [key, field] of Object.entries(fields)) {
        if (SEALED.has(key) || (key === 'data' && isBinary(fields))) continue;
        parts.push(key);
        rest.push(field);
      }
    }
  }
  return parts.join('');
}
