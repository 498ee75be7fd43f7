/** `docs/collection.md` is what there is today, and its scenarios tell of the reports. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collectionDocument } from '../../scripts/collection-doc.ts';
import { collection } from '../collection/collection.ts';
import { exceptions } from '../collection/exceptions.ts';
import { reports } from '../collection/reports.ts';

test('docs/collection.md is up to date (npm run docs)', () => {
  const page = readFileSync(new URL('../../docs/collection.md', import.meta.url), 'utf8');
  expect(page).toBe(collectionDocument());
});

test('has a row for every file', () => {
  const page = collectionDocument();
  const missing = collection.filter(({ file }) => !page.includes(`](../${file})`));
  expect(missing.map(({ file }) => file)).toEqual([]);
});

test('every exception is to a scenario that there is', () => {
  const files = new Set(collection.map(({ file }) => file.replace(/^scenarios\//, '')));
  const named = exceptions.flatMap(({ fails }) => Object.keys(fails));
  expect(named.filter((file) => !files.has(file))).toEqual([]);
});

/** The last of the reports on pairing, content, thinking and stop reasons. */
const LAST = 'C053';

test('tells of every report on pairing, content, thinking and stop reasons, and of none unknown', () => {
  const told = new Set(
    collection.flatMap(({ description = '' }) => description.match(/C\d{3}/g) ?? []),
  );
  const ids = reports.map(({ id }) => id);
  expect([...told].filter((id) => !ids.includes(id))).toEqual([]);
  const wanted = ids.filter((id) => id <= LAST);
  expect(wanted.filter((id) => !told.has(id))).toEqual([]);
  expect(wanted).toHaveLength(36);
});
