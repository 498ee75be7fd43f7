/** A server for one test, closed when the test is over, and the ways to talk to it. */
import Anthropic from '@anthropic-ai/sdk';
import { onTestFinished } from 'vitest';
import type { Simulation } from '../../fakes/index.ts';
import {
  serve,
  type EnsaioServer,
  type NamedScript,
  type ServeOptions,
} from '../../fakes/server.ts';
import { body, HEADERS } from '../support/send.ts';

/** A server on a free port. */
export async function started(
  source: Simulation | readonly NamedScript[],
  options: ServeOptions = {},
): Promise<EnsaioServer> {
  const server = await serve(source, { grace: 0, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** A real client of it. */
export function clientOf({ url }: EnsaioServer, path = '', apiKey = 'test'): Anthropic {
  return new Anthropic({ baseURL: `${url}${path}`, apiKey, maxRetries: 0 });
}

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  // The tests know what they asked for.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** Asks and reads the answer as JSON, if there is any. */
export async function ask(
  { url }: EnsaioServer,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Told> {
  const response = await fetch(`${url}${path}`, { method, ...init });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
  };
}

/** The smallest request for a turn that the API accepts. */
export function request(
  headers: Readonly<Record<string, string>> = {},
  fields: Readonly<Record<string, unknown>> = {},
): RequestInit {
  return {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify(body(fields)),
  };
}

/** The text of the message that a request is answered with, or the code of the error. */
export async function answerTo(
  server: EnsaioServer,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { body: answer } = await ask(server, 'POST', path, request(headers));
  return (answer.content?.[0]?.text ??
    answer.error.details?.error_code ??
    answer.error.type) as string;
}
