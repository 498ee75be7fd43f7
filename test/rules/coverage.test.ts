/** Every row of the facts has a rule or a reason, and a request that shows it; the page about it is up to date. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../src/rules/registry.ts';
import { rulesDocument, rulesOf } from '../../scripts/rules-doc.ts';
import { facts } from './facts.ts';

const here = new URL('./', import.meta.url);
const sources = readdirSync(here)
  .filter((file) => file.endsWith('.test.ts') && file !== 'coverage.test.ts')
  .map((file) => readFileSync(new URL(file, here), 'utf8'));

/** Rows that some case says it is a vector of. */
const shown = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(/facts: \[([^\]]*)\]/g)].flatMap(([, list]) =>
      [...list!.matchAll(/'([^']+)'/g)].map(([, row]) => row!),
    ),
  ),
);

test.each(facts.filter(({ confidence }) => 'AB'.includes(confidence)))(
  '$row ($condition) has a rule with a request that shows it, or a reason why not',
  (fact) => {
    const standing = rulesOf(fact);
    expect(standing.length > 0 || fact.noRule !== undefined).toBe(true);
    if (standing.length > 0) expect(shown).toContain(fact.row);
  },
);

test('no rule stands on a row that is not there', () => {
  const known = new Set(facts.map(({ row }) => row));
  const rows = rules.flatMap((rule) => rule.facts ?? []).filter((row) => /^[A-Z]\d\d$/.test(row));
  expect(rows.filter((row) => !known.has(row))).toEqual([]);
});

test('every id is there once, in kebab-case, with a sentence', () => {
  const ids = rules.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  expect(rules.filter(({ summary }) => !/^[`A-Z].*\.$/.test(summary)).map(({ id }) => id)).toEqual(
    [],
  );
});

test('docs/rules.md is up to date (npm run docs)', () => {
  const page = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
  expect(page).toBe(rulesDocument());
});
