/** `docs/scenarios.md` has every key of the language, and what it shows is right. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenarioJsonSchema } from '../../src/scenario/json-schema.ts';
import { formatProblems, lintScenarios } from '../../testing/index.ts';
import { tempFolder } from '../testing/temp-folder.ts';

const page = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8');

/** Every key of a mapping in the language, but those that are the API's own. */
function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== 'object' || value === null) return [];
  const { properties } = value as { readonly properties?: object };
  const inside = Object.values(value).flatMap(keysIn);
  return properties ? [...Object.keys(properties), ...inside] : inside;
}

/** Fields of a whole message, and of a block that is written as the API has it. */
const OF_THE_API =
  'role stop_sequence stop_details container context_management diagnostics input_transformations data'.split(
    ' ',
  );

test('tells of every key', () => {
  const keys = new Set(keysIn(scenarioJsonSchema()));
  const told = new Set([...page.matchAll(/[`\s{[(]([$a-z_]+)(?=[`:,\s)])/g)].map(([, key]) => key));
  const missing = [...keys].filter((key) => !told.has(key) && !OF_THE_API.includes(key));
  expect(missing).toEqual([]);
  expect(keys.size).toBeGreaterThan(80);
});

const examples = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, yaml]) => yaml!);

test.each(examples)('shows a scenario that lint has nothing to say about: %s', async (yaml) => {
  const cwd = await tempFolder({ 'a.yaml': yaml });
  const { problems } = await lintScenarios('a.yaml', { cwd });
  expect(formatProblems(problems)).toBe('');
});

test('shows several of them', () => {
  expect(examples).toHaveLength(4);
});
