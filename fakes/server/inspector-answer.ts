/** Answers with the inspector: the page alone, which asks the control endpoints as anybody else does. */
import { INSPECTOR_PAGE, INSPECTOR_POLICY } from './inspector-page.ts';

/** Whether a request is for the page, which it is unless it asks for JSON and for no page. */
export function acceptsPage({ headers }: Request): boolean {
  const accept = headers.get('accept') ?? '';
  return accept.includes('text/html') || !accept.includes('application/json');
}

export function inspectorAnswer(): Response {
  return new Response(INSPECTOR_PAGE, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': INSPECTOR_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      vary: 'accept',
    },
  });
}
