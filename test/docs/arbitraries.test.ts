/** `docs/arbitraries.md` tells of every arbitrary and every kind. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { arbitrariesDocument } from '../../scripts/arbitraries-doc.ts';
import { arbitraries } from '../../testing/arbitraries.ts';

test('docs/arbitraries.md is up to date (npm run docs)', () => {
  const page = readFileSync(new URL('../../docs/arbitraries.md', import.meta.url), 'utf8');
  expect(page).toBe(arbitrariesDocument());
});

test('it has a row for every arbitrary', () => {
  const rows = [...arbitrariesDocument().matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name!);
  expect(rows.toSorted()).toEqual(Object.keys(arbitraries).toSorted());
});
