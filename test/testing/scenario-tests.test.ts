/** Scenarios as tests: which there are, and the page that one which fails links to. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { App } from '../../testing/index.ts';
import { scenarioTests } from '../../testing/scenario-tests.ts';
import { tempFolder } from './temp-folder.ts';

const SCENARIOS = `\
name: right
input: Hi.
turns: [{ reply: Hello. }]
expect: { answer: Hello. }
---
name: wrong
input: Hi.
turns: [{ reply: Hello. }]
expect: { answer: Goodbye. }
`;

const app: App = ({ client, input }) =>
  client.messages.create({
    model: 'claude-haiku-5-5',
    max_tokens: 64,
    messages: [{ role: 'user', content: String(input) }],
  });

const { signal } = new AbortController();

test('a scenario that fails writes its page, when asked, and links to it', async () => {
  const cwd = await tempFolder({ 'a.yaml': SCENARIOS });
  const [group] = await scenarioTests('a.yaml', app, { cwd, html: 'pages' });
  const [right, wrong] = group!.tests;
  await right!.run(signal);
  const error = await wrong!.run(signal).catch((reason: unknown) => reason);
  const [, link] = /^Report: (file:.*)$/m.exec((error as Error).message)!;
  expect(link).toMatch(/\/pages\/wrong-\w{6}\.html$/);
  expect(await readFile(fileURLToPath(link!), 'utf8')).toContain('&quot;Goodbye.&quot;');
});

test('no page is written that nobody asked for', async () => {
  const cwd = await tempFolder({ 'a.yaml': SCENARIOS });
  const [group] = await scenarioTests('a.yaml', app, { cwd });
  await expect(group!.tests[1]!.run(signal)).rejects.toThrow(/^(?![^]*Report:)/);
});

test('all doors are as many groups, told apart by name and by page', async () => {
  const cwd = await tempFolder({ 'a.yaml': SCENARIOS });
  const groups = await scenarioTests('a.yaml', app, { cwd, door: 'all', html: 'pages' });
  expect(groups.map(({ name }) => name)).toEqual([
    'a.yaml over client',
    'a.yaml over msw',
    'a.yaml over server',
  ]);
  const links: string[] = [];
  for (const { tests } of groups) {
    const error = await tests[1]!.run(signal).catch((reason: unknown) => reason);
    links.push(/^Report: (.*)$/m.exec((error as Error).message)![1]!);
  }
  expect(new Set(links).size).toBe(3);
});
