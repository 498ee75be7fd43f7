/** Headers as scripts give them. */

/** Whether HTTP can carry them: no line ends, no names with spaces. */
export function areHeaders(headers: Readonly<Record<string, string>>): boolean {
  try {
    void new Headers(headers);
    return true;
  } catch {
    return false;
  }
}

/** The same headers, their names in lower case, so that they take the place of others. */
export function toHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
