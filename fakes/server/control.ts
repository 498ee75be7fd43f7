/** The face of the control endpoints: who may ask, which endpoint is meant, and errors as JSON. */
import { EnsaioError, type EnsaioErrorCode } from '../../src/error.ts';
import { preflight, readableBy } from './cors.ts';
import { controlRoutes, json, type ControlRoute } from './control-routes.ts';
import { checkAccess, mayRead, type Guard } from './guard.ts';
import type { HttpAnswer } from './http-answer.ts';
import type { HttpRequest } from './http-request.ts';
import type { Runs } from './runs.ts';
import { errorView } from './views.ts';

const PREFIX = '/_ensaio';
const NAME = '<name>';

/** Whether a path is one of the control endpoints and none of the API. */
export function isControl(pathname: string): boolean {
  return pathname === PREFIX || pathname.startsWith(`${PREFIX}/`);
}

/** The status of an answer that tells of an error; 400 for all others. */
const STATUS: Partial<Record<EnsaioErrorCode, number>> = {
  'token-wrong': 401,
  'origin-refused': 403,
  'path-unknown': 404,
  'run-unknown': 404,
  'script-unknown': 404,
  'method-unknown': 405,
  'body-too-large': 413,
  'run-too-many': 429,
};

function errorAnswer(error: unknown): HttpAnswer {
  if (!(error instanceof EnsaioError)) throw error;
  return json({ error: errorView(error) }, STATUS[error.code] ?? 400);
}

/** The head of an answer is asked for like the whole of it; the server leaves out the rest. */
function methodOf({ method }: HttpRequest): string {
  return method === 'HEAD' ? 'GET' : method;
}

interface Found {
  readonly route: ControlRoute;
  readonly name: string;
}

/** The name in a path, if the path is of that form; empty when the form has none. */
function nameIn(path: string, form: string): string | undefined {
  const segments = path.split('/');
  const parts = form.split('/');
  if (segments.length !== parts.length) return undefined;
  if (parts.some((part, i) => part !== NAME && part !== segments[i])) return undefined;
  const name = segments[parts.indexOf(NAME)] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function find(method: string, path: string): Found {
  const found = controlRoutes.flatMap((route) => {
    const name = nameIn(path, route.path);
    return name === undefined ? [] : [{ route, name }];
  });
  const right = found.find(({ route }) => route.method === method);
  if (right) return right;
  const methods = found.map(({ route }) => route.method).join(', ');
  if (methods !== '') {
    const reason = `${PREFIX}${path} takes ${methods}, received ${method}.`;
    throw new EnsaioError('method-unknown', reason);
  }
  throw new EnsaioError('path-unknown', `There is no ${PREFIX}${path}.`, {
    hint: `GET ${PREFIX}/ lists what there is.`,
  });
}

function isOpen(path: string, request: HttpRequest): boolean {
  return controlRoutes.some(
    (route) =>
      route.method === methodOf(request) && route.path === path && route.isOpen?.(request) === true,
  );
}

/** Answers requests to control endpoints of `runs`. */
export function controlFace(
  runs: Runs,
  guard: Guard,
  closing: AbortSignal,
): (request: HttpRequest) => Promise<HttpAnswer> {
  async function answerTo(request: HttpRequest): Promise<HttpAnswer> {
    const path = request.url.pathname.slice(PREFIX.length).replace(/\/+$/, '');
    if (!isOpen(path, request)) checkAccess(request, guard);
    const { route, name } = find(methodOf(request), path);
    return route.answer({ request, runs, name, closing });
  }

  return async (request) => {
    const origin = request.headers.get('origin');
    const reader = origin != null && mayRead(origin, guard) ? origin : undefined;
    if (reader !== undefined && request.method === 'OPTIONS') return preflight(request, reader);
    const answer = await answerTo(request).catch(errorAnswer);
    return reader === undefined ? answer : readableBy(reader, answer);
  };
}
