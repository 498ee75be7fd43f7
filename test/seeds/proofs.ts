/** Which test or scenario shows which row, read off the files themselves. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import { parse } from 'yaml';
import { seedRows } from './seed-rows.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Proof {
  readonly row: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Of a test or scenario; absent when it is the whole file. */
  readonly title?: string;
}

const files = (pattern: string): string[] => globSync(pattern, { cwd: root }).toSorted();
const textOf = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

const ROW = /\b(?:row|rowEitherWay)\(\s*'([^']+)',\s*(['"`])(.+?)\2,/g;

function inTests(): Proof[] {
  return ['test/seeds/**/*.test.ts', 'test/clients/large/*.test.ts']
    .flatMap(files)
    .flatMap((file) =>
      [...textOf(file).matchAll(ROW)].flatMap(([, ids, , title]) =>
        ids!.split(' ').map((row) => ({ row, file, title: title! })),
      ),
    );
}

interface TaggedScenario {
  readonly name: string;
  readonly tags?: readonly string[];
}

function inScenarios(): Proof[] {
  return files('scenarios/**/*.yaml').flatMap((file) => {
    const { name, tags = [] } = parse(textOf(file)) as TaggedScenario;
    return tags
      .filter((tag) => /^[A-Z]{2}-\d+$/.test(tag))
      .map((row) => ({ row, file, title: name }));
  });
}

/** The tests elsewhere that rows name; each must be there under its title. */
function elsewhere(): Proof[] {
  return [...seedRows].flatMap(([row, { shown_by = {} }]) =>
    Object.entries(shown_by).flatMap(([file, titles]) =>
      [titles].flat().map((title) => (title === '*' ? { row, file } : { row, file, title })),
    ),
  );
}

export const proofs: readonly Proof[] = [...inTests(), ...inScenarios(), ...elsewhere()];

/** Whether the file of a proof is there and has its title. */
export function isThere({ file, title }: Proof): boolean {
  try {
    return title === undefined || textOf(file).includes(title);
  } catch {
    return false;
  }
}
