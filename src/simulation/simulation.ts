/** The Messages API as state: a request goes in, is judged, gets its turn, and an answer comes out. */
import { EnsaioError } from '../error.ts';
import { CheckedRequest, type RawRequest } from '../rules/checked-request.ts';
import { judge } from '../rules/judge.ts';
import { Cursor, type PlacedTurn } from '../script/cursor.ts';
import { toRoutedRequest } from '../script/match.ts';
import { toScript, type Script, type ScriptInput } from '../script/script.ts';
import type { StreamShape } from '../script/stream-shape.ts';
import { toTurn } from '../script/to-turn.ts';
import type { ErrorTurn, MessageTurn, RespondTurn, Turn } from '../script/turn.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { edgeErrorBody, errorBody, type ApiErrorInfo } from '../wire/errors.ts';
import type { Exchange, Outcome, Violation } from '../wire/exchange.ts';
import { REQUEST_ID, RETRY_COUNT, SHOULD_RETRY } from '../wire/headers.ts';
import { idAt } from '../wire/ids.ts';
import type { MessageRequest } from '../wire/message.ts';
import type { StoredReply } from '../wire/thread.ts';
import { readableText } from '../wire/tokens.ts';
import type { Answer, JsonAnswer, StreamAnswer } from './answer.ts';
import { completeMessage } from './complete-message.ts';
import { Conversations } from './conversations.ts';
import { deepFreeze } from './deep-freeze.ts';
import { fetchFace } from './fetch-face.ts';
import { Journal, type OpenExchange } from './journal.ts';
import { findModel, listModels } from './list-models.ts';
import { toSettings, type Settings, type SimulationOptions } from './options.ts';
import { ReplyMemory } from './reply-memory.ts';
import { reportUndone } from './report.ts';
import { untilAborted } from './until-aborted.ts';
import { playEvents, shapedEvents, type StreamEnd } from './stream-plan.ts';
import { ThreadStore } from './threads.ts';

/** A violation with the number of its exchange in the journal. */
export interface RecordedViolation extends Violation {
  readonly exchange: number;
}

/**
 * The status of an answer that tells of a mistake in the script. The API never uses it, and no client retries it:
 * a mistake in the script is not dressed as an error of the API.
 */
const SCRIPT_MISTAKE_STATUS = 418;

/** Why a request got no turn: none was left for it, or the one it got could not be played. */
type ScriptMistake = 'no_turn' | 'turn_failed';

/** A request on its way, after it was judged. */
interface Journey {
  readonly exchange: OpenExchange;
  readonly request: CheckedRequest;
  readonly body: MessageRequest;
  readonly signal: AbortSignal | undefined;
}

/** How each simulated Messages API behaves; see {@link simulate}. */
export class Simulation implements Disposable {
  readonly #settings: Settings;
  readonly #journal = new Journal();
  readonly #threads: ThreadStore;
  readonly #conversations = new Conversations();
  readonly #replies = new ReplyMemory();
  #script: Script;
  #cursor: Cursor;

  constructor(script: ScriptInput, options: SimulationOptions = {}) {
    this.#settings = toSettings(options);
    this.#threads = new ThreadStore(this.#settings.threads);
    this.#script = toScript(script);
    this.#cursor = new Cursor(this.#script);
  }

  /**
   * The simulated API as a `fetch` function: takes what `fetch` takes, on any host, and honours `init.signal`, also
   * in mid-stream. Bound, so it can be handed around.
   */
  readonly fetch: typeof globalThis.fetch = fetchFace((raw, signal) => this.answer(raw, signal));

  /** Every request so far with what became of it; bodies are snapshots, keys are redacted. */
  get journal(): readonly Exchange[] {
    return this.#journal.exchanges;
  }

  /** The conversations so far, told apart by their own history, threads put back together. */
  get transcripts(): readonly Transcript[] {
    return this.#conversations.transcripts;
  }

