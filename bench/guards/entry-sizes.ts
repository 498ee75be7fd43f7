/** How much each entry of the package makes Node read: the built files that an import of it reaches. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../pieces/child.ts';

export interface EntrySize {
  readonly bytes: number;
  readonly modules: number;
}

/** What each may come to, somewhat above what it is. A new entry needs a line here. */
export const ENTRY_LIMITS: Readonly<Record<string, EntrySize>> = {
  ensaio: { bytes: 500_000, modules: 32 },
  'ensaio/msw': { bytes: 23_000, modules: 11 },
  'ensaio/server': { bytes: 620_000, modules: 46 },
  'ensaio/invariants': { bytes: 78_000, modules: 13 },
  'ensaio/rules': { bytes: 240_000, modules: 11 },
  'ensaio/loop': { bytes: 20_000, modules: 7 },
  'ensaio/testing': { bytes: 740_000, modules: 70 },
  'ensaio/apps/loop': { bytes: 23_000, modules: 11 },
  'ensaio/apps/tool-runner': { bytes: 8_000, modules: 9 },
  'ensaio/vitest': { bytes: 88_000, modules: 13 },
  'the command': { bytes: 18_000, modules: 7 },
};

/** What is imported at once; what waits for its first use costs nothing until then. */
const IMPORT = /^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)";|^import "(\.[^"]+)";/gm;

function reach(file: string, seen: Map<string, number>): void {
  if (seen.has(file)) return;
  const text = readFileSync(file, 'utf8');
  seen.set(file, Buffer.byteLength(text));
  for (const [, from, bare] of text.matchAll(IMPORT)) {
    reach(join(dirname(file), (from ?? bare)!), seen);
  }
}

function sizeOf(file: string): EntrySize {
  const seen = new Map<string, number>();
  reach(file, seen);
  return { modules: seen.size, bytes: [...seen.values()].reduce((sum, bytes) => sum + bytes, 0) };
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
