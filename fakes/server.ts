/** `ensaio/server`: the simulated API over HTTP, for clients in any language and many tests at once. */
import type { Simulation } from '../src/simulation/simulation.ts';
import { apiFace, faultAnswer } from './server/api.ts';
import { controlFace, isControl } from './server/control.ts';
import type { HttpRequest } from './server/http-request.ts';
import { listen, type Sent } from './server/http-server.ts';
import { isLoopback } from './server/loopback.ts';
import { DEFAULT_RUN } from './server/run-name.ts';
import { Runs } from './server/runs.ts';
import type { NamedScript, ServedScript } from './server/scripts.ts';
import { toServeSettings, type ServeOptions } from './server/serve-options.ts';

export type { NamedScript, ServedScript } from './server/scripts.ts';
export type { ServeOptions } from './server/serve-options.ts';

/** A simulated API that listens. */
export interface EnsaioServer extends AsyncDisposable {
  /** The base URL for clients, without `/v1`; `<url>/run/<name>` is that of one run. */
  readonly url: string;
  readonly port: number;
  /** The scripts it plays; empty when it was given a simulation. */
  readonly scripts: readonly ServedScript[];
  /**
   * The simulation of a run: its journal, its transcripts, `assertDone()`. A run begins when it is first asked for.
   * Default: the run of the requests that name none.
   * @throws EnsaioError `run-unknown` when there is no script for it
   */
  simulation(run?: string): Simulation;
  /** Stops listening and ends what is under way. It may be called again. */
  close(): Promise<void>;
}

/** A host as URLs have it; one that stands for all addresses is reached by the loopback one. */
function urlHost(hostname: string): string {
  if (hostname === '0.0.0.0') return '127.0.0.1';
  if (hostname === '::') return '[::1]';
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}

function warningAbout(hostname: string, token: string | undefined): string {
  const control = token === undefined ? ' A token would guard the control endpoints.' : '';
  return `Other machines may reach ${hostname} and use what is served there.${control}`;
}

/**
 * Serves a simulation, or scripts by their names, each run of a script with its own turns, threads and journal. Which
 * run a request is for, and the control endpoints, are in docs/server.md.
 * @example
 * await using server = await serve(simulate(['Hello.']));
 * const client = new Anthropic({ baseURL: server.url, apiKey: 'test' });
 * @throws EnsaioError `listen-failed`, `option-invalid`, `script-invalid` or `turn-invalid`
 */
export async function serve(
  source: Simulation | readonly NamedScript[],
  options: ServeOptions = {},
): Promise<EnsaioServer> {
  const settings = toServeSettings(options);
  const { hostname, token, grace, onWarning } = settings;
  const runs = new Runs(source, settings);
  const closing = new AbortController();
  const api = apiFace(runs);
  const control = controlFace(runs, { token, hostname: urlHost(hostname) }, closing.signal);

  async function handle(request: HttpRequest): Promise<Sent> {
    try {
      if (isControl(request.url.pathname)) return { answer: await control(request) };
      return await api(request);
    } catch (error) {
      return { answer: faultAnswer(error) };
    }
  }

  const server = await listen(handle, settings);
  if (!isLoopback(hostname)) onWarning(warningAbout(hostname, token));
  let closed: Promise<void> | undefined;

  function close(): Promise<void> {
    closing.abort();
    return (closed ??= server.close(grace));
  }

  return {
    url: `http://${urlHost(hostname)}:${server.port}`,
    port: server.port,
    get scripts() {
      return runs.scripts;
    },
    simulation: (run = DEFAULT_RUN) => runs.get(run).simulation,
    close,
    [Symbol.asyncDispose]: close,
  };
}
