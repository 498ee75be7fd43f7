/** Every report has its tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reports } from './report.ts';

const folder = new URL('./', import.meta.url);
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');

test('there are reports', () => {
  expect(reports).toHaveLength(30);
});

test.each(reports.map(({ id, kind }) => [id, kind]))('%s (%s) is told once', (id) => {
  expect(sources.split(`describeReport('${id}'`)).toHaveLength(2);
});
