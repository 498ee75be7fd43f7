/** The lesson's kind of fake: an object with `messages.create` and `messages.stream`, no SDK and no HTTP in between. */
import { copyJson } from '../src/wire/json/copy-json.ts';
import { jsonSnapshot } from '../src/wire/json/json-snapshot.ts';
import type { Message } from '@anthropic-ai/sdk/resources/messages/messages';
import type { ScriptInput } from '../src/script/script.ts';
import type { Answer, RawAnswer } from '../src/simulation/answer.ts';
import type { SimulationOptions } from '../src/simulation/options.ts';
import { simulate, type Simulation } from '../src/simulation/simulation.ts';
import type { RawRequest } from '../src/rules/checked-request.ts';
import {
  API_VERSIONS,
  BETA,
  LATEST_VERSION,
  VERSION,
  API_KEY,
  type ApiVersion,
  type HeaderList,
} from '../src/wire/headers.ts';
import type { ErrorBody } from '../src/wire/errors.ts';
import type { MessageRequest, StreamEvent } from '../src/wire/message.ts';
import { FakeApiError } from './fake-api-error.ts';
import { FakeMessageStream } from './fake-message-stream.ts';
import { FakeStream } from './fake-stream.ts';
import { readEvents } from './read-events.ts';
import { splitOptions, type OwnChecks } from './split-options.ts';

export interface FakeMessagesOptions extends SimulationOptions {
  /** The API version the requests are judged by. Default: the newest. */
  readonly version?: ApiVersion;
}

const CHECKS: OwnChecks<FakeMessagesOptions> = {
  version: [
    (value: unknown) => (API_VERSIONS as readonly unknown[]).includes(value),
    API_VERSIONS.map((version) => `"${version}"`).join(' or '),
  ],
};

/** What a call takes besides the body. */
export interface FakeRequestOptions {
  readonly signal?: AbortSignal | null;
  /** Extra request headers, for routing. Default none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body of a call; `betas` becomes the header, as in the SDK. */
export type FakeCreateParams = MessageRequest & { readonly betas?: readonly string[] };

export interface FakeMessagesResource {
  create(
    params: FakeCreateParams & { stream: true },
    options?: FakeRequestOptions,
  ): Promise<FakeStream>;
  create(
    params: FakeCreateParams & { stream?: false },
    options?: FakeRequestOptions,
  ): Promise<Message>;
  create(params: FakeCreateParams, options?: FakeRequestOptions): Promise<Message | FakeStream>;
  stream(params: FakeCreateParams, options?: FakeRequestOptions): FakeMessageStream;
}

export interface FakeMessages {
  readonly messages: FakeMessagesResource;
  readonly simulation: Simulation;
}

/** What the SDK says when there is no answer. */
function connectionFailure(cause: TypeError): FakeApiError {
  return Object.assign(new FakeApiError(undefined, 'Connection error.', {}), { cause });
}

const decoder = new TextDecoder();

function textIn({ body }: RawAnswer): string {
  return typeof body === 'string' ? body : decoder.decode(body);
}

/** What every request carries. */
interface Carried {
  /** Default: a key of no meaning. */
  readonly apiKey?: string | undefined;
  /** Default: the newest. */
  readonly version?: ApiVersion | undefined;
}

/** A key of no meaning. */
const TEST_KEY = 'sk-ant-test';

/** The headers of nearly all requests. */
const USUAL: HeaderList = new Map([
  [VERSION, LATEST_VERSION],
  [API_KEY, TEST_KEY],
]);

/** A `Headers` is slow to ask, and the first one makes Node load its `fetch`. */
const listed = (headers: Headers): HeaderList => new Map(headers);

/** A fake of a simulation that is there already. */
export function messagesOf(
  simulation: Simulation,
  { apiKey = TEST_KEY, version = LATEST_VERSION }: Carried = {},
): FakeMessages {
  const carried = { [VERSION]: version, [API_KEY]: apiKey };
  const isUsual = apiKey === TEST_KEY && version === LATEST_VERSION;
  const plain = isUsual ? USUAL : listed(new Headers(carried));

  function headersOf(
    betas: readonly string[] = [],
    extra: FakeRequestOptions['headers'] = {},
  ): HeaderList {
    const own = Object.entries(extra);
    if (betas.length === 0 && own.length === 0) return plain;
    const headers = new Headers(carried);
    if (betas.length > 0) headers.set(BETA, betas.join(','));
    for (const [name, value] of own) headers.set(name, value);
    return listed(headers);
  }

  function toRaw(params: FakeCreateParams, extra: FakeRequestOptions): RawRequest {
    const { betas, ...body } = params;
    const headers = headersOf(betas, extra.headers);
    const read = jsonSnapshot(body);
    const text = read ? '' : JSON.stringify(body);
    return { method: 'POST', path: '/v1/messages', headers, text, read };
  }

  async function send(
    params: FakeCreateParams,
    extra: FakeRequestOptions,
  ): Promise<Exclude<Answer, { type: 'broken' }>> {
    const answer = await simulation.answer(toRaw(params, extra), extra.signal ?? undefined);
    if (answer.type === 'broken') throw connectionFailure(answer.error);
    if (answer.status < 400) return answer;
    const body = answer.type === 'json' ? (answer.body as ErrorBody) : textIn(answer as RawAnswer);
    throw new FakeApiError(answer.status, body, answer.headers);
  }

  async function open(
    params: FakeCreateParams,
    extra: FakeRequestOptions,
    signal: AbortSignal,
  ): Promise<AsyncGenerator<StreamEvent, void>> {
    return readEvents(await send({ ...params, stream: true }, { ...extra, signal }), signal);
  }

  function stream(params: FakeCreateParams, extra: FakeRequestOptions = {}): FakeMessageStream {
    return new FakeMessageStream(
      (signal) => open(params, extra, signal),
      extra.signal ?? undefined,
    );
  }

  async function create(
    params: FakeCreateParams,
    extra: FakeRequestOptions = {},
  ): Promise<Message | FakeStream> {
    if (params.stream) {
      const controller = new AbortController();
      const signals = [controller.signal, ...(extra.signal ? [extra.signal] : [])];
      const events = await open(params, extra, AbortSignal.any(signals));
      return new FakeStream(events, controller);
    }
    const answer = await send(params, extra);
    // A copy, as JSON off a wire would be: what the app does to it changes nothing here.
    if (answer.type === 'json') return copyJson(answer.body as Message);
    const { headers } = answer;
    const text = textIn(answer as RawAnswer);
    const isJson = /^application\/json\b/.test(new Headers(headers).get('content-type') ?? '');
    return (isJson ? JSON.parse(text) : text) as Message;
  }

  return { messages: { create, stream } as FakeMessagesResource, simulation };
}

/**
 * A fake in the shape of a client, for code that is handed one and only calls `messages.create` or
 * `messages.stream`. The same rules and the same journal as behind the real SDK.
 * @throws EnsaioError `script-invalid`, `turn-invalid` or `option-invalid`
 */
export function fakeMessages(script: ScriptInput, options: FakeMessagesOptions = {}): FakeMessages {
  const { simulationOptions, clientOptions } = splitOptions(options, CHECKS);
  const { apiKey } = simulationOptions;
  const { version } = clientOptions;
  return messagesOf(simulate(script, simulationOptions), { apiKey, version });
}
