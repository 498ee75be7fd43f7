/** The face of the simulated API: finds the run that a request is for and passes the request to it. */
import { EnsaioError } from '../../src/error.ts';
import { errorBody, type ApiErrorInfo } from '../../src/wire/errors.ts';
import { REQUEST_ID, SHOULD_RETRY } from '../../src/wire/headers.ts';
import { idAt } from '../../src/wire/ids.ts';
import { preflight, readableBy } from './cors.ts';
import type { Sent } from './http-server.ts';
import { runAddress } from './run-address.ts';
import type { Runs, ServedRun } from './runs.ts';

/** The status that tells of a mistake in a test: see docs/decisions/0006. */
const MISTAKE_STATUS = 418;

function errorAnswer(status: number, error: ApiErrorInfo): Response {
  const requestId = idAt('req', 'server', error.message);
  return Response.json(errorBody(error, requestId), {
    status,
    headers: { [REQUEST_ID]: requestId, [SHOULD_RETRY]: 'false' },
  });
}

/** Tells a client that no run is there for it, in the API's envelope and with a status that the API never uses. */
function mistakeAnswer({ code, reason, hint = '' }: EnsaioError, isByKey: boolean): Response {
  const key = isByKey ? ' A key that begins sk-ant-test- names a run, and this one does.' : '';
  const message = `[ensaio] ${reason}${key} ${hint}`.trimEnd();
  const details = { error_code: `ensaio_${code.replaceAll('-', '_')}` };
  return errorAnswer(MISTAKE_STATUS, { type: 'invalid_request_error', message, details });
}

/** Tells of what should never happen. */
export function faultAnswer(error: unknown): Response {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `[ensaio] This is a fault of ensaio itself: ${reason}`;
  return errorAnswer(500, { type: 'api_error', message });
}

async function passOn(
  { simulation }: ServedRun,
  url: string,
  request: Request,
): Promise<Response | undefined> {
  try {
    // A request as it came needs no other around it.
    return await (url === request.url ? simulation.fetch(request) : simulation.fetch(url, request));
  } catch (error) {
    // A broken connection, or a client that has left.
    if (error instanceof TypeError || request.signal.aborted) return undefined;
    throw error;
  }
}

/** Answers requests to the API, each from the run it is for. Pages of any origin may read the answers, as the SDK does. */
export function apiFace(runs: Runs): (request: Request, url: URL) => Promise<Sent> {
  async function answer(request: Request, url: URL): Promise<Sent> {
    const { run: name, of, path, isByKey } = runAddress(url.pathname, request.headers);
    try {
      const run = runs.get(name, of);
      const response = await passOn(run, `${url.origin}${path}${url.search}`, request);
      runs.changes.tell(run.name);
      return { response, onEnd: () => runs.changes.tell(run.name) };
    } catch (error) {
      if (error instanceof EnsaioError) return { response: mistakeAnswer(error, isByKey) };
      throw error;
    }
  }

  return async (request, url) => {
    const isFromPage = request.headers.has('origin');
    if (isFromPage && request.method === 'OPTIONS') return { response: preflight(request, '*') };
    const sent = await answer(request, url);
    if (isFromPage && sent.response) readableBy('*', sent.response);
    return sent;
  };
}
