/** The guide runs: the code of each page is one program, and prints what the page says that it prints. */
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod';
import * as ensaio from '../../fakes/index.ts';
import * as loop from '../../src/loop/index.ts';

const root = `${import.meta.dirname}/../../`;
const pages = globSync('docs/guide/*.md', { cwd: root });

const MODULES: Readonly<Record<string, unknown>> = { ensaio, 'ensaio/loop': loop, zod: z };

const blocksOf = (page: string, language: string): string =>
  [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code]) => code)
    .join('');

/** A module as the body of a function that is handed the modules it imports and a console. */
function toBody(code: string): string {
  return stripTypeScriptTypes(code.replaceAll(/,? type \w+/g, '')).replaceAll(
    /^import (?:\* as (\w+)|(\{[^}]*\})) from '([^']+)';$/gm,
    (_line, whole?: string, parts?: string, from?: string) =>
      `const ${whole ?? parts} = modules['${from}'];`,
  );
}

type Program = (modules: object, console: object) => Promise<void>;

const AsyncFunction = async function () {}.constructor as new (...text: string[]) => Program;

async function run(code: string): Promise<string> {
  const lines: string[] = [];
  const log = (value: unknown): number =>
    lines.push(typeof value === 'string' ? value : inspect(value));
  await new AsyncFunction('modules', 'console', toBody(code))(MODULES, { log });
  return lines.map((line) => `${line}\n`).join('');
}

test.each(pages)('%s runs, and prints what it says', async (page) => {
  const text = readFileSync(root + page, 'utf8');
  expect(await run(blocksOf(text, 'ts'))).toBe(blocksOf(text, 'text'));
});

test('the pages tell the same in every language', () => {
  const shapes = pages.map((page) => {
    const text = readFileSync(root + page, 'utf8');
    return [...text.matchAll(/^(?:#+ |```\w*)/gm)].map(([mark]) => mark);
  });
  expect(pages).toHaveLength(2);
  expect(shapes[0]).toEqual(shapes[1]);
});
