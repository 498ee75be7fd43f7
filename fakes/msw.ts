/** The MSW door: request handlers that pass every request to the simulated API. */
import { http, HttpResponse, type RequestHandler } from 'msw';
import { nextTurn } from '../src/simulation/clock.ts';
import type { Simulation } from '../src/simulation/simulation.ts';

export interface AnthropicHandlersOptions {
  /** Where the app sends its requests, without `/v1`. Default `https://api.anthropic.com`. */
  readonly baseURL?: string;
}

/**
 * MSW reads a stream as fast as it is given, before the app sees any of it. With a turn of the event loop between
 * chunks it arrives in pieces, and leaving early or aborting ends it.
 */
function unhurried(response: Response): Response {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  const pieces = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      await nextTurn();
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body!.pipeThrough(pieces), response);
}

/**
 * Handlers for `setupServer` or `setupWorker`: everything under `<baseURL>/v1/` is answered by the simulation,
 * streaming or not.
 * @example const server = setupServer(...anthropicHandlers(simulation));
 */
export function anthropicHandlers(
  simulation: Simulation,
  options: AnthropicHandlersOptions = {},
): RequestHandler[] {
  const { baseURL = 'https://api.anthropic.com' } = options;
  return [
    http.all(`${baseURL.replace(/\/+$/, '')}/v1/*`, async ({ request }) => {
      try {
        return unhurried(await simulation.fetch(request));
      } catch (error) {
        // A thrown error would become a 500 answer; a broken connection is a network error.
        if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error();
        throw error;
      }
    }),
  ];
}
