// Any text comes out of a report as it went in, as far as the format has a way to write it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorCommand, withoutCommands } from '../../cli/reporters/github.ts';
import { element } from '../../cli/reporters/xml.ts';
import { readXml } from './read-xml.ts';

/** Any characters, with those that mean something to a format more often than chance would have them. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        ...'&<>"\'%:,\t\n\r\0\u001B\uFFFE\uD800'.split(''),
        ']]>',
        '\r\n',
        '%0A',
        '&amp;',
        '::',
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** What XML 1.0 has a way to write. */
function writable(text: string): string {
  return [...text]
    .filter((character) => {
      const code = character.codePointAt(0)!;
      if (code < 0x20) return [0x9, 0xa, 0xd].includes(code);
      return (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff;
    })
    .join('');
}

function parsed(xml: string): ReturnType<typeof readXml> {
  return readXml(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`);
}

test('any text goes through XML, but for characters that XML has no way to write', () => {
  fc.assert(
    fc.property(anyText, anyText, (value, text) => {
      const root = parsed(element('a', { value }, [text, element('b', {})]).xml);
      expect(root.attributes).toEqual({ value: writable(value) });
      const words = root.children.filter((child) => typeof child === 'string').join('');
      expect(words).toBe(`${writable(text)}\n`);
    }),
    { numRuns: 500 },
  );
});

/** Reads a command as the runner of GitHub does. */
function readCommand(line: string): { properties: Record<string, string>; message: string } {
  const [, written, message] = /^::error ([^\r\n]*?)::([^\r\n]*)\n$/.exec(line)!;
  const unescape = (text: string, pairs: readonly (readonly [string, string])[]): string =>
    pairs.reduce((all, [code, character]) => all.replaceAll(code, character), text);
  const ofMessage = [
    ['%0D', '\r'],
    ['%0A', '\n'],
  ] as const;
  const ofProperty = [...ofMessage, ['%3A', ':'], ['%2C', ',']] as const;
  const properties = written!.split(',').map((property) => {
    const [, key, value] = /^(\w+)=(.*)$/s.exec(property)!;
    return [key, unescape(value!, [...ofProperty, ['%25', '%']])];
  });
  return {
    properties: Object.fromEntries(properties) as Record<string, string>,
    message: unescape(message!, [...ofMessage, ['%25', '%']]),
  };
}

test('any text goes through a command of GitHub', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (title, file, message) => {
      const line = errorCommand({ file, line: 3, title }, message);
      expect(readCommand(line)).toEqual({ properties: { file, line: '3', title }, message });
    }),
    { numRuns: 500 },
  );
});

test('what an app says gives GitHub no commands, and reads as it did', () => {
  const lines = fc.array(
    fc.oneof(anyText, fc.constantFrom('::', ' ::error::x', '##[error]', '\n')),
  );
  fc.assert(
    fc.property(lines, (parts) => {
      const text = parts.join('');
      const told = withoutCommands(text);
      for (const line of told.split(/[\r\n\u2028\u2029]/)) {
        expect(line.trimStart().startsWith('::')).toBe(false);
        expect(line).not.toContain('##[');
      }
      expect(told.replaceAll('\u200B', '')).toBe(text.replaceAll('\u200B', ''));
    }),
    { numRuns: 500 },
  );
});
