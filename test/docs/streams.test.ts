/** `docs/streams.md` has every fault with its summary, and every key of a shape. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { streamed, streamFaults } from '../../fakes/index.ts';

const page = readFileSync(new URL('../../docs/streams.md', import.meta.url), 'utf8');

/** The first two cells of every row of the page's tables. */
const rows = new Map(
  [...page.matchAll(/^\| `([^`|]+)`[^|]*\| (.*?) *\|$/gm)].map(([, name, text]) => [name, text]),
);

test.each(Object.entries(streamFaults))('tells of %s', (fault, summary) => {
  expect(rows.get(fault)).toBe(summary);
});

test('tells of every key', () => {
  const refused = (() => {
    try {
      streamed('x', { nothing: 1 } as never);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  })();
  const keys = /a shape has (.*), received/.exec(refused)![1]!.split(', ');
  expect(keys.length).toBeGreaterThan(10);
  for (const key of keys) expect(rows.has(key), key).toBe(true);
});
