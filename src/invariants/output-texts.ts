/** What a tool returned, as texts that can be looked for in a result, however it was dressed up there. */
import { isRecord } from '../wire/json/is-record.ts';
import { isBlank } from '../wire/white-space.ts';

/** So many characters that are the same are no accident. */
const TELLING = 8;

/** Whether anything is said in it: a text somewhere, or nothing but a number. */
export function saysSomething(output: unknown): boolean {
  if (typeof output === 'object' && output !== null) {
    return Object.entries(output).some(
      ([key, value]) => key !== 'type' && typeof value !== 'number' && saysSomething(value),
    );
  }
  return typeof output === 'number' || (typeof output === 'string' && !isBlank(output));
}

/** The texts, numbers and truth values in it; of content blocks their text. */
function textsIn(output: unknown): string[] {
  if (Array.isArray(output)) return output.flatMap(textsIn);
  if (isRecord(output)) {
    const { type, text } = output;
    return type === 'text' && typeof text === 'string'
      ? textsIn(text)
      : Object.values(output).flatMap(textsIn);
  }
  const text = typeof output === 'string' ? output.trim() : (JSON.stringify(output ?? '') ?? '');
  return isBlank(text) || output == null ? [] : [text];
}

/** The forms that a text has in another one: as it is, and inside JSON. */
function formsOf(text: string): string[] {
  const plain = text.toLowerCase();
  return [plain, JSON.stringify(plain).slice(1, -1)];
}

function holds(content: string, text: string): boolean {
  return formsOf(text).some((form) => content.includes(form));
}

function holdsPart(content: string, text: string): boolean {
  if (text.length <= TELLING) return holds(content, text);
  return formsOf(text).some((form) =>
    Array.from({ length: form.length - TELLING + 1 }, (_, at) => form.slice(at, at + TELLING)).some(
      (part) => content.includes(part),
    ),
  );
}

/** Whether a result is an output, dressed up or not: holds all of it, more of it than what `known` explains, and not much else. */
export function tellsAll(content: string, output: unknown, known: unknown): boolean {
  const told = content.toLowerCase();
  const texts = textsIn(output);
  if (texts.length === 0 || !texts.every((text) => holds(told, text))) return false;
  const explained = (JSON.stringify(known) ?? '').toLowerCase();
  const own = texts.filter((text) => !holds(explained, text));
  return own.join('').length >= TELLING && 2 * texts.join('').length >= content.trim().length;
}

/** Whether a result holds anything of an output, be it cut, redacted, reworded or set in other words. */
export function tellsAny(content: string, output: unknown): boolean {
  const told = content.toLowerCase();
  return textsIn(output).some((text) => holdsPart(told, text));
}
