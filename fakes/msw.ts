/** The MSW door: request handlers that pass every request to the simulated API. */
import { http, HttpResponse, type RequestHandler } from 'msw';
import type { Simulation } from '../src/simulation/simulation.ts';

export interface AnthropicHandlersOptions {
  /** Where the app sends its requests, without `/v1`. Default `https://api.anthropic.com`. */
  readonly baseURL?: string;
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
        return await simulation.fetch(request);
      } catch (error) {
        // A thrown error would become a 500 answer; a broken connection is a network error.
        if (error instanceof TypeError || request.signal.aborted) return HttpResponse.error();
        throw error;
      }
    }),
  ];
}
