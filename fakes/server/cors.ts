/** Lets pages of other origins read answers: the SDK runs in browsers too. */
import type { HttpAnswer } from './http-answer.ts';
import type { HttpRequest } from './http-request.ts';

const READABLE = 'access-control-expose-headers';
const ORIGIN = 'access-control-allow-origin';

/** The answer to the question a browser asks before the request itself. */
export function preflight({ headers }: HttpRequest, origin: string): HttpAnswer {
  const asked = headers.get('access-control-request-headers');
  return {
    status: 204,
    headers: {
      [ORIGIN]: origin,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      ...(asked == null ? {} : { 'access-control-allow-headers': asked }),
      'access-control-max-age': '600',
      vary: 'origin, access-control-request-headers',
    },
    body: null,
  };
}

/** The same answer, readable by `origin`, every header of it too. */
export function readableBy(origin: string, answer: HttpAnswer): HttpAnswer {
  const vary = [answer.headers['vary'] ?? [], 'origin'].flat().join(', ');
  return { ...answer, headers: { ...answer.headers, [ORIGIN]: origin, [READABLE]: '*', vary } };
}
