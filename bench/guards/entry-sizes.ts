/** How much each entry of the package makes Node read: the built files, and the packages, that an import of it reaches. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../pieces/child.ts';

export interface EntrySize {
  readonly bytes: number;
  readonly modules: number;
  /** Of others; each brings what it imports itself. */
  readonly packages: number;
}

/** What each may come to, somewhat above what it is. A new entry needs a line here. */
export const ENTRY_LIMITS: Readonly<Record<string, EntrySize>> = {
  ensaio: { bytes: 500_000, modules: 32, packages: 1 },
  'ensaio/msw': { bytes: 23_000, modules: 11, packages: 1 },
  'ensaio/server': { bytes: 620_000, modules: 46, packages: 2 },
  'ensaio/invariants': { bytes: 78_000, modules: 14, packages: 0 },
  'ensaio/rules': { bytes: 240_000, modules: 11, packages: 0 },
  'ensaio/loop': { bytes: 20_000, modules: 7, packages: 0 },
  'ensaio/testing': { bytes: 740_000, modules: 77, packages: 3 },
  'ensaio/apps/loop': { bytes: 23_000, modules: 12, packages: 0 },
  'ensaio/apps/tool-runner': { bytes: 9_200, modules: 10, packages: 0 },
  'ensaio/vitest': { bytes: 88_000, modules: 14, packages: 1 },
  'the command': { bytes: 18_000, modules: 7, packages: 1 },
};

/** What is imported at once; what waits for its first use costs nothing until then. */
const IMPORT = /^(?:import|export)\b[^;]*?\bfrom "([^"]+)";|^import "([^"]+)";/gm;

/** What is no file, no module of Node and not loaded on demand. */
const PACKAGE = /^(?!\.|node:|#)/;

function reach(file: string, files: Map<string, number>, packages: Set<string>): void {
  if (files.has(file)) return;
  const text = readFileSync(file, 'utf8');
  files.set(file, Buffer.byteLength(text));
  for (const [, from, bare] of text.matchAll(IMPORT)) {
    const name = (from ?? bare)!;
    if (name.startsWith('.')) reach(join(dirname(file), name), files, packages);
    else if (PACKAGE.test(name)) packages.add(name);
  }
}

function sizeOf(file: string): EntrySize {
  const files = new Map<string, number>();
  const packages = new Set<string>();
  reach(file, files, packages);
  const bytes = [...files.values()].reduce((sum, each) => sum + each, 0);
  return { bytes, modules: files.size, packages: packages.size };
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
}

/** Of all entries that are code, and of the command. */
export function entrySizes(): Map<string, EntrySize> {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const files = Object.entries(exports).flatMap(([name, target]): [string, string][] =>
    typeof target === 'string' ? [] : [[name.replace(/^\./, 'ensaio'), target.default]],
  );
  files.push(['the command', 'dist/cli/main.js']);
  return new Map(files.map(([name, file]) => [name, sizeOf(join(root, file))]));
}
