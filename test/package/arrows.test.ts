// The linter keeps the arrows between the folders: each wrong one is reported, each right one is not.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What each folder may import, besides itself. */
const arrows: Record<string, string[]> = {
  'src/wire': [],
  'src/rules': ['src/wire'],
  'src/script': ['src/wire'],
  'src/transcript': ['src/wire'],
  'src/verdict': ['src/wire'],
  'src/invariants': ['src/transcript', 'src/wire'],
  'src/simulation': ['src/rules', 'src/script', 'src/transcript', 'src/wire'],
  'src/scenario': ['src/script', 'src/wire'],
  'src/loop': [],
};
const inSrc = Object.keys(arrows);
arrows['fakes'] = inSrc;
arrows['testing'] = [...inSrc, 'fakes'];
arrows['cli'] = [...inSrc, 'fakes', 'testing'];

const restrictedImport = 'eslint(no-restricted-imports)';

/** One line of code in one file, and the rule that must refuse it, if any. */
interface Case {
  file: string;
  line: string;
  refusedBy?: string | undefined;
}
const cases: Case[] = [];
const add = (refusedBy: string | undefined, file: string, ...lines: string[]): void => {
  for (const line of lines) cases.push({ file, line, refusedBy });
};

const up = (folder: string): string => folder.replace(/[^/]+/g, '..');
for (const [from, allowed] of Object.entries(arrows)) {
  const file = `${from}/a.ts`;
  for (const to of [...Object.keys(arrows), 'test', 'src/another']) {
    const path =
      from.startsWith('src/') && to.startsWith('src/')
        ? `../${to.slice(4)}/b.ts`
        : `${up(from)}/${to}/b.ts`;
    const right = allowed.includes(to) || (to === 'src/another' && !from.startsWith('src/'));
    if (to === from) add(undefined, file, `export * from './b.ts';`);
    else if (from === 'src/loop' && to === 'src/wire') continue;
    else {
      add(right ? undefined : restrictedImport, file, `export * from '${path}';`);
      add(right ? undefined : restrictedImport, file, `export type * from '${path}';`);
      if (!right) add(restrictedImport, file, `await import('${path}');`);
    }
  }
}

add(undefined, 'src/scenario/a.ts', `export * from '../nearest.ts';`);
add(restrictedImport, 'src/wire/a.ts', `export * from '../nearest.ts';`);

// src/loop takes the types of wire and no value.
add(undefined, 'src/loop/a.ts', `export type * from '../wire/b.ts';`);
add(restrictedImport, 'src/loop/a.ts', `export * from '../wire/b.ts';`);

// The files of src serve every folder but wire.
for (const shared of ['error.ts', 'show.ts', 'check-options.ts']) {
  for (const folder of inSrc) {
    const refusedBy = folder === 'src/wire' ? restrictedImport : undefined;
    add(refusedBy, `${folder}/a.ts`, `export * from '../${shared}';`);
  }
  for (const folder of ['fakes', 'testing', 'cli']) {
    add(undefined, `${folder}/a.ts`, `export * from '../src/${shared}';`);
  }
  add(restrictedImport, `src/${shared}`, `export * from './wire/b.ts';`);
}

// A new folder of src imports nothing until it is given its arrows.
add(restrictedImport, 'src/another/a.ts', `export * from '../wire/b.ts';`);

// wire has folders of its own, open to whoever may import wire: some below its files, some above.
add(undefined, 'src/wire/deep/a.ts', `export * from './b.ts';`);
add(undefined, 'src/wire/deep/a.ts', `export * from '../json/b.ts';`);
add(undefined, 'src/wire/deep/a.ts', `export * from '../schema/b.ts';`);
add(restrictedImport, 'src/wire/deep/a.ts', `export * from '../b.ts';`);
for (const room of ['json', 'models']) {
  add(undefined, 'src/wire/a.ts', `export * from './${room}/b.ts';`);
}
for (const room of ['history', 'stream']) {
  add(undefined, `src/wire/${room}/a.ts`, `export * from '../b.ts';`);
  add(undefined, `src/wire/${room}/a.ts`, `export * from '../json/b.ts';`);
  add(restrictedImport, `src/wire/${room}/a.ts`, `export * from '../request/b.ts';`);
  add(restrictedImport, 'src/wire/a.ts', `export * from './${room}/b.ts';`);
  add(restrictedImport, 'src/wire/deep/a.ts', `export * from '../${room}/b.ts';`);
}
add(
  restrictedImport,
  'src/wire/deep/a.ts',
  `export * from '../../script/b.ts';`,
  `export * from '../../error.ts';`,
);
add(undefined, 'src/rules/a.ts', `export * from '../wire/deep/b.ts';`);
add(undefined, 'fakes/a.ts', `export * from '../src/wire/deep/b.ts';`);

// So has fakes.
add(undefined, 'fakes/server/a.ts', `export * from '../b.ts';`, `export * from 'node:http';`);
add(undefined, 'fakes/server/a.ts', `export * from '../../src/script/b.ts';`);
add(restrictedImport, 'fakes/server/a.ts', `export * from '../../testing/b.ts';`);

// testing has one too.
add(undefined, 'testing/deep/a.ts', `export * from '../b.ts';`, `export * from 'fast-check';`);
add(undefined, 'testing/deep/a.ts', `export * from '../../src/script/b.ts';`);
add(restrictedImport, 'testing/deep/a.ts', `export * from '../../cli/b.ts';`);