  /** The turns that were not asked for yet. */
  get pending(): readonly PlacedTurn[] {
    return this.#cursor.pending;
  }

  /** The requests that no turn was left for, or whose turn was a mistake. */
  get unexpected(): readonly Exchange[] {
    return this.#journal.withOutcome('unexpected');
  }

  /** Everything refused so far, also what a client swallowed. */
  get violations(): readonly RecordedViolation[] {
    return this.#journal.exchanges.flatMap(({ index, violations }) =>
      violations.map((violation) => ({ ...violation, exchange: index })),
    );
  }

  /** Everything the rules found and let through, by `allow` or `strict: false`. */
  get notes(): readonly RecordedViolation[] {
    return this.#journal.exchanges.flatMap(({ index, notes }) =>
      notes.map((note) => ({ ...note, exchange: index })),
    );
  }

  /**
   * Throws `EnsaioError` (`not-done`) with one report of every turn not used, every request past the script and every
   * request refused, even if the app swallowed the errors; does nothing when there are none.
   */
  assertDone(): void {
    reportUndone(this);
  }

  /** Starts over, with the same script or another: nothing of the past is kept. */
  reset(script: ScriptInput = this.#script): void {
    this.#script = toScript(script);
    this.#cursor = new Cursor(this.#script);
    this.#journal.clear();
    this.#threads.clear();
    this.#conversations.clear();
    this.#replies.clear();
  }

  /** The end of a test, for `using`: the same as {@link assertDone}. */
  [Symbol.dispose](): void {
    this.assertDone();
  }

  /**
   * Answers a raw request; doors that are not HTTP use it directly. Rejects only with the signal's reason.
   * @internal
   */
  async answer(raw: RawRequest, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    const { apiKey, tokens, clock } = this.#settings;
    const request = new CheckedRequest(raw, {
      expectedKey: apiKey,
      tokens,
      replies: this.#replies,
      lookUpThread: (body) => this.#threads.lookUp(body, clock.now()),
    });
    const { violations, notes } = judge(request, this.#settings);
    const exchange = this.#journal.open(request);
    Object.assign(exchange, { violations, notes });
    const journey = { exchange, request, body: request.body as unknown as MessageRequest, signal };
    const [refusal] = violations;
    if (request.endpoint !== 'messages') {
      return refusal ? this.#refuse(journey, refusal) : this.#lookUp(journey);
    }
    // Everything up to here and including the turn is one step, so that concurrent requests keep their order.
    const conversation = this.#conversations.find(exchange.messages, this.#isRetry(raw));
    conversation.exchanges.push(exchange);
    if (refusal) return this.#refuse(journey, refusal);
    const routed = toRoutedRequest(
      this.#wholeBody(journey),
      exchange.messages,
      exchange.request.headers,
    );
    const taken = this.#cursor.take(routed, conversation.queue);
    if ('reason' in taken) return this.#scriptMistake(journey, 'no_turn', taken.reason);
    conversation.queue = taken.queue;
    exchange.turn = taken.place;
    return this.#perform(journey, taken);
  }

  #isRetry(raw: RawRequest): boolean {
    return Number(raw.headers.get(RETRY_COUNT) ?? 0) > 0;
  }

  /** The body with what a continued thread adds to it. */
  #wholeBody({ body, request }: Journey): MessageRequest {
    const { from } = request.thread;
    if (!from) return body;
    const { system, tools } = from.created;
    return { ...body, ...definedFields({ system, tools }) };
  }

  async #perform(journey: Journey, { turn, place }: PlacedTurn): Promise<Answer> {
    const { exchange, body, signal } = journey;
    this.#threads.begin(body);
    let answered = false;
    try {
      const { latency, clock } = this.#settings;
      if (latency > 0) await clock.sleep(latency, signal);
      const settled = await this.#settleTurn(journey, turn);
      signal?.throwIfAborted();
      const answer = this.#give(journey, settled);
      answered = exchange.outcome === 'answered' || exchange.outcome === 'open';
      return answer;
    } catch (error) {
      if (signal?.aborted) {
        exchange.outcome = 'aborted';
        throw signal.reason;
      }
      return this.#scriptMistake(journey, 'turn_failed', `${place} failed: ${messageOf(error)}`);
    } finally {
      if (!answered) this.#threads.release(body);
    }
  }

  /** Asks a `respond` function for its turn, and what it returns, until it is a turn that says something. */
  async #settleTurn(journey: Journey, turn: Turn): Promise<Exclude<Turn, RespondTurn>> {
    if (turn.type !== 'respond') return turn;
    const { exchange, signal } = journey;
    const context = {
      messages: deepFreeze(exchange.messages),
      headers: exchange.request.headers,
      exchange: exchange.index,
      signal,
    };
    const input = await untilAborted(
      turn.respond(deepFreeze(exchange.request.body), context),
      signal,
    );
    return this.#settleTurn(journey, toTurn(input, 'what respond returned'));
  }

  #give(journey: Journey, turn: Exclude<Turn, RespondTurn>): Answer {
    switch (turn.type) {
      case 'message':
        return this.#say(journey, turn, {});
      case 'streamed':
        return this.#say(journey, turn.turn, turn.shape);
      case 'error':
        return this.#fail(journey, turn);
      case 'connection_error': {
        journey.exchange.outcome = 'failed';
        const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
        return { type: 'broken', error: new TypeError(turn.message, { cause }) };
      }
    }
  }

  #say(journey: Journey, turn: MessageTurn, shape: StreamShape): Answer {
    const { exchange, body } = journey;
    const { seed, tokens } = this.#settings;
    const message = completeMessage(turn, {
      place: [seed, exchange.index],
      model: String(body.model),
      inputTokens: this.#inputTokens(journey),
      tokens,
      compacts: body.compaction != null,
      managesContext: body.context_management != null,
    });
    const headers = this.#headers(exchange);
    const response = { status: 200, headers, body: message, streamed: body.stream === true };
    if (body.stream !== true) {
      this.#store(journey, message);
      Object.assign(exchange, { outcome: 'answered', response });
      return { type: 'json', ...response };
    }
    const events = shapedEvents(message, shape, headers[REQUEST_ID]!);
    const isWhole = events.at(-1)?.type === 'message_stop';
    exchange.response = response;
    const settle = once((end: StreamEnd) => {
      const answered = isWhole && end === 'played';
      if (answered) this.#store(journey, message);
      else this.#threads.release(body);
      exchange.outcome = answered ? 'answered' : end === 'left' ? 'aborted' : 'failed';
    });
    const { clock } = this.#settings;
    const play: StreamAnswer['play'] = (signal) => {
      // A reader may leave before it asks for the first event, and then nothing in the sequence ever runs.
      signal?.addEventListener('abort', () => settle('left'), { once: true });
      return playEvents(events, { shape, tokens, clock, settle }, signal);
    };
    return { type: 'stream', headers, message, shape, play };
  }

  #fail({ exchange }: Journey, turn: ErrorTurn): Answer {
    // Captured 4xx answers forbid a retry; what the SDKs retry by status is left to them.
    const isRetried = [408, 409, 429].includes(turn.status) || turn.status >= 500;
    const headers = { ...(isRetried ? {} : { [SHOULD_RETRY]: 'false' }), ...turn.headers };
    return this.#error(exchange, 'failed', turn.status, turn.error, headers);
  }

  #refuse({ exchange }: Journey, violation: Violation): Answer {
    const { status, type, message, details, envelope } = violation;
    const error = { type, message, ...(details === undefined ? {} : { details }) };
    if (envelope === 'edge') {
      return this.#send(exchange, 'refused', { status, headers: {}, body: edgeErrorBody(error) });
    }
    return this.#error(exchange, 'refused', status, error, { [SHOULD_RETRY]: 'false' });
  }

  /** Tells of a mistake in the script; `problem` is a sentence about this request. */
  #scriptMistake({ exchange }: Journey, code: ScriptMistake, problem: string): Answer {
    exchange.problem = problem;
    const message = `[ensaio] Request ${exchange.index + 1}: ${problem}`;
    return this.#error(
      exchange,
      'unexpected',
      SCRIPT_MISTAKE_STATUS,
      { type: 'invalid_request_error', message, details: { error_code: `ensaio_${code}` } },
      { [SHOULD_RETRY]: 'false' },
    );
  }

  #error(
    exchange: OpenExchange,
    outcome: Outcome,
    status: number,
    error: ApiErrorInfo,
    extraHeaders: Readonly<Record<string, string>>,
  ): Answer {
    const headers = { ...this.#headers(exchange), ...extraHeaders };
    const body = errorBody(error, headers[REQUEST_ID]!);
    return this.#send(exchange, outcome, { status, headers, body });
  }

  /** Answers with JSON that is no message, and keeps it in the journal. */
  #send(exchange: OpenExchange, outcome: Outcome, answer: Omit<JsonAnswer, 'type'>): Answer {
    Object.assign(exchange, { outcome, response: { ...answer, streamed: false } });
    return { type: 'json', ...answer };
  }

  /** Answers a question that no turn is needed for: how many tokens, which models. */
  #lookUp(journey: Journey): Answer {
    const { exchange, request } = journey;
    const { name = 'models', id = '' } = request.route ?? {};
    const headers = this.#headers(exchange);
    const answer = (body: unknown): Answer =>
      this.#send(exchange, 'answered', { status: 200, headers, body });
    switch (name) {
      case 'models':
        return answer(listModels(request.raw.query ?? ''));
      case 'model': {
        const model = findModel(id);
        const error = { type: 'not_found_error', message: `model: ${id}` };
        return model ? answer(model) : this.#error(exchange, 'failed', 404, error, {});
      }
      default:
        return answer({ input_tokens: this.#inputTokens(journey) });
    }
  }

  #inputTokens(journey: Journey): number {
    const { tokens } = this.#settings;
    const { system, tools } = this.#wholeBody(journey);
    return [system, tools, journey.exchange.messages]
      .map((part) => tokens(readableText(part)))
      .reduce((sum, count) => sum + count, 0);
  }

  #store({ body, request, exchange }: Journey, message: ReturnType<typeof completeMessage>): void {
    const reply = {
      messages: [...exchange.messages, { role: message.role, content: message.content }],
      stopReason: message.stop_reason,
      created: request.thread.from?.created ?? body,
    } as StoredReply;
    this.#threads.store(body, message.id, reply, this.#settings.clock.now());
    this.#replies.remember(message);
  }

  #headers(exchange: Exchange): Record<string, string> {
    const { seed } = this.#settings;
    return {
      [REQUEST_ID]: idAt('req', seed, exchange.index),
      'anthropic-organization-id': '00000000-0000-4000-8000-000000000000',
    };
  }
}

function messageOf(error: unknown): string {
  if (error instanceof EnsaioError) return error.reason;
  return error instanceof Error ? error.message : String(error);
}

function definedFields<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Fields>;
}

function once<Argument>(run: (argument: Argument) => void): (argument: Argument) => void {
  let done = false;
  return (argument) => {
    if (done) return;
    done = true;
    run(argument);
  };
}

/**
 * A scripted model behind a simulated Messages API.
 * @example
 * const simulation = simulate(['Hello.']);
 * const client = new Anthropic({ fetch: simulation.fetch, apiKey: 'test' });
 * @throws EnsaioError `script-invalid`, `turn-invalid` or `option-invalid`
 */
export function simulate(script: ScriptInput, options: SimulationOptions = {}): Simulation {
  return new Simulation(script, options);
}
