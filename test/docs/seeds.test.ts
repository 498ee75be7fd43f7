/** `docs/seeds.md` is current, and neither a row nor what shows it can be lost. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { seedsDocument } from '../../scripts/seeds-doc.ts';
import { isThere, proofs } from '../seeds/proofs.ts';
import { seedDocuments, seedRows } from '../seeds/seed-rows.ts';

const shown = new Set(proofs.map(({ row }) => row));

test('the page is current', () => {
  const page = readFileSync(new URL('../../docs/seeds.md', import.meta.url), 'utf8');
  expect(page, '`npm run docs` writes it anew').toBe(seedsDocument());
});

test('every row has a test, or says why not, and never both', () => {
  const wrong = [...seedRows].filter(
    ([id, { without_test }]) => shown.has(id) === (without_test !== undefined),
  );
  expect(wrong.map(([id]) => id)).toEqual([]);
});

test('every test and scenario that names a row names one that is there', () => {
  expect([...shown].filter((id) => !seedRows.has(id))).toEqual([]);
});

test('every test that a row names is there', () => {
  expect(proofs.filter((proof) => !isThere(proof))).toEqual([]);
});

test('no two rows have the same id', () => {
  const ids = seedDocuments.flatMap(({ sections }) =>
    Object.values(sections).flatMap((rows) => Object.keys(rows)),
  );
  expect(seedRows.size).toBe(ids.length);
});
