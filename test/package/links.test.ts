/** Who reads the docs in `node_modules` can follow each of their links. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The files of the package, as npm packs them. */
function packedFiles(): string[] {
  const told = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(told) as [{ files: readonly { path: string }[] }];
  return files.map(({ path }) => path);
}

/** Where the links of a page lead to that name no other host and no place in the page itself. */
function linksOf(page: string): string[] {
  const text = readFileSync(`${root}/${page}`, 'utf8');
  return [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)[^)]*\)/g)].map(([, path]) =>
    posix.join(posix.dirname(page), path!).replace(/\/$/, ''),
  );
}

test('every link in a page of the package leads to a file or a folder of the package', () => {
  const packed = packedFiles();
  const pages = packed.filter((path) => path.endsWith('.md'));
  expect(pages).toContain('README.md');
  const isPacked = (to: string): boolean =>
    packed.some((path) => path === to || path.startsWith(`${to}/`));
  const dead = pages.flatMap((page) =>
    linksOf(page)
      .filter((to) => !isPacked(to))
      .map((to) => `${page}: ${to}`),
  );
  expect(dead).toEqual([]);
});
