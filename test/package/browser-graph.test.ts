/** What runs in a browser has nothing of Node in its graph. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Everything a bundle for browsers still asks for from outside, by the entries it was made of. */
async function importsOf(...entry: string[]): Promise<string[]> {
  const { bundles } = await build({
    config: false,
    tsconfig: false,
    cwd: root,
    entry,
    platform: 'browser',
    dts: false,
    write: false,
    clean: false,
    deps: { alwaysBundle: [/./], onlyBundle: false },
    // What it would warn of is what the test looks at.
    logLevel: 'error',
  });
  const chunks = bundles.flatMap((bundle) => bundle.chunks).filter(({ type }) => type === 'chunk');
  const own = new Set(chunks.map(({ fileName }) => fileName));
  const imports = chunks.flatMap((chunk) =>
    chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : [],
  );
  return [...new Set(imports)].filter((name) => !own.has(name)).sort();
}

/** The entries that read the disk or stand on a test runner that does, and those that are no code; all others are for browsers too. */
const NODE_ONLY = ['./server', './testing', './vitest', './scenario.schema.json', './package.json'];

// A bundle takes a second or two, more on a busy machine.
const timeout = 60_000;

test('every entry but the ones that read the disk is whole in a browser', { timeout }, async () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, { default: string }>;
  };
  const sources = Object.entries(exports)
    .filter(([name]) => !NODE_ONLY.includes(name))
    .map(([, { default: built }]) => built.replace(/^\.\/dist\/(.*)\.js$/, '$1.ts'));
  expect(sources).toEqual(expect.arrayContaining(['fakes/index.ts', 'fakes/msw.ts']));
  expect(await importsOf(...sources)).toEqual([]);
});

test('finds what reads the disk', { timeout }, async () => {
  expect(await importsOf('testing/index.ts')).toEqual(
    expect.arrayContaining(['node:fs/promises', 'node:path']),
  );
});
