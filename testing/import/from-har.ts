/** A HAR file, as browsers and proxies save traffic: its requests for a turn and what they were answered. */
import * as z from 'zod';
import { apiPath } from '../../src/simulation/fetch-face.ts';
import type { Source } from '../../src/scenario/source.ts';
import { hear } from '../recorder/hear.ts';
import type { Heard } from '../recorder/heard.ts';
import { secretsOf, type Chunk, type Passage } from '../recorder/listen.ts';
import { logMistake } from '../logs/log-mistake.ts';

const headers = z.array(z.looseObject({ name: z.string(), value: z.string() })).default([]);

/** What of an entry is looked at (HAR 1.2). */
const entrySchema = z.looseObject({
  startedDateTime: z.string().default(''),
  request: z.looseObject({
    method: z.string(),
    url: z.url(),
    headers,
    postData: z.looseObject({ text: z.string().optional() }).optional(),
  }),
  response: z.looseObject({
    status: z.number(),
    headers,
    content: z
      .looseObject({
        mimeType: z.string().optional(),
        text: z.string().optional(),
        encoding: z.string().optional(),
      })
      .default({}),
    _error: z.string().nullish(),
  }),
});

const harSchema = z.looseObject({ log: z.looseObject({ entries: z.array(z.unknown()) }) });

type Entry = z.output<typeof entrySchema>;

/** Names and values that are headers: a protocol has others of its own, such as `:authority`. */
function toHeaders(list: Entry['request']['headers']): Headers {
  const kept = new Headers();
  for (const { name, value } of list) {
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) kept.append(name, value.replaceAll(/[\r\n\0]/g, ' '));
  }
  return kept;
}

function chunksOf({ response }: Entry, at: number): Chunk[] {
  const { text = '', encoding } = response.content;
  const bytes =
    encoding === 'base64' ? Buffer.from(text, 'base64') : new TextEncoder().encode(text);
  return [{ bytes: new Uint8Array(bytes), at }];
}

function toPassage(entry: Entry): Passage {
  const { request, response, startedDateTime } = entry;
  const startedAt = Date.parse(startedDateTime) || 0;
  const url = new URL(request.url);
  const passage: Passage = {
    request: {
      method: request.method.toUpperCase(),
      path: apiPath(url),
      query: url.search,
      headers: toHeaders(request.headers),
      text: request.postData?.text ?? '',
    },
    startedAt,
    alongside: [],
    chunks: chunksOf(entry, startedAt),
    end: 'close',
  };
  if (response.status < 100) {
    passage.failure = new Error(response._error ?? 'fetch failed');
    return passage;
  }
  const answered = toHeaders(response.headers);
  const { mimeType } = response.content;
  if (!answered.has('content-type') && mimeType !== undefined) {
    answered.set('content-type', mimeType);
  }
  passage.response = { status: response.status, headers: answered, at: startedAt };
  return passage;
}

/** What a file holds of an API: what was heard, and the secrets in its headers, which must not be written. */
export interface HeardFile {
  readonly heard: readonly Heard[];
  readonly secrets: readonly string[];
}

const CONTENT_HINT =
  'Save it again with the contents: in Chrome "Save all as HAR with content", in a proxy with bodies.';

/** @throws EnsaioError `log-invalid` */
export function fromHar({ file }: Source, value: unknown): HeardFile {
  const { log } = harSchema.parse(value);
  const passages = log.entries.flatMap((item, index) => {
    const place = `entry ${index + 1}`;
    const { data: entry, error } = entrySchema.safeParse(item);
    if (!entry) {
      const [issue] = error.issues;
      throw logMistake(
        file,
        `${issue!.path.join('.') || 'it'} is not as HAR has it: ${issue!.message}.`,
        {
          place,
        },
      );
    }
    const passage = toPassage(entry);
    const { method, path, text } = passage.request;
    if (method !== 'POST' || path !== '/v1/messages') return [];
    if (text === '')
      throw logMistake(file, 'the body of the request is missing.', { place, hint: CONTENT_HINT });
    const isMissing = entry.response.status === 200 && (entry.response.content.text ?? '') === '';
    if (isMissing) throw logMistake(file, 'the answer is missing.', { place, hint: CONTENT_HINT });
    return [passage];
  });
  if (passages.length === 0) {
    throw logMistake(file, 'there is no request to /v1/messages in it.');
  }
  return {
    heard: passages.toSorted((a, b) => a.startedAt - b.startedAt).map(hear),
    secrets: passages.flatMap(({ request }) => [...secretsOf(request)]),
  };
}
