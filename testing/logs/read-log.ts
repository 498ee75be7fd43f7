/** Conversations out of someone's logs: a list of messages, request bodies, or a record for each request, as in a journal. */
import { EnsaioError } from '../../src/error.ts';
import { isRecord } from '../../src/wire/json/is-record.ts';
import { sameJson } from '../../src/wire/json/same-json.ts';
import { messageRequest } from '../../src/wire/request/request.ts';
import { refuseForeign } from './foreign-messages.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** One entry of a log. */
export interface LogEntry {
  /** Where in the file: `request 2`, `line 3`. */
  readonly place: string;
  readonly messages: readonly unknown[];
  /** The body of the request; absent when the log has only its messages. */
  readonly body?: Fields;
  /** The message that answered it. */
  readonly reply?: Fields;
}

function isMessage(value: unknown): value is Fields {
  return isRecord(value) && typeof value['role'] === 'string' && 'content' in value;
}

/** What a record may call the request in it, and the answer. */
const REQUEST = ['request', 'body', 'params'];
const REPLY = ['reply', 'response', 'message'];

/** The message in an answer, which a record may hold as it is or with its status. */
function replyIn(record: Fields): Fields | undefined {
  const answers = REPLY.flatMap((name) => {
    const answer = record[name];
    return isRecord(answer) ? [answer, answer['body']] : [];
  });
  return answers.find((answer): answer is Fields => isMessage(answer));
}

/** A saved conversation may have names and dates beside what it would send; a request that was sent is taken as it is. */
function requestIn(body: Fields): Fields {
  if ('model' in body || 'max_tokens' in body) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => Object.hasOwn(messageRequest.fields, name)),
  );
}

/** A transcript has its last reply among its messages too. */
function withoutReply(messages: readonly unknown[], reply: Fields | undefined): readonly unknown[] {
  const last = messages.at(-1);
  const isThere = reply && isMessage(last) && sameJson(last['content'], reply['content']);
  return isThere && last['role'] === 'assistant' ? messages.slice(0, -1) : messages;
}

function toEntry(value: unknown, place: string): LogEntry | undefined {
  if (!isRecord(value)) return undefined;
  const reply = replyIn(value);
  // A record that has both, as a journal does, tells what was sent in its request.
  const bodies = [...REQUEST.flatMap((name) => [value[name], Object(value[name])['body']]), value];
  const body = bodies.find(
    (candidate): candidate is Fields => isRecord(candidate) && Array.isArray(candidate['messages']),
  );
  if (!body) return undefined;
  const { reply: _, response: __, ...request } = requestIn(body);
  const messages = withoutReply(body['messages'] as readonly unknown[], reply);
  return { place, messages, body: request, ...(reply === undefined ? {} : { reply }) };
}

/**
 * A journal has what was asked of other endpoints too: how many tokens, which is no part of a conversation, or which
 * models. The messages themselves may have gone through a gateway, under any path.
 */
function isElsewhere(value: unknown): boolean {
  const { request } = Object(value) as Fields;
  const { path } = Object(request) as Fields;
  if (typeof path !== 'string' || /\/v1\/messages(?:\?|$)/.test(path)) return false;
  return /\/count_tokens(?:\?|$)/.test(path) || toEntry(request, '') === undefined;
}

/** Every entry of one JSON value; `name` is what an item of a list is called. */
function toEntries(value: unknown, place: string, name: string): LogEntry[] | undefined {
  if (!Array.isArray(value)) {
    const entry = toEntry(value, place);
    return entry && [entry];
  }
  if (value.length > 0 && value.every(isMessage)) return [{ place, messages: value }];
  const entries = value.flatMap((item, index) =>
    isElsewhere(item) ? [] : [toEntry(item, `${name} ${index + 1}`)],
  );
  return entries.every((entry) => entry !== undefined) && entries.length > 0 ? entries : undefined;
}

interface Parsed {
  readonly value?: unknown;
  readonly problem?: string;
}

function parse(text: string): Parsed {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function invalid(file: string, message: string): EnsaioError {
  return new EnsaioError('log-invalid', `${file}: ${message}`, {
    hint: 'A log is a list of messages, a request body, a list of request bodies, or one of these on each line (JSON Lines). `ensaio import` makes scenarios of HAR files, debug logs of the SDK and sessions of Claude Code.',
    details: { file },
  });
}

function readLines(file: string, text: string, whole: string): LogEntry[] {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), place: `line ${index + 1}` }))
    .filter(({ line }) => line !== '');
  const values = lines.map(({ line, place }) => {
    const { value, problem } = parse(line);
    // A file of which not even the first line is JSON was not meant to be JSON Lines.
    if (problem !== undefined) {
      throw invalid(file, lines.length < 2 || place === 'line 1' ? whole : `${place}: ${problem}`);
    }
    return { value, place };
  });
  if (values.length === 0) throw invalid(file, 'it is empty.');
  if (values.every(({ value }) => isMessage(value))) {
    return [{ place: '', messages: values.map(({ value }) => value) }];
  }
  return values.flatMap(({ value, place }) => {
    if (isElsewhere(value)) return [];
    const entries = toEntries(value, place, `${place}, request`);
    if (!entries) throw invalid(file, `${place} holds no conversation.`);
    return entries;
  });
}

function entriesIn(file: string, text: string): LogEntry[] {
  const { value, problem } = parse(text);
  if (problem !== undefined) return readLines(file, text, problem);
  const entries = toEntries(value, '', 'request');
  if (!entries) throw invalid(file, 'there is no conversation in it.');
  return entries;
}

/**
 * The entries of a log, in their order.
 * @throws EnsaioError `log-invalid` when it is no JSON, or there is no conversation of the Messages API in it
 */
export function readLog(file: string, text: string): LogEntry[] {
  const entries = entriesIn(file, text);
  refuseForeign(file, entries);
  return entries;
}
