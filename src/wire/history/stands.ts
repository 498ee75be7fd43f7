/** Whether a text has a part at a place: compared as a whole, where `startsWith` goes from character to character. */
export function stands(part: string, text: string, from: number): boolean {
  return text.slice(from, from + part.length) === part;
}