// No detour round an arrow.
add(
  restrictedImport,
  'src/rules/a.ts',
  `export * from '../wire/../script/b.ts';`,
  `export * from './../script/b.ts';`,
  `export * from '../../src/script/b.ts';`,
);
add(restrictedImport, 'fakes/a.ts', `export * from '../src/../cli/b.ts';`);
add('typescript(consistent-type-imports)', 'src/rules/a.ts', `let a: import('../script/b.ts').B;`);

// An optional peer is imported only in the file named for it.
const peers: Record<string, string[]> = {
  msw: ['fakes/msw.ts', 'testing/doors/msw.ts'],
  'msw/node': ['fakes/msw.ts', 'testing/doors/msw.ts'],
  vitest: ['testing/vitest.ts', 'test/a.ts'],
  'fast-check': ['testing/a.ts', 'testing/vitest.ts', 'test/a.ts'],
};
const anywhere = [...Object.keys(arrows).map((folder) => `${folder}/a.ts`), 'src/error.ts'];
for (const [peer, homes] of Object.entries(peers)) {
  for (const file of new Set([...anywhere, 'fakes/msw.ts', 'testing/vitest.ts', ...homes])) {
    add(homes.includes(file) ? undefined : restrictedImport, file, `export * from '${peer}';`);
  }
}

// src runs on web standards, and takes only types from the SDK.
for (const folder of inSrc) {
  const file = `${folder}/a.ts`;
  add(restrictedImport, file, `export * from 'node:fs';`, `export * from '@anthropic-ai/sdk';`);
  add(undefined, file, `export type * from '@anthropic-ai/sdk/resources/messages';`);
}
const packages: [name: string, ...homes: string[]][] = [
  ['ajv/dist/2020.js', 'src/rules', 'src/loop'],
  ['yaml', 'src/scenario'],
  ['zod', 'src/scenario'],
];
for (const [name, ...homes] of packages) {
  for (const folder of [...inSrc, 'src/wire/deep']) {
    const refusedBy = homes.includes(folder) ? undefined : restrictedImport;
    add(refusedBy, `${folder}/a.ts`, `export * from '${name}';`);
  }
}
// The schemas that users give bring what is needed of zod.
add(undefined, 'src/loop/a.ts', `export type * from 'zod';`, `export * from '#zod';`);
add(undefined, 'fakes/a.ts', `export * from '@anthropic-ai/sdk';`, `export * from 'node:http';`);
add(undefined, 'cli/a.ts', `export * from 'commander';`);

// Same script, same seed, same bytes.
const globals = 'eslint(no-restricted-globals)';
const properties = 'eslint(no-restricted-properties)';
add(globals, 'src/simulation/a.ts', `setTimeout(() => {}, 1);`, `setInterval(() => {}, 1);`);
add(properties, 'src/simulation/a.ts', `Math.random();`, `Date.now();`, `crypto.randomUUID();`);
add(undefined, 'src/simulation/clock.ts', `setTimeout(() => {}, 1);`, `Date.now();`);
add(undefined, 'cli/a.ts', `setTimeout(() => {}, 1);`, `Date.now();`);

// The house's other habits.
add('eslint(no-console)', 'src/wire/a.ts', `console.log(1);`);
add(undefined, 'cli/a.ts', `console.log(1);`);
add('typescript(no-explicit-any)', 'src/wire/a.ts', `export const a: any = 1;`);
add('import(no-default-export)', 'src/wire/c.ts', `export default 1;`);
add(undefined, 'a.config.ts', `export default 1;`);
add('import(no-cycle)', 'src/wire/d.ts', `export * from './e.ts';`);
add('import(no-cycle)', 'src/wire/e.ts', `export * from './d.ts';`);

const house = mkdtempSync(join(tmpdir(), 'ensaio-arrows-'));
afterAll(() => rmSync(house, { recursive: true, force: true }));

/** Lints all cases in one run: "file:line" → the rules that refuse it. */
function lint(): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { file, line } of cases) files.set(file, [...(files.get(file) ?? []), line]);
  for (const [file, lines] of files) {
    mkdirSync(join(house, dirname(file)), { recursive: true });
    writeFileSync(join(house, file), lines.join('\n'));
  }
  mkdirSync(join(house, 'scripts'));
  for (const file of ['oxlint.config.ts', 'scripts/arrows.ts']) {
    copyFileSync(join(root, file), join(house, file));
  }
  const oxlint = fileURLToPath(new URL('bin/oxlint', import.meta.resolve('oxlint/package.json')));
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json'], {
    cwd: house,
    encoding: 'utf8',
  });
  const refused = new Map<string, string[]>();
  for (const { filename, code, message, labels } of JSON.parse(stdout).diagnostics) {
    if (!code) throw new Error(`${filename}: ${message}`);
    const place = `${filename}:${labels[0].span.line}`;
    refused.set(place, [...(refused.get(place) ?? []), code]);
  }
  return refused;
}

test('reports every wrong arrow and no right one', () => {
  const refused = lint();
  const lineOf = new Map<string, number>();
  const watched = new Set(cases.map(({ refusedBy }) => refusedBy));
  const wrong: string[] = [];
  for (const { file, line, refusedBy } of cases) {
    const at = (lineOf.get(file) ?? 0) + 1;
    lineOf.set(file, at);
    const by = (refused.get(`${file}:${at}`) ?? []).filter((code) => watched.has(code));
    const right = refusedBy === undefined ? by.length === 0 : by.includes(refusedBy);
    if (!right) wrong.push(`${file}: ${line} → ${by.join(', ') || 'not refused'}`);
  }
  expect(wrong).toEqual([]);
});

test('knows every folder of src', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `src/${entry.name}`);
  expect(inSrc).toEqual(expect.arrayContaining(folders));
});
