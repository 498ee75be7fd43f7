// `ensaio run --app` with the name of an app that comes with the package.
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio } from './capture.ts';

const UNKNOWN = `\
name: unknown
input: Look.
turns:
  - reply: [{ tool_use: { name: look } }]
  - { expect: { tool_results: [{ content: { contains: SAYS } }] }, reply: Seen. }
`;

test.each([
  ['ensaio/apps/loop', 'No tools are available'],
  ['ensaio/apps/tool-runner', "Error: Tool 'look' not found"],
])('runs against %s', async (app, says) => {
  const cwd = await tempFolder({ 'a.yaml': UNKNOWN.replace('SAYS', JSON.stringify(says)) });
  const { code, stdout, stderr } = await ensaio(['run', 'a.yaml', '--app', app], cwd);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('1 scenario: 1 passed');
});
