/** Ids and signatures: the same for the same place, different for any other. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { idAt } from '../../src/wire/ids.ts';
import { isSignatureOf, signatureOf } from '../../src/wire/signature.ts';

test('gives one id to one place, in base58', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1 }), (place) => {
      const id = idAt('toolu', ...place);
      expect(id).toMatch(/^toolu_01[1-9A-HJ-NP-Za-km-z]{22}$/);
      expect(idAt('toolu', ...place)).toBe(id);
      expect(idAt('msg', ...place)).not.toBe(id.replace('toolu', 'msg'));
    }),
  );
});

test('gives different ids to different places', () => {
  const ids = new Set<string>();
  for (let seed = 0; seed < 20; seed++) {
    for (let exchange = 0; exchange < 100; exchange++) {
      for (let block = 0; block < 10; block++) ids.add(idAt('toolu', seed, exchange, block));
    }
  }
  expect(ids.size).toBe(20_000);
});

test('knows its own signature and no other', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.nat(),
      (signed, other, place) => {
        const signature = signatureOf(signed, place);
        expect(isSignatureOf(signed, signature)).toBe(true);
        expect(isSignatureOf(other, signature)).toBe(other === signed);
        expect(isSignatureOf(signed, other)).toBe(false);
      },
    ),
  );
});
