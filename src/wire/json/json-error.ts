/**
 * Where and why a text is no JSON, in the words of orjson, the parser behind the API.
 *
 * Captured answers of 2025 and 2026 (H08, H09, `unexpected character`, the three of surrogates, `str is not valid
 * UTF-8`) all fit its releases 3.9.15 to 3.11; the other reasons and every position are what 3.11.4 says. Since 3.12
 * it says some of them otherwise.
 */
import { JsonReader, type JsonMistake } from './json-reader.ts';

/** How deep arrays and objects may be nested. */
export const DEEPEST_JSON = 1024;

/** What may come next. An item is a value of a list that is not its first one. */
type Next = 'value' | 'first-item' | 'item' | 'first-key' | 'key' | 'colon' | 'after';

/** The first mistake in a text; none when orjson takes it. */
export function findJsonMistake(text: string): JsonMistake | undefined {
  if (text === '') return { reason: 'Input is a zero-length, empty document', at: 0 };
  if (!text.isWellFormed()) {
    return { reason: 'str is not valid UTF-8: surrogates not allowed', at: 0 };
  }
  const reader = new JsonReader(text);
  reader.skipSpace();
  if (reader.isAtEnd) return { reason: 'input data is empty', at: 0 };
  const open: ('{' | '[')[] = [];
  let next: Next = 'value';
  let comma = 0;
  for (;;) {
    reader.skipSpace();
    if (reader.isAtEnd) return open.length === 0 ? undefined : reader.end();
    const char = reader.char();
    const closes = open.at(-1) === '{' ? char === '}' : open.length > 0 && char === ']';
    if (closes && (next === 'after' || next === 'first-item' || next === 'first-key')) {
      reader.at++;
      open.pop();
      next = 'after';
    } else if (closes && (next === 'item' || next === 'key')) {
      // It looks back for the comma from behind the bracket, and so takes one that stands right there.
      const at = text.charAt(reader.at + 1) === ',' ? reader.at + 1 : comma;
      return reader.mistake('trailing comma is not allowed', at);
    } else if (next === 'after') {
      if (open.length === 0) return reader.mistake('unexpected content after document');
      if (char !== ',') return reader.mistake('unexpected character');
      comma = reader.at++;
      next = open.at(-1) === '{' ? 'key' : 'item';
    } else if (next === 'colon') {
      if (char !== ':') return reader.mistake('unexpected character');
      reader.at++;
      next = 'value';
    } else if (next === 'key' || next === 'first-key') {
      const mistake = char === '"' ? reader.string() : reader.mistake('unexpected character');
      if (mistake) return mistake;
      next = 'colon';
    } else if (char === '{' || char === '[') {
      reader.at++;
      if (open.push(char) > DEEPEST_JSON) {
        return reader.mistake('array and object recursion depth exceeded');
      }
      next = char === '{' ? 'first-key' : 'first-item';
    } else {
      const mistake = reader.scalar();
      if (mistake) return mistake;
      next = 'after';
    }
  }
}

/** A mistake as one line, its place counted in characters of Unicode. */
export function describeJsonMistake(text: string, { reason, at }: JsonMistake): string {
  let line = 1;
  let column = 1;
  let position = 0;
  for (let i = 0; i < at; i++) {
    const unit = text.charCodeAt(i);
    // The second half of a surrogate pair is no character of its own.
    if ((unit & 0xfc00) === 0xdc00) continue;
    position++;
    column++;
    if (unit === 0x0a) {
      line++;
      column = 1;
    }
  }
  return `${reason}: line ${line} column ${column} (char ${position})`;
}
