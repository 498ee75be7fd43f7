/** Sends a body to a simulation as a client would, and reads the answer. */
import type { Simulation } from '../../src/simulation/simulation.ts';

export const HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'anthropic-version': '2026-10-21',
  'x-api-key': 'sk-ant-secret-of-a-test',
};

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // The tests know which endpoint they asked.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface SendOptions {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts `content`, a JSON value or a raw text, and reads the whole answer. */
export async function send(
  simulation: Simulation,
  content: unknown,
  options: SendOptions = {},
): Promise<Sent> {
  const { path = '/v1/messages', method = 'POST', headers = {} } = options;
  const response = await simulation.fetch(`https://api.anthropic.com${path}`, {
    method,
    headers: { ...HEADERS, ...headers },
    ...(method === 'GET' || method === 'HEAD'
      ? {}
      : { body: typeof content === 'string' ? content : JSON.stringify(content) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

/** The smallest body the API accepts, with fields of your own. */
export function body(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    model: 'claude-opus-5',
    max_tokens: 64,
    messages: [{ role: 'user', content: 'Hello.' }],
    ...fields,
  };
}
