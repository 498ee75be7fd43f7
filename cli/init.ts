/** `ensaio init`: writes a first scenario, an app and a test into a repository, and nothing over what is there. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EnsaioError } from '../src/error.ts';
import { writeNew } from '../testing/write-text.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { IO } from './io.ts';
import { paintFor } from './paint.ts';
import { starter, type Setting } from './starter.ts';

/** What matters of a package.json. */
interface Manifest {
  readonly type?: unknown;
  readonly [group: `${string}ependencies`]: Readonly<Record<string, unknown>> | undefined;
}

/** The nearest folder, from `folder` upwards, that has a package.json; `folder` itself when none has. */
function packageOf(folder: string, from: string = folder): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? from : packageOf(parent, from);
}

function readManifest(folder: string): Manifest {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return {};
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8'))) as Manifest;
  } catch (error) {
    throw new EnsaioError('option-invalid', `${file} is no JSON: ${(error as Error).message}`, {
      hint: 'It tells how the repository runs its tests.',
      cause: error,
    });
  }
}

function depends(manifest: Manifest, name: string): boolean {
  return [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies].some(
    (group) => Object.hasOwn(Object(group) as object, name),
  );
}

/**
 * Writes the files into `folder`, TypeScript when there is a tsconfig.json, for Vitest when the package has it.
 * @throws EnsaioError `write-failed`, or `option-invalid` when package.json is no JSON
 */
export function init(folder: string, io: IO): ExitCode {
  const target = resolve(io.cwd, folder);
  const root = packageOf(target);
  const manifest = readManifest(root);
  const hasTypes = [target, root].some((each) => existsSync(join(each, 'tsconfig.json')));
  const setting: Setting = {
    language: hasTypes ? 'typescript' : 'javascript',
    runner: depends(manifest, 'vitest') ? 'vitest' : 'node',
    isModule: manifest.type === 'module',
  };
  const { files, commands } = starter(setting);
  const paint = paintFor(io.stdout, io);
  for (const [path, text] of Object.entries(files)) {
    const isNew = writeNew(join(target, path), text);
    const line = isNew ? paint('good', `wrote ${path}`) : `${path} is there, and stays as it is`;
    io.stdout.write(`${line}\n`);
  }
  const next = [
    ...(target === resolve(io.cwd) ? [] : [`cd ${folder}`]),
    ...(depends(manifest, 'ensaio') ? [] : ['npm install --save-dev ensaio @anthropic-ai/sdk zod']),
    ...commands,
  ];
  io.stdout.write(`\nNext:\n${next.map((command) => `  ${command}\n`).join('')}`);
  return EXIT.passed;
}
