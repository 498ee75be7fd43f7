/** The debug log of the SDK (`ANTHROPIC_LOG=debug`) as what was heard. */
import { isRecord } from '../../src/wire/json/is-record.ts';
import type { Source } from '../../src/scenario/source.ts';
import { STATUS_ERRORS } from '../../src/script/status-errors.ts';
import { errorTypeOf } from '../../src/wire/errors.ts';
import type { MessageParam } from '../../src/wire/message.ts';
import { inferReplies } from '../logs/logged-conversations.ts';
import type { Fields } from '../logs/read-log.ts';
import { hear } from '../recorder/hear.ts';
import type { Heard, HeardAnswer } from '../recorder/heard.ts';
import { asReply } from './heard-messages.ts';
import { isLeftOut } from './inspected.ts';
import { logMistake } from '../logs/log-mistake.ts';
import { readSdkLines, type SdkLine } from './sdk-lines.ts';

const DEPTH_HINT =
  'A console prints only the upper levels of a value. Set `util.inspect.defaultOptions.depth = null`, and `maxStringLength` and `maxArrayLength` too, before the app starts, or use `ensaio record`.';

/** What is known of an answer besides its body: an error that was tried again was not read. */
function errorBody(status: number): Fields {
  const facts = Object.values(STATUS_ERRORS).find((each) => each.status === status);
  return {
    type: 'error',
    error: { type: errorTypeOf(status), message: facts?.message ?? `status ${status}` },
  };
}

/** Each thing the SDK says of an answer, as the answer. */
function answerOf({ what, details }: SdkLine): HeardAnswer {
  const { status, body, message, headers } = details;
  if (what === 'connection timed out') return { type: 'silence' };
  if (what === 'connection failed') {
    const words = typeof message === 'string' ? message : 'fetch failed';
    return { type: 'broken', message: words, code: 'ECONNRESET' };
  }
  if (what === 'response parsed') {
    const isMessage = isRecord(body) && body['type'] === 'message';
    return isMessage ? { type: 'message', message: asReply(body, 0) } : { type: 'unknown' };
  }
  const told = isRecord(body) || typeof body === 'string' ? body : errorBody(Number(status));
  const bytes = new TextEncoder().encode(typeof told === 'string' ? told : JSON.stringify(told));
  return hear({
    request: { method: 'POST', path: '/v1/messages', headers: new Headers(), text: '' },
    startedAt: 0,
    alongside: [],
    response: { status: Number(status), headers: headersIn(headers), at: 0 },
    chunks: [{ bytes, at: 0 }],
    end: 'close',
  }).answer;
}

function headersIn(value: unknown): Headers {
  const entries = Object.entries(Object(value) as object).filter(
    ([, each]) => typeof each === 'string',
  );
  return new Headers(entries as [string, string][]);
}

/** A request of the log, its answer filled in later. */
interface Logged {
  readonly heard: Heard;
  readonly place: string;
  readonly messages: readonly MessageParam[];
  answer: HeardAnswer;
  reply: Fields | undefined;
}

function isForTurn({ details }: SdkLine): boolean {
  const { path } = Object(details['options']) as Fields;
  return String(path ?? details['url'])
    .replace(/\?.*$/, '')
    .endsWith('/v1/messages');
}

function toLogged(line: SdkLine, index: number, file: string): Logged {
  const { details, place } = line;
  const { body } = Object(details['options']) as Fields;
  if (isLeftOut(body))
    throw logMistake(file, 'the body of the request was printed in part.', {
      place,
      hint: DEPTH_HINT,
    });
  if (!isRecord(body) || !Array.isArray(body['messages'])) {
    throw logMistake(file, 'the request has no messages.', { place });
  }
  const headers = Object.fromEntries(headersIn(details['headers']));
  return {
    heard: {
      request: { headers, body },
      startedAt: index,
      alongside: [],
      waitedMs: 0,
      answer: { type: 'unknown' },
    },
    place,
    messages: body['messages'] as readonly MessageParam[],
    answer: { type: 'unknown' },
    reply: undefined,
  };
}

/** A continuation of a thread says nothing by itself. */
function refuseLostThreads(logged: readonly Logged[], file: string): void {
  const known = new Set(
    logged.flatMap(({ answer }) => (answer.type === 'message' ? [answer.message.id] : [])),
  );
  for (const { heard, place } of logged) {
    const { thread } = heard.request.body as { thread?: { previous_message_id?: string } };
    const previous = thread?.previous_message_id;
    if (previous === undefined || known.has(previous)) continue;
    throw logMistake(file, 'it goes on with a reply that is not in the log.', {
      place,
      hint: 'The log does not say what was streamed; use `ensaio record`.',
    });
  }
}

/** @throws EnsaioError `log-invalid` */
export function fromSdkLog(source: Source): Heard[] {
  const { file } = source;
  const logged = new Map<string, Logged>();
  for (const line of readSdkLines(source)) {
    if (line.what === 'sending request') {
      if (isForTurn(line)) logged.set(line.id, toLogged(line, logged.size, file));
      continue;
    }
    const request = logged.get(line.id);
    if (!request) continue;
    const isStream =
      isLeftOut(line.details['body']) && (request.heard.request.body as Fields)['stream'] === true;
    if (isLeftOut(line.details['body']) && !isStream) {
      throw logMistake(file, 'the answer was printed in part.', {
        place: line.place,
        hint: DEPTH_HINT,
      });
    }
    request.answer = isStream ? { type: 'unknown' } : answerOf(line);
  }
  const requests = [...logged.values()];
  if (requests.length === 0) {
    throw logMistake(file, 'the log has no request to /v1/messages.', {
      hint: 'The SDK writes them with `ANTHROPIC_LOG=debug`, or with `logLevel: "debug"`.',
    });
  }
  for (const request of requests) {
    if (request.answer.type === 'message')
      request.reply = request.answer.message as unknown as Fields;
  }
  refuseLostThreads(requests, file);
  // What was streamed stands in the next request.
  inferReplies(requests.filter(({ answer }) => ['message', 'unknown'].includes(answer.type)));
  return requests.map(({ heard, answer, reply }, index) => {
    if (answer.type !== 'unknown') return { ...heard, answer };
    // What is known of it is not a stream.
    const { stream: _, ...body } = heard.request.body as Fields;
    const request = { ...heard.request, body };
    return reply
      ? { ...heard, request, answer: { type: 'message', message: asReply(reply, index) } }
      : { ...heard, request };
  });
}
