/** Which files a list of paths, folders and patterns names. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { glob } from 'tinyglobby';
import { checkGiven } from '../../src/check-options.ts';
import { EnsaioError } from '../../src/error.ts';

const EVERY_SCENARIO = '**/*.{yaml,yml}';
const INSTALLED = '**/node_modules/**';

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
}

/** A name that exists is taken by the letter, so that brackets in it need no escape. */
async function match(pattern: string, cwd: string): Promise<string[]> {
  const path = resolve(cwd, pattern);
  switch (await kindOf(path)) {
    case 'file':
      return [path];
    case 'folder':
      return glob(EVERY_SCENARIO, { cwd: path, absolute: true, ignore: INSTALLED });
    case undefined: {
      const ignore = pattern.includes('node_modules') ? [] : INSTALLED;
      return glob(pattern, { cwd, absolute: true, expandDirectories: false, ignore });
    }
  }
}

function nothingFound(pattern: string, cwd: string): EnsaioError {
  return new EnsaioError('option-invalid', `No file matches "${pattern}".`, {
    hint: `Looked in ${cwd}.`,
    details: { option: 'globs', received: pattern },
  });
}

/**
 * The absolute paths of the files that `patterns` name, each once, sorted. A folder stands for every YAML file in it;
 * a pattern that begins with `!` takes files away.
 * @throws EnsaioError `option-invalid` when a pattern finds nothing
 */
export async function findFiles(patterns: readonly string[], cwd: string): Promise<string[]> {
  const wrong = patterns.find((pattern: unknown) => typeof pattern !== 'string');
  checkGiven(
    patterns.every((each: unknown) => typeof each === 'string'),
    'Looking for files',
    'paths, folders and patterns as texts',
    wrong,
  );
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'));
  const unwanted = patterns.filter((pattern) => pattern.startsWith('!'));
  if (wanted.length === 0) {
    throw new EnsaioError('option-invalid', 'No pattern was given to find scenarios by.', {
      details: { option: 'globs', received: patterns },
    });
  }
  const taken = await Promise.all(unwanted.map((pattern) => match(pattern.slice(1), cwd)));
  const away = new Set(taken.flat());
  const found = await Promise.all(
    wanted.map(async (pattern) => {
      const files = await match(pattern, cwd);
      if (files.length === 0) throw nothingFound(pattern, cwd);
      return files;
    }),
  );
  // The order of a folder's entries is up to the machine.
  return [...new Set(found.flat())].filter((file) => !away.has(file)).sort();
}
