/** What the README shows runs as it stands there. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ensaio } from '../cli/capture.ts';
import { tempFolder } from '../testing/temp-folder.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('the scenario of the README passes on the loop of the kit', async () => {
  const [, yaml] = /```yaml\n([^]*?)```/.exec(readme)!;
  const cwd = await tempFolder({ 'two-looks.yaml': yaml! });
  const { code, stdout, stderr } = await ensaio(['run', 'two-looks.yaml'], cwd);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('✓ two looks at once');
});

test('every file that the README points at is there', () => {
  const links = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path]) => path!);
  for (const link of links) {
    if (link.endsWith('/') || !link.includes('.')) continue;
    expect(readFileSync(new URL(`../../${link}`, import.meta.url), 'utf8')).not.toBe('');
  }
  expect(links.length).toBeGreaterThan(3);
});
