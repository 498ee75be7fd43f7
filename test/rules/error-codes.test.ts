/** Every code that the SDK names for the simulated endpoints is given by a rule, or said to be the script's. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scriptedCodes } from './error-codes.ts';

const root = new URL('../../', import.meta.url);
const sdk = new URL('node_modules/@anthropic-ai/sdk/src/', root);
const read = (path: string, from: URL): string => readFileSync(new URL(path, from), 'utf8');

/** Status and code of each error class. */
const byClass = new Map(
  [...read('core/error-classes.ts', sdk).matchAll(/'(\d+) ([a-z_]+)', (\w+)\]/g)].map(
    ([, status, code, name]) => [name!, { status: Number(status), code: code! }] as const,
  ),
);

const named = new Map(
  ['resources/messages/messages.ts', 'resources/beta/messages/messages.ts'].flatMap((path) =>
    [...read(path, sdk).matchAll(/@throws \{(\w+)\}/g)].flatMap(([, name]) => {
      const found = byClass.get(name!) ?? byClass.get(`Beta${name}`);
      return found ? [[found.code, found.status] as const] : [];
    }),
  ),
);

test('the SDK names codes for these endpoints', () => {
  expect(named.size).toBeGreaterThan(30);
});

test('every code is given by a rule or by a script, and none by both', () => {
  const rules = new URL('src/rules/', root);
  const sources = readdirSync(rules)
    .map((file) => read(file, rules))
    .join('\n');
  const byRules = [...named.keys()].filter((code) => sources.includes(`'${code}'`));
  const byScripts = scriptedCodes.map(({ code }) => code);
  expect([...byRules, ...byScripts].toSorted()).toEqual([...named.keys()].toSorted());
});

test('the codes of scripts have the statuses of the SDK', () => {
  const wrong = scriptedCodes.filter(({ code, status }) => named.get(code) !== status);
  expect(wrong).toEqual([]);
});
