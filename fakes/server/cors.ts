/** Lets pages of other origins read answers: the SDK runs in browsers too. */

const READABLE = 'access-control-expose-headers';
const ORIGIN = 'access-control-allow-origin';

/** The answer to the question a browser asks before the request itself. */
export function preflight(request: Request, origin: string): Response {
  const asked = request.headers.get('access-control-request-headers');
  return new Response(null, {
    status: 204,
    headers: {
      [ORIGIN]: origin,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      ...(asked === null ? {} : { 'access-control-allow-headers': asked }),
      'access-control-max-age': '600',
      vary: 'origin, access-control-request-headers',
    },
  });
}

/** Marks an answer as readable by `origin`, every header of it too. */
export function readableBy(origin: string, response: Response): Response {
  response.headers.set(ORIGIN, origin);
  response.headers.set(READABLE, '*');
  response.headers.append('vary', 'origin');
  return response;
}
