/** What passed by, read as requests and answers. */
import type { ApiErrorInfo } from '../../src/wire/errors.ts';
import { isRecord } from '../../src/wire/json/is-record.ts';
import { redactHeaders, SHOULD_RETRY } from '../../src/wire/headers.ts';
import type { Message } from '../../src/wire/message.ts';
import type { Heard, HeardAnswer, HeardBroken, HeardError } from './heard.ts';
import { hearStream } from './hear-stream.ts';
import type { Passage } from './listen.ts';
import { jsonIn } from './json-in.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The headers that say when to try again. */
const WAITING = ['retry-after', 'retry-after-ms', SHOULD_RETRY];

function hearError(status: number, headers: Headers, body: Fields): HeardError | undefined {
  const { error, type } = body;
  if (status < 400 || !isRecord(error)) return undefined;
  if (typeof error['type'] !== 'string' || typeof error['message'] !== 'string') return undefined;
  return {
    type: 'error',
    status,
    error: error as unknown as ApiErrorInfo,
    headers: Object.fromEntries([...headers].filter(([name]) => WAITING.includes(name))),
    envelope: type === 'error' ? 'api' : 'edge',
  };
}

function hearBroken(failure: unknown): HeardBroken {
  const { message, cause } = Object(failure) as { message?: unknown; cause?: { code?: unknown } };
  const code = cause?.code;
  return {
    type: 'broken',
    message: typeof message === 'string' && message !== '' ? message : 'fetch failed',
    code: typeof code === 'string' && code !== '' ? code : 'ECONNRESET',
  };
}

function textOf({ chunks }: Passage): string {
  const decoder = new TextDecoder();
  return (
    chunks.map(({ bytes }) => decoder.decode(bytes, { stream: true })).join('') + decoder.decode()
  );
}

function hearAnswer(passage: Passage): HeardAnswer {
  const { response, failure, end } = passage;
  if (failure !== undefined) return hearBroken(failure);
  if (!response) return { type: 'silence' };
  const { status, headers } = response;
  const contentType = headers.get('content-type') ?? undefined;
  if (status === 200 && contentType?.startsWith('text/event-stream')) return hearStream(passage);
  if (end === 'reset') return hearBroken(new Error('terminated'));
  const text = textOf(passage);
  const body = jsonIn(text);
  // An app that leaves behind the last byte has had its answer, and an error is told by its status.
  if (end !== 'close' && body === undefined && status < 400) return { type: 'silence' };
  if (isRecord(body)) {
    const isMessage =
      status === 200 && body['type'] === 'message' && Array.isArray(body['content']);
    if (isMessage) return { type: 'message', message: body as unknown as Message };
    const error = hearError(status, headers, body);
    if (error) return error;
  }
  return { type: 'raw', status, contentType, body: text };
}

/** What passed by, as far as it came. */
export function hear(passage: Passage): Heard {
  const { request, startedAt, alongside, response } = passage;
  return {
    request: { headers: redactHeaders(request.headers), body: jsonIn(request.text) },
    startedAt,
    alongside,
    waitedMs: (response?.at ?? startedAt) - startedAt,
    answer: hearAnswer(passage),
  };
}
