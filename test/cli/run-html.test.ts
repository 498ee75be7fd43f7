// `ensaio run --html`: a page of all that came of a run.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio } from './capture.ts';

const SCENARIOS = `\
name: it passes
description: What a good answer looks like.
input: Say hello.
turns: [{ reply: Hello. }]
---
name: it fails
input: Say hello.
turns: [{ reply: Hello. }]
expect: { answer: Good day. }
---
name: it is left out
skip: it is not ready
input: Say hello.
turns: [{ reply: Hello. }]
`;

test('writes a page beside what it prints', async () => {
  const cwd = await tempFolder({ 'a.yaml': SCENARIOS });
  const plain = await ensaio(['run', 'a.yaml'], cwd);
  const { code, stdout } = await ensaio(['run', 'a.yaml', '--html', 'out/report.html'], cwd);
  expect({ code, stdout }).toEqual({ code: plain.code, stdout: plain.stdout });
  const page = await readFile(join(cwd, 'out', 'report.html'), 'utf8');
  expect(page).toContain('3 scenarios: 1 passed, 1 failed, 1 skipped');
  for (const told of [
    '<code>a.yaml:1</code>',
    'What a good answer looks like.',
    'the answer differs.',
    '&quot;Good day.&quot;',
    'Not run: it is not ready',
  ]) {
    expect(page).toContain(told);
  }
});
