// `ensaio lint` in this process: what it prints, and the code it ends with.
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio } from './capture.ts';

const GOOD = 'name: x\ninput: y\nturns: [{ reply: ok }]\n';

test('finds nothing in the scenarios that come with the package', async () => {
  const { code, stdout, stderr } = await ensaio(['lint'], '/');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\d+ files: no problems\n$/);
});

test('reports every problem with its place and a caret, and ends with 1', async () => {
  const cwd = await tempFolder({
    'a.yaml': GOOD.replace('reply', 'repply'),
    'b.yaml': `${GOOD}expect: { requests: 0 }\n`,
    'c.yaml': GOOD,
  });
  const { code, stdout, stderr } = await ensaio(['lint', '.'], cwd);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(stdout).toMatchInlineSnapshot(`
    "a.yaml:3:11 unknown-key unknown key "repply"; did you mean "reply"?
      turns: [{ repply: ok }]
                ^^^^^^

    b.yaml:3:9 turn-unreachable turn 1 can never be reached: the scenario allows 0 requests, and the turns before it take them all.
      turns: [{ reply: ok }]
              ^^^^^^^^^^^^^

    2 problems in 2 files
    "
  `);
});

test('shows all problems, however many', async () => {
  const cwd = await tempFolder({ 'a.yaml': `name: x\ninput: y\nturns:\n${'  - {}\n'.repeat(30)}` });
  const { stdout } = await ensaio(['lint', 'a.yaml'], cwd);
  expect(stdout.match(/wrong-value/g)).toHaveLength(30);
  expect(stdout).toMatch(/\n30 problems in 1 file\n$/);
});

test('ends with 2 when no file matches, or the command is wrong', async () => {
  const cwd = await tempFolder({});
  const none = await ensaio(['lint', 'nowhere/*.yaml'], cwd);
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toContain('No file matches "nowhere/*.yaml".');
  expect(await ensaio(['lint', '--fix'], cwd)).toMatchObject({ code: 2, stdout: '' });
});
