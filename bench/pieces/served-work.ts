/** The one piece of work that all servers are measured with: a request, and the text that answers it. */

/** As many deltas of the API's own size as a short answer has. */
const DELTAS = 40;
export const PIECE = 16;

export const TEXT: string = 'Nothing is left.'.repeat(DELTAS);

const BODY: {
  readonly model: string;
  readonly max_tokens: number;
  readonly messages: { readonly role: 'user'; readonly content: string }[];
} = {
  model: 'claude-opus-5',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Look at both places.' }],
};

/** The request as bytes. */
export function rawRequest(stream: boolean): string {
  const body = JSON.stringify({ ...BODY, stream });
  const headers = {
    host: 'localhost',
    'x-api-key': 'test',
    'anthropic-version': '2026-10-21',
    'content-type': 'application/json',
    'content-length': body.length,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /v1/messages HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
