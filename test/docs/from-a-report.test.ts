/** What `docs/from-a-report.md` shows is right, short, and works for every report of a refused request. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatProblems, lintScenarios, runScenario, type App } from '../../testing/index.ts';
import { loopApp } from '../../testing/apps/loop.ts';
import { toolRunnerApp } from '../../testing/apps/tool-runner.ts';
import reported from '../rules/reported-faults.json' with { type: 'json' };
import { load } from '../testing/load.ts';
import { tempFolder } from '../testing/temp-folder.ts';

const page = readFileSync(new URL('../../docs/from-a-report.md', import.meta.url), 'utf8');
const [unfinished, ...finished] = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(
  ([, yaml]) => yaml!,
);

async function run(yaml: string, app: App = loopApp()): Promise<string> {
  return formatProblems((await runScenario(await load(yaml), app)).problems);
}

test.each(finished)('passes in under ten lines: %s', async (yaml) => {
  expect(yaml.trimEnd().split('\n').length).toBeLessThan(10);
  const cwd = await tempFolder({ 'a.yaml': yaml });
  const { problems } = await lintScenarios('a.yaml', { cwd });
  expect(formatProblems(problems)).toBe('');
  expect(await run(yaml)).toBe('');
});

test('shows what an unfinished one is told', async () => {
  const [, shown] = /```\n(report\.yaml[^]*?)```/.exec(page)!;
  const told = (await run(unfinished!)).split('\n').filter((line) => /^\S+:\d+:\d+ /.test(line));
  const lines = told.map((line) => line.replace(/^\S+?:/, 'report.yaml:'));
  const isShown = shown!
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/…$/, ''));
  expect(lines.map((line, index) => line.startsWith(isShown[index]!))).toEqual([true, true]);
});

/** Reports that are a body and what was answered to it, and nothing else. */
const bodies = reported.filter(
  (report) =>
    'refused' in report && !('said' in report || 'headers' in report || 'endpoint' in report),
);

test.each(bodies)('$id: $kind becomes one in the same way', async ({ expected, refused }) => {
  const error = { status: expected.status };
  const yaml = `\
name: x
input: ${JSON.stringify(refused)}
turns: []
expect: { error: ${JSON.stringify(error)}, refused: { not: [] }, invariants: false }
`;
  // The loop does not even ask with two tools of one name.
  expect(await run(yaml, toolRunnerApp())).toBe('');
});

test('there are many of these reports', () => {
  expect(bodies.length).toBeGreaterThan(15);
});
