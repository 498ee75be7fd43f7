/** What every matcher of `ensaio/vitest` has in common; the test runner itself is not needed for it. */
import { isFields } from '../../src/check-options.ts';
import { nameOf } from '../conversations.ts';

/** What a matcher comes to. The message is made only when it is asked for. */
export interface Match {
  readonly pass: boolean;
  message(): string;
}

/** What the test runner lends a matcher. */
export interface MatcherHelp {
  readonly isNot: boolean;
  equals(a: unknown, b: unknown): boolean;
  readonly utils: {
    stringify(value: unknown, maxDepth?: number, options?: { readonly min: boolean }): string;
  };
}

/** An expected value on one line. */
export function showValue({ utils }: MatcherHelp, value: unknown): string {
  return utils.stringify(value, undefined, { min: true });
}

/** The first line of a message: `expect(client).not.toBeDone()`. */
export function headOf(
  { isNot }: MatcherHelp,
  received: unknown,
  matcher: string,
  args: readonly string[] = [],
): string {
  return `expect(${nameOf(received)})${isNot ? '.not' : ''}.${matcher}(${args.join(', ')})`;
}

/** Paragraphs as one text; empty ones are left out. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** `1 request`, `2 requests`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What was expected and what was received, each on lines under the last. */
export function comparison(expected: string, received: readonly string[]): string {
  return `Expected: ${expected}\nReceived: ${[...new Set(received)].join('\n          ')}`;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a text is what is expected: a text exactly, by a pattern or an asymmetric matcher, or as the JSON it holds. */
export function isText({ equals }: MatcherHelp, expected: unknown, text: string): boolean {
  if (typeof expected === 'string') return text === expected;
  if (expected instanceof RegExp) return expected.test(text);
  const json = jsonIn(text);
  return equals(text, expected) || (json !== undefined && equals(json, expected));
}

/** How to ask for a part, where one of `texts` holds what is expected and more. */
export function partHint(
  { equals }: MatcherHelp,
  expected: unknown,
  texts: readonly string[],
): string {
  if (typeof expected === 'string') {
    const isPart = expected !== '' && texts.some((text) => text.includes(expected));
    return isPart ? 'It must be the whole text. For a part: expect.stringContaining(…).' : '';
  }
  if (!isFields(expected)) return '';
  const isPart = texts
    .map(jsonIn)
    .some(
      (json) =>
        isFields(json) &&
        Object.entries(expected).every(([key, value]) => equals(json[key], value)),
    );
  return isPart ? 'It must be the whole value. For a part: expect.objectContaining(…).' : '';
}
