/** What is masked holds nothing any more that the last look would find. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretIn } from '../../src/invariants/secrets.ts';
import { maskSecrets } from '../../testing/recorder/mask-secrets.ts';

const KEY = 'the-key-of-the-app-1234';
const PEM = '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEow==\n';
const secret = fc.constantFrom(
  KEY,
  'sk-ant-api03-abcdefgh',
  'sk-ant-',
  'Bearer abcdefghijkl',
  'https://ada:pass@example.com/',
  'ghp_abcdefghijklmnopqrst12',
  PEM,
  `${PEM}-----END RSA PRIVATE KEY-----`,
);
const text = fc
  .array(fc.oneof(fc.string({ unit: 'binary', maxLength: 4 }), secret), { maxLength: 5 })
  .map((parts) => parts.join(''));
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
})).value;

function* textsIn(part: unknown): Generator<string> {
  if (typeof part === 'string') yield part;
  else if (Array.isArray(part)) for (const item of part) yield* textsIn(item);
  else if (typeof part === 'object' && part !== null) {
    for (const [key, item] of Object.entries(part)) yield* textsIn([key, item]);
  }
}

function masked(whole: unknown): unknown {
  const placeholders = new Map<string, string>();
  return maskSecrets(whole, [KEY], (found) => {
    const known = placeholders.get(found) ?? `redacted-${placeholders.size + 1}`;
    placeholders.set(found, known);
    return known;
  });
}

test('no text and no key is left in which a secret is found', () => {
  fc.assert(
    fc.property(value, (whole) => {
      for (const each of textsIn(masked(whole))) {
        expect(secretIn(each, [KEY])).toBe(undefined);
        expect(each).not.toContain('MIIEow==');
      }
    }),
    { numRuns: 300 },
  );
});

test('what holds no secret stays as it is', () => {
  fc.assert(
    fc.property(value, (whole) => {
      fc.pre([...textsIn(whole)].every((each) => secretIn(each, [KEY]) === undefined));
      expect(masked(whole)).toEqual(whole);
    }),
    { numRuns: 50 },
  );
});

test('the rest of a text is kept', () => {
  expect(masked([`Use ${KEY}, not sk-ant-abcdefgh.`, { [KEY]: `<${PEM}` }])).toEqual([
    'Use redacted-1, not redacted-2.',
    { 'redacted-1': '<redacted-3' },
  ]);
});
