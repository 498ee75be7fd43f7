/** `ensaio serve`: serves scenarios until it is told to stop. */
import { serve, type EnsaioServer, type ServeOptions } from '../fakes/server.ts';
import { countOf } from '../src/scenario/count-of.ts';
import { loadScenarios } from '../testing/load/load-scenarios.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { IO } from './io.ts';
import { numeric } from './numeric.ts';
import { bundledScenarios } from './package-root.ts';
import { paintFor, type Paint } from './paint.ts';

/** The options as they are written. */
export interface ServeCommandOptions {
  readonly port: string;
  readonly host: string;
  readonly token?: string;
  readonly threads: string;
  readonly strict: boolean;
  readonly allow?: string;
  readonly refuse?: string;
  readonly models: string;
  readonly apiKey?: string;
  readonly latency: string;
  readonly seed: string;
  readonly journalLimit: string;
  readonly runLimit: string;
}

const ids = (list: string): string[] => list.split(',').map((id) => id.trim());

function toServeOptions(written: ServeCommandOptions): ServeOptions {
  const { port, host, token, threads, strict, allow, refuse } = written;
  const { models, apiKey, latency, seed, journalLimit, runLimit } = written;
  return {
    port: numeric(port),
    hostname: host,
    token,
    threads: threads as ServeOptions['threads'],
    strict,
    allow: allow === undefined ? undefined : ids(allow),
    refuse: refuse === undefined ? undefined : ids(refuse),
    models: models as ServeOptions['models'],
    apiKey,
    latency: numeric(latency),
    seed: numeric(seed),
    journalLimit: numeric(journalLimit),
    runLimit: numeric(runLimit),
  };
}

function greeting({ url, scripts }: EnsaioServer, paint: Paint): string {
  const width = Math.max(...scripts.map(({ name }) => name.length));
  return [
    paint('title', `export ANTHROPIC_BASE_URL=${url}`),
    '',
    'Each scenario has a base URL; ~ and anything behind it makes a run of its own:',
    ...scripts.map(
      ({ name, title, script: { turns } }) =>
        `  ${url}/run/${name.padEnd(width)}  ${paint('quiet', `${title}, ${countOf(turns.length, 'turn')}`)}`,
    ),
    '',
    `${url}/_ensaio/ tells what came of them. Ctrl-C stops.`,
    '',
  ].join('\n');
}

/**
 * Serves the scenarios that `globs` name, or the bundled ones, until the process is asked to end.
 * @throws EnsaioError `scenario-invalid`, `option-invalid` or `listen-failed`
 */
export async function serveScenarios(
  globs: readonly string[],
  options: ServeCommandOptions,
  io: IO,
): Promise<ExitCode> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const forgetStop = io.onStop?.(stop);
  const onWarning = (warning: string): void => {
    io.stderr.write(`${paintFor(io.stderr, io)('bad', `Warning: ${warning}`)}\n`);
  };
  try {
    const scenarios = await loadScenarios(globs.length > 0 ? globs : bundledScenarios, {
      cwd: io.cwd,
    });
    const server = await serve(scenarios, { ...toServeOptions(options), onWarning });
    io.stdout.write(greeting(server, paintFor(io.stdout, io)));
    await stopped;
    await server.close();
    return EXIT.passed;
  } finally {
    forgetStop?.();
  }
}
