/** An app from the module that someone names on the command line. */
import { stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { EnsaioError } from '../src/error.ts';
import type { App } from '../testing/app.ts';
import { bundledApps } from './bundled-app.ts';
import type { IO } from './io.ts';

const TYPESCRIPT = ['.ts', '.mts', '.cts'];

const LOADER =
  "Node takes imports with their extension and no enums; a loader takes all of TypeScript: NODE_OPTIONS='--import tsx' npx ensaio …";

function invalid(message: string, hint: string, cause?: unknown): EnsaioError {
  return new EnsaioError('app-invalid', message, { hint, cause });
}

/** Whether it takes more than Node to run a TypeScript file: what is no type is taken as it stands. */
function needsLoader({ code, message = '' }: Partial<NodeJS.ErrnoException>): boolean {
  const isFileMissing = code === 'ERR_MODULE_NOT_FOUND' && message.startsWith('Cannot find module');
  return isFileMissing || code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
}

function notLoaded(path: string, error: unknown): EnsaioError {
  const failure = Object(error) as Partial<NodeJS.ErrnoException>;
  const isTypeScript = TYPESCRIPT.includes(extname(path));
  if (failure.code === 'ERR_UNKNOWN_FILE_EXTENSION' && isTypeScript) {
    return invalid(
      `The app "${path}" is TypeScript, which Node ${process.versions.node} does not run.`,
      'Use Node 22.18 or newer, or name a JavaScript file.',
      error,
    );
  }
  const reason = error instanceof Error ? String(error) : inspect(error);
  return invalid(
    `The app "${path}" failed while it was loaded: ${reason}`,
    `\`node ${path}\` shows where.${isTypeScript && needsLoader(failure) ? ` ${LOADER}` : ''}`,
    error,
  );
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Imports a module; one that waits at its top level for what never happens rejects. */
async function importModule(file: string, io: IO): Promise<{ readonly default?: unknown }> {
  const { promise: idle, reject } = Promise.withResolvers<never>();
  const stop = io.whenIdle?.(() => reject(new Error('it waits for something that never happens')));
  try {
    return await Promise.race([import(pathToFileURL(file).href), idle]);
  } finally {
    stop?.();
  }
}

/**
 * The default export of the module at `path`, which starts from the working folder, or a bundled app by its name.
 * @throws EnsaioError `app-invalid` when there is no such file, it does not load, or its default export is no function
 */
export async function loadApp(path: string, io: IO): Promise<App> {
  const bundled = bundledApps.get(path);
  if (bundled) return bundled();
  const file = resolve(io.cwd, path);
  io.onRead?.(file);
  if (!(await isFile(file))) {
    throw invalid(`There is no app "${path}".`, `Looked for the file ${file}.`);
  }
  const module = await importModule(file, io).catch((error: unknown) => {
    throw notLoaded(path, error);
  });
  const { default: app } = module;
  if (typeof app === 'function') return app as App;
  const found = app === undefined ? 'it has none' : `it is ${inspect(app, { depth: 0 })}`;
  throw invalid(
    `The default export of the app "${path}" must be a function, and ${found}.`,
    'An app is `export default async ({ client, input, tools, signal, simulation }) => { … }`.',
  );
}
