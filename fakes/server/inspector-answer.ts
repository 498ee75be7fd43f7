/** Answers with the inspector: the page alone, which asks the control endpoints as anybody else does. */
import type { HttpAnswer } from './http-answer.ts';
import type { HttpRequest } from './http-request.ts';
import { INSPECTOR_PAGE, INSPECTOR_POLICY } from './inspector-page.ts';

/** Whether a request is for the page: browsers say so. */
export function acceptsPage({ headers }: HttpRequest): boolean {
  return headers.get('accept')?.includes('text/html') === true;
}

export function inspectorAnswer(): HttpAnswer {
  return {
    status: 200,
    body: INSPECTOR_PAGE,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': INSPECTOR_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      vary: 'accept',
    },
  };
}
