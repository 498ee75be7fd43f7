/** The face of the simulated API: finds the run that a request is for and passes the request to it. */
import { EnsaioError } from '../../src/error.ts';
import type { Answer } from '../../src/simulation/answer.ts';
import { apiPath } from '../../src/simulation/fetch-face.ts';
import { textOf } from '../../src/simulation/read-body.ts';
import { toReadable } from '../../src/simulation/to-readable.ts';
import { bodyOf, chunksOf, headersOf, type SentAnswer } from '../../src/simulation/wire-form.ts';
import { errorBody, type ApiErrorInfo } from '../../src/wire/errors.ts';
import {
  CONTENT_ENCODING,
  contentEncodingOf,
  REQUEST_ID,
  SHOULD_RETRY,
} from '../../src/wire/headers.ts';
import { idAt } from '../../src/wire/ids.ts';
import { LARGEST_BODY } from '../../src/wire/routes.ts';
import { chunksIn } from './chunks-in.ts';
import { preflight, readableBy } from './cors.ts';
import type { HttpAnswer } from './http-answer.ts';
import type { HttpRequest } from './http-request.ts';
import type { Sent } from './http-server.ts';
import { runAddress } from './run-address.ts';
import type { Runs, ServedRun } from './runs.ts';

/** The status that tells of a mistake in a test: see docs/decisions/0006. */
const MISTAKE_STATUS = 418;

function errorAnswer(status: number, error: ApiErrorInfo): HttpAnswer {
  const requestId = idAt('req', 'server', error.message);
  return {
    status,
    headers: {
      'content-type': 'application/json',
      [REQUEST_ID]: requestId,
      [SHOULD_RETRY]: 'false',
    },
    body: JSON.stringify(errorBody(error, requestId)),
  };
}

/** Tells a client that no run is there for it, in the API's envelope and with a status that the API never uses. */
function mistakeAnswer({ code, reason, hint = '' }: EnsaioError, isByKey: boolean): HttpAnswer {
  const key = isByKey ? ' A key that begins sk-ant-test- names a run, and this one does.' : '';
  const message = `[ensaio] ${reason}${key} ${hint}`.trimEnd();
  const details = { error_code: `ensaio_${code.replaceAll('-', '_')}` };
  return errorAnswer(MISTAKE_STATUS, { type: 'invalid_request_error', message, details });
}

/** Tells of what should never happen. */
export function faultAnswer(error: unknown): HttpAnswer {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `[ensaio] This is a fault of ensaio itself: ${reason}`;
  return errorAnswer(500, { type: 'api_error', message });
}

/** Compressed as it goes over a wire; a `fetch` gives out what is decompressed. */
function compressed(answer: SentAnswer, signal: AbortSignal): HttpAnswer['body'] {
  const whole = answer.type === 'stream' ? undefined : bodyOf(answer);
  if (whole === null) return null;
  const stream =
    answer.type === 'stream'
      ? toReadable((left) => chunksOf(answer, left), signal)
      : new Blob([whole!]).stream();
  return chunksIn(stream.pipeThrough(new CompressionStream('gzip')));
}

/** The answer for a wire; undefined when the connection is to break. */
function toHttpAnswer(answer: Answer, signal: AbortSignal): HttpAnswer | undefined {
  if (answer.type === 'broken') return undefined;
  const { status } = answer;
  const headers = headersOf(answer);
  if (headers[CONTENT_ENCODING] === 'gzip' || answer.encoding === 'gzip-undeclared') {
    return { status, headers, body: compressed(answer, signal) };
  }
  const body = answer.type === 'stream' ? chunksOf(answer, signal) : bodyOf(answer);
  return { status, headers, body };
}

async function passOn(
  { simulation }: ServedRun,
  path: string,
  { method, url, headers, signal, readBody }: HttpRequest,
): Promise<HttpAnswer | undefined> {
  try {
    const bytes = await readBody(LARGEST_BODY);
    const body = await textOf(bytes, bytes?.length === 0 ? '' : contentEncodingOf(headers));
    const asked = { method, path: apiPath({ pathname: path }), query: url.search, headers };
    return toHttpAnswer(await simulation.answer({ ...asked, ...body }, signal), signal);
  } catch (error) {
    // A client that has left.
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Answers requests to the API, each from the run it is for. Pages of any origin may read the answers, as the SDK does. */
export function apiFace(runs: Runs): (request: HttpRequest) => Promise<Sent> {
  async function answerTo(request: HttpRequest): Promise<Sent> {
    const { run: name, of, path, isByKey } = runAddress(request.url.pathname, request.headers);
    try {
      const run = runs.get(name, of);
      const answer = await passOn(run, path, request);
      runs.changes.tell(run.name);
      return { answer, onEnd: () => runs.changes.tell(run.name) };
    } catch (error) {
      if (error instanceof EnsaioError) return { answer: mistakeAnswer(error, isByKey) };
      throw error;
    }
  }

  return async (request) => {
    if (!request.headers.has('origin')) return answerTo(request);
    if (request.method === 'OPTIONS') return { answer: preflight(request, '*') };
    const sent = await answerTo(request);
    return sent.answer ? { ...sent, answer: readableBy('*', sent.answer) } : sent;
  };
}
