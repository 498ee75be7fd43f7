/** Every row of the facts has a rule or a reason, and a request that shows it; the page about it is up to date. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { internalError, overloaded } from '../../fakes/index.ts';
import { rules } from '../../src/rules/registry.ts';
import { rulesDocument, rulesOf } from '../../scripts/rules-doc.ts';
import { facts } from './facts.ts';

const here = new URL('./', import.meta.url);
const sources = readdirSync(here)
  .filter((file) => file.endsWith('.test.ts') && file !== 'coverage.test.ts')
  .map((file) => readFileSync(new URL(file, here), 'utf8'));

/** A documented limit, of which no answer was captured. */
const WORDLESS = ['M17'];

/** Rows that some case says it is a vector of. */
const shown = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(/facts: \[([^\]]*)\]/g)].flatMap(([, list]) =>
      [...list!.matchAll(/'([^']+)'/g)].map(([, row]) => row!),
    ),
  ),
);

test.each(facts)(
  '$row ($condition) has a rule, with a request that shows it where it is sure, or a reason why not',
  (fact) => {
    const standing = rulesOf(fact);
    expect(standing.length > 0 || fact.noRule !== undefined).toBe(true);
    const isSure = 'AB'.includes(fact.confidence);
    if (standing.length > 0 && isSure) expect(shown).toContain(fact.row);
  },
);

test.each(facts.filter(({ confidence }) => 'AB'.includes(confidence)))(
  '$row ($condition) has its words, unless the source has none or they are not the API’s own',
  ({ row, text, noRule }) => {
    expect(text !== undefined || noRule !== undefined || WORDLESS.includes(row)).toBe(true);
  },
);

test('the errors that scripts play have the words of their rows', () => {
  const words = (row: string): string | undefined => facts.find((fact) => fact.row === row)?.text;
  expect(overloaded().error.message).toBe(words('H24'));
  expect(internalError().error.message).toBe(words('H22'));
});

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
