/** The MSW door: request handlers that pass every request to the simulated API. */
import { http, HttpResponse, type RequestHandler } from 'msw';
import { anything, checkOptions } from '../src/check-options.ts';
import { EnsaioError } from '../src/error.ts';
import { show } from '../src/show.ts';
import { readRequest, toResponse } from '../src/simulation/fetch-face.ts';
import type { Simulation } from '../src/simulation/simulation.ts';
import { bytesOf, headersOf } from '../src/simulation/wire-form.ts';
import { decoded } from './content-encoding.ts';
import { withOwnCopies } from './own-copies.ts';
import { unhurried } from './unhurried.ts';

export interface AnthropicHandlersOptions {
  /**
   * Where the app sends its requests: the base URL it is given, or several. Each may have a path in front of `/v1`,
   * slashes at its end, or the `/v1` itself; in a browser it may be relative to the page.
   * Default `https://api.anthropic.com`.
   */
  readonly baseURL?: string | readonly string[];
}

function checkSimulation(simulation: unknown): void {
  const isRight = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && 'fetch' in value && 'journal' in value;
  if (isRight(simulation)) return;
  const isClient = isRight(Object(simulation)['simulation']);
  throw new EnsaioError(
    'option-invalid',
    `anthropicHandlers takes a simulation, received ${isClient ? 'a fake client' : show(simulation)}.`,
    {
      hint: isClient
        ? 'Pass its simulation: anthropicHandlers(client.simulation).'
        : 'anthropicHandlers(simulate(["Hello."])).',
    },
  );
}

function invalidBaseURL(received: unknown): EnsaioError {
  return new EnsaioError(
    'option-invalid',
    `baseURL is an http or https address without a query, or several, received ${show(received)}.`,
    {
      hint: 'Pass what the app is given as its base URL, such as "https://api.anthropic.com".',
      details: { option: 'baseURL', received },
    },
  );
}

/** What stands in front of `/v1/` in the addresses below a base URL. */
function prefixOf(baseURL: string): string {
  const page = globalThis.location?.href;
  if (!URL.canParse(baseURL, page)) throw invalidBaseURL(baseURL);
  const { protocol, origin, pathname, href } = new URL(baseURL, page);
  if (!/^https?:$/.test(protocol) || /[?#]/.test(href)) throw invalidBaseURL(baseURL);
  return origin + pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
}

/** Every address that begins so; in a pattern of MSW's own `:`, `*` and `(` would be wildcards. */
function addressesFrom(start: string): RegExp {
  return new RegExp(`^${start.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}`);
}

async function answerTo(request: Request, simulation: Simulation): Promise<Response> {
  const { raw, signal } = await readRequest(request);
  const answer = await simulation.answer(raw, signal);
  if (answer.type === 'stream') return unhurried(decoded(toResponse(answer, signal)));
  if (answer.type !== 'broken' && answer.encoding === undefined) {
    const headers = headersOf(answer);
    return withOwnCopies({ status: answer.status, headers, bytes: bytesOf(answer) });
  }
  const response = decoded(toResponse(answer, signal));
  const { status, headers } = response;
  const bytes = response.body && new Uint8Array(await response.arrayBuffer());
  return withOwnCopies({ status, headers, bytes });
}

/**
 * Handlers for `setupServer` or `setupWorker`, one for each base URL: whatever is asked under `<baseURL>/v1/` the
 * simulation answers, streaming or not, with the API's 404 where it has nothing. All other requests are left to MSW.
 * @example const server = setupServer(...anthropicHandlers(simulation));
 * @throws EnsaioError `option-invalid`
 */
export function anthropicHandlers(
  simulation: Simulation,
  options: AnthropicHandlersOptions = {},
): RequestHandler[] {
  checkSimulation(simulation);
  // A misspelt option would leave the app's requests to the network.
  checkOptions(options, { baseURL: anything });
  const { baseURL = 'https://api.anthropic.com' } = options;
  const prefixes = [baseURL].flat().map(prefixOf);
  if (prefixes.length === 0) throw invalidBaseURL(baseURL);
  return prefixes.map((prefix) =>
    http.all(addressesFrom(`${prefix}/v1/`), async ({ request }) => {
      try {
        return await answerTo(request, simulation);
      } catch (error) {
        // A thrown error would become a 500 answer; a broken connection is a network error.
        if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error();
        throw error;
      }
    }),
  );
}
