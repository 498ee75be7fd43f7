/** `docs/cli.md` has every command and every option. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ensaio } from '../cli/capture.ts';

const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');

/** What the help of a command lists under a title. */
async function listed(title: string, ...argv: readonly string[]): Promise<string[]> {
  const { stdout } = await ensaio([...argv, '--help'], '/');
  const [, section = ''] = new RegExp(`^${title}:\n((?: .*\n)+)`, 'm').exec(stdout) ?? [];
  return [...section.matchAll(/^ {2}(\S.*?)(?: {2,}.*)?$/gm)].map(([, term]) => term!);
}

const commands = (await listed('Commands')).map((usage) => usage.split(' ')[0]!);

test('tells of every command', () => {
  expect(commands).toEqual(expect.arrayContaining(['run', 'lint', 'serve', 'rules', 'audit']));
  expect(
    commands.filter(
      (command) => !page.includes(`\`${command} [`) && !page.includes(`\`${command} <`),
    ),
  ).toEqual([]);
});

test.each(commands)('tells of every option of %s, and of no other', async (command) => {
  const options = (await listed('Options', command)).filter((option) => !option.includes('--help'));
  const [, section = ''] = page.split(new RegExp(`^## ${command}$`, 'm'));
  const [own = ''] = section.split(/^## /m);
  expect([...own.matchAll(/^\| `(--[^`]*)`/gm)].map(([, option]) => option)).toEqual(options);
});
