/** Who may use the control endpoints. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { EnsaioError } from '../../src/error.ts';
import { AUTHORIZATION } from '../../src/wire/headers.ts';
import type { HttpRequest } from './http-request.ts';
import { isLoopback } from './loopback.ts';

const TOKEN = 'x-ensaio-token';

export interface Guard {
  /** What a request must carry; undefined when nothing. */
  readonly token: string | undefined;
  /** Where the server listens. */
  readonly hostname: string;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function hasToken({ headers }: Approach, token: string): boolean {
  const bearer = /^Bearer\s+(.+)$/i.exec(headers.get(AUTHORIZATION) ?? '')?.[1];
  const given = headers.get(TOKEN) ?? bearer;
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

/** Whether a page of this origin may read the control endpoints; with a token to send, any may. */
export function mayRead(origin: string, { token }: Guard): boolean {
  return token !== undefined || isLoopback(URL.parse(origin)?.hostname ?? '');
}

const HINT =
  'Start the server with a token and send it: other machines and pages may then use them.';

/** What is looked at of a request to the control endpoints. */
export type Approach = Pick<HttpRequest, 'headers' | 'url' | 'from'>;

function refused(reason: string): EnsaioError {
  return new EnsaioError('origin-refused', reason, { hint: HINT });
}

/**
 * Without a token only what is on this machine may use them. A page of another site could otherwise, also under a name
 * of its own that it has lead here.
 * @throws EnsaioError `token-wrong` or `origin-refused`
 */
export function checkAccess(approach: Approach, guard: Guard): void {
  const { headers, url, from = '' } = approach;
  if (guard.token !== undefined) {
    if (hasToken(approach, guard.token)) return;
    throw new EnsaioError('token-wrong', 'The control endpoints of this server need its token.', {
      hint: `Send it as "${AUTHORIZATION}: Bearer <token>" or "${TOKEN}: <token>".`,
    });
  }
  const origin = headers.get('origin');
  if (origin != null && !mayRead(origin, guard)) {
    throw refused(`A page of ${origin} may not use the control endpoints.`);
  }
  if (!isLoopback(url.hostname) && url.hostname !== guard.hostname) {
    throw refused(`The control endpoints do not answer to the name ${url.hostname}.`);
  }
  if (!isLoopback(from) && from !== guard.hostname) {
    throw refused(`The control endpoints do not answer ${from}, which is another machine.`);
  }
}
