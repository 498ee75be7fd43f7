/** Every mistake a text can hold, in the words and at the place of orjson 3.11.4, which was asked each of these. */
import { expect, test } from 'vitest';
import { describeJsonMistake, findJsonMistake } from '../../src/wire/json/json-error.ts';

function explain(text: string): string | undefined {
  const mistake = findJsonMistake(text);
  return mistake && describeJsonMistake(text, mistake);
}

const END = 'unexpected end of data';
const CHARACTER = 'unexpected character';
const CONTENT = 'unexpected content after document';
const COMMA = 'trailing comma is not allowed';
const CONTROL = 'unexpected control character in string';
const ESCAPE = 'invalid escaped character in string';
const SEQUENCE = 'invalid escaped sequence in string';
const NO_LOW = 'no low surrogate in string';
const ZERO = 'number with leading zero is not allowed';
const DIGIT = 'no digit after';
const INFINITE = 'number is infinity when parsed as double';
const DEEP = 'array and object recursion depth exceeded';

test.each<[string, string, number]>([
  ['', 'Input is a zero-length, empty document', 0],
  [' \t\r\n', 'input data is empty', 0],
  ['{', END, 1],
  ['{"a', END, 3],
  ['{"a" ', END, 5],
  ['{"a":', END, 5],
  ['{"a":1, ', END, 8],
  ['[1', END, 2],
  ['[tru', END, 4],
  ['[-', END, 2],
  ['[1.', END, 3],
  ['[1e+', END, 4],
  [String.raw`"abc\ `.trim(), END, 5],
  [String.raw`"\u12`, END, 5],
  [String.raw`"\ud83d`, END, 7],
  [String.raw`"\ud83d\u`, END, 9],
  [String.raw`"\ud83d\ude`, END, 11],
  ['[1,]', COMMA, 2],
  ['{"a":1 , }', COMMA, 7],
  // It looks back from behind the bracket, and finds the comma that stands there.
  ['[[1,],2]', COMMA, 5],
  ['[,1]', CHARACTER, 1],
  ['[1,,2]', CHARACTER, 3],
  ['[1 2]', CHARACTER, 3],
  ['[1}', CHARACTER, 2],
  ['{]', CHARACTER, 1],
  ['{,}', CHARACTER, 1],
  ['{a:1}', CHARACTER, 1],
  [`{'a':1}`, CHARACTER, 1],
  ['{"a" 1}', CHARACTER, 5],
  ['{"a":}', CHARACTER, 5],
  ['{"a":1 "b":2}', CHARACTER, 7],
  ['{"a":1]', CHARACTER, 6],
  ['NaN', CHARACTER, 0],
  ['Infinity', CHARACTER, 0],
  ['.5', CHARACTER, 0],
  ['+1', CHARACTER, 0],
  ['\u00A01', CHARACTER, 0],
  ['\uFEFF{}', CHARACTER, 0],
  ['[1,/* two */2]', CHARACTER, 3],
  ['nan', 'invalid literal', 0],
  ['[falsy]', 'invalid literal', 1],
  ['tRue', 'invalid literal', 0],
  ['{"a":nul}', 'invalid literal', 5],
  ['{} {}', CONTENT, 3],
  ['true x', CONTENT, 5],
  ['1.5.5', CONTENT, 3],
  ['0x10', CONTENT, 1],
  ['"a""b"', CONTENT, 3],
  ['01', ZERO, 0],
  ['-01', ZERO, 1],
  ['-a', `${DIGIT} minus sign`, 1],
  ['[-Infinity]', `${DIGIT} minus sign`, 2],
  ['1.x', `${DIGIT} decimal point`, 2],
  ['1e+x', `${DIGIT} exponent sign`, 3],
  ['[1e999,2]', INFINITE, 1],
  [`-1${'0'.repeat(400)}`, INFINITE, 0],
  ['"a\nb"', CONTROL, 2],
  ['{"a\u0001":1}', CONTROL, 3],
  [String.raw`"a\xb"`, ESCAPE, 3],
  [String.raw`"\U0041"`, ESCAPE, 2],
  [String.raw`"\u12g4"`, SEQUENCE, 1],
  [String.raw`"\ud83d\u00"`, SEQUENCE, 7],
  [String.raw`"\ud83d"`, NO_LOW, 7],
  [String.raw`"\ud83d\n"`, NO_LOW, 7],
  [String.raw`"\ud83d\ude00\ud83d."`, NO_LOW, 19],
  [String.raw`"\ud83d\ud83d"`, 'invalid low surrogate in string', 7],
  [String.raw`"\ude00"`, 'invalid high surrogate in string', 1],
  ['"\uD83D"', 'str is not valid UTF-8: surrogates not allowed', 0],
  ['['.repeat(1025), DEEP, 1025],
  [`${'{"a":'.repeat(1025)}1${'}'.repeat(1025)}`, DEEP, 5 * 1024 + 1],
])('says of %j: %s at %i', (text, reason, position) => {
  expect(explain(text)).toBe(`${reason}: line 1 column ${position + 1} (char ${position})`);
});

test.each(['1', '-0', ' {} ', '[1E+5,1e05,0.1e-999]', '"\u007F\\/\\b"', '"\\ud83d\\ude00"'])(
  'finds nothing wrong with %j',
  (text) => expect(explain(text)).toBeUndefined(),
);

test('counts lines, and characters of Unicode rather than halves of them', () => {
  expect(explain('{\r\n "a": 1\n,\n}')).toBe(`${COMMA}: line 3 column 1 (char 11)`);
  expect(explain('{"\u{1F600}":x}')).toBe(`${CHARACTER}: line 1 column 6 (char 5)`);
  expect(explain('["\u{1F600}\u{1F600}",\n"é" 1]')).toBe(`${CHARACTER}: line 2 column 5 (char 11)`);
});
