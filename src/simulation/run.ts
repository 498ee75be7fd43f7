/** One run of a script: what happened since the simulation was made or reset, and the way of each request through it. */
import { EnsaioError } from '../error.ts';
import { CheckedRequest, type RawRequest } from '../rules/checked-request.ts';
import { judge } from '../rules/judge.ts';
import { inputTokens } from '../rules/prompt-length.ts';
import { Cursor, type PlacedTurn } from '../script/cursor.ts';
import { toRoutedRequest } from '../script/match.ts';
import type { Script } from '../script/script.ts';
import type { StreamShape } from '../script/stream-shape.ts';
import { causeOf } from '../script/transport.ts';
import type { EventsTurn, MessageTurn, SettledTurn } from '../script/turn.ts';
import { replyOf, type Exchange } from '../wire/exchange.ts';
import { eventsIn, type Frame } from '../wire/frame.ts';
import { REQUEST_ID, RETRY_COUNT } from '../wire/headers.ts';
import type { Message, MessageRequest } from '../wire/message.ts';
import { Beginnings } from '../wire/beginnings.ts';
import { callsIn } from '../wire/made-calls.ts';
import { messageOf } from '../wire/message-of.ts';
import type { StoredReply } from '../wire/thread.ts';
import { parseUnfinished } from '../wire/unfinished-json.ts';
import type { Answer, StreamAnswer } from './answer.ts';
import { nextTurn } from './clock.ts';
import { completeMessage } from './complete-message.ts';
import { Conversations } from './conversations.ts';
import { deliveryOf } from './delivery.ts';
import { Journal, type OpenExchange } from './journal.ts';
import { findModel, listModels } from './list-models.ts';
import { messageFrames } from './message-frames.ts';
import type { Settings } from './options.ts';
import { playStream, type StreamEnd } from './play-stream.ts';
import {
  headersOf,
  recordBody,
  recordError,
  recordFailure,
  recordMistake,
  recordRaw,
  recordRefusal,
} from './record-answer.ts';
import { ReplyMemory } from './reply-memory.ts';
import { settleTurn } from './settle-turn.ts';
import { planStream } from './stream-plan.ts';
import { ThreadStore } from './threads.ts';

/** A request on its way, after it was judged. */
interface Journey {
  readonly exchange: OpenExchange;
  readonly request: CheckedRequest;
  readonly body: MessageRequest;
  readonly signal: AbortSignal | undefined;
}

/** A request passes: checks, its conversation, its turn, the answer. */
export class Run {
  readonly journal: Journal;
  readonly conversations: Conversations = new Conversations();
  readonly cursor: Cursor;
  readonly #settings: Settings;
  readonly #threads: ThreadStore;
  readonly #replies = new ReplyMemory();
  readonly #beginnings = new Beginnings();

  constructor(script: Script, settings: Settings) {
    this.cursor = new Cursor(script);
    this.#settings = settings;
    this.journal = new Journal(settings.clock, settings.journalLimit);
    this.#threads = new ThreadStore(settings.threads);
  }

  /** Rejects only with the signal's reason. */
  async answer(raw: RawRequest, signal: AbortSignal | undefined): Promise<Answer> {
    signal?.throwIfAborted();
    const { apiKey, tokens, clock, seed } = this.#settings;
    const request = new CheckedRequest(raw, {
      expectedKey: apiKey,
      tokens,
      replies: this.#replies,
      readBody: (text) => this.#beginnings.read(text),
      lookUpThread: (body) => this.#threads.lookUp(body, clock.now()),
    });
    const exchange = this.journal.open(request);
    // What is sent on is the journal's copy, which holds no secrets.
    const { body } = exchange.request;
    const journey = { exchange, request, body: isFields(body) ? body : NO_FIELDS, signal };
    try {
      const { violations, notes } = judge(request, this.#settings);
      Object.assign(exchange, { violations, notes });
      return request.endpoint === 'messages'
        ? await this.#converse(journey)
        : await this.#lookUp(journey);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      // A predicate, or a token counter, that somebody wrote.
      return recordMistake(exchange, seed, 'turn_failed', `a function threw: ${reasonOf(error)}`);
    } finally {
      this.journal.close(exchange);
      for (const old of this.journal.drop()) this.#forget(old);
    }
  }

  /** What the journal no longer holds, nothing else does. */
  #forget(exchange: Exchange): void {
    this.conversations.forget(exchange);
    const reply = replyOf(exchange);
    if (!reply) return;
    this.#threads.forget(reply.id);
    this.#replies.forget(reply);
  }

  /** Everything up to the turn is one step, so that concurrent requests keep their order. */
  async #converse(journey: Journey): Promise<Answer> {
    const { exchange, request } = journey;
    const { seed } = this.#settings;
    const [refusal] = exchange.violations;
    if (!Array.isArray(journey.body.messages)) {
      return refusal
        ? recordRefusal(exchange, seed, refusal)
        : recordMistake(exchange, seed, 'no_turn', 'the request has no messages.');
    }
    const whole = wholeBody(journey);
    const conversation = this.conversations.add(exchange, {
      messages: exchange.messages,
      system: whole.system,
      isRetry: Number(request.raw.headers.get(RETRY_COUNT) ?? 0) > 0,
    });
    if (refusal) return this.#unhurried(recordRefusal(exchange, seed, refusal));
    const routed = toRoutedRequest(whole, exchange.messages, exchange.request.headers);
    const taken = this.cursor.take(routed, conversation.queue);
    if ('reason' in taken) {
      return this.#unhurried(recordMistake(exchange, seed, 'no_turn', taken.reason));
    }
    conversation.queue = taken.queue;
    exchange.turn = taken.place;
    return this.#perform(journey, taken);
  }

  /** A client that asks again whatever it hears would never let the event loop turn: nobody could stop it. */
  async #unhurried(answer: Answer): Promise<Answer> {
    await nextTurn();
    return answer;
  }

  /** Answers a question that no turn is needed for, unless a route has one: how many tokens, which models. */
  async #lookUp(journey: Journey): Promise<Answer> {
    const { exchange, request, body } = journey;
    const { seed } = this.#settings;
    const [refusal] = exchange.violations;
    if (refusal) return recordRefusal(exchange, seed, refusal);
    const { name = 'models', id = '' } = request.route ?? {};
    const endpoint = name === 'count_tokens' ? name : 'models';
    const { headers } = exchange.request;
    const taken = this.cursor.takeRouted(
      toRoutedRequest(body, exchange.messages, headers, endpoint),
    );
    if (taken) {
      exchange.turn = taken.place;
      return this.#perform(journey, taken);
    }
    switch (name) {
      case 'models':
        return recordBody(exchange, seed, listModels(request.raw.query ?? ''));
      case 'model': {
        const model = findModel(id);
        if (model) return recordBody(exchange, seed, model);
        const error = { type: 'not_found_error', message: `model: ${id}` };
        return recordError(exchange, seed, 'failed', { status: 404, error });
      }
      default:
        return recordBody(exchange, seed, { input_tokens: inputTokens(request) });
    }
  }

  async #perform(journey: Journey, { turn, place }: PlacedTurn): Promise<Answer> {
    const { exchange, body, signal } = journey;
    const { latency, clock, seed } = this.#settings;
    this.#threads.begin(body);
    try {
      if (latency > 0) await clock.sleep(latency, signal);
      const settled = await settleTurn(turn, { exchange, clock, signal });
      signal?.throwIfAborted();
      return this.#give(journey, settled);
    } catch (error) {
      if (signal?.aborted) {
        exchange.outcome = 'aborted';
        throw signal.reason;
      }
      return recordMistake(exchange, seed, 'turn_failed', `${place} failed: ${reasonOf(error)}`);
    } finally {
      // A stream is under way for as long as it is read.
      if (exchange.outcome !== 'open') this.#threads.release(body);
    }
  }

  #give(journey: Journey, turn: SettledTurn): Answer {
    const { exchange, request } = journey;
    if (request.endpoint !== 'messages' && SAYING.has(turn.type)) {
      throw new EnsaioError('turn-invalid', 'a message is no answer to this endpoint');
    }
    switch (turn.type) {
      case 'message':
        return this.#say(journey, turn, {});
      case 'streamed':
        return this.#say(journey, turn.turn, turn.shape);
      case 'events':
        return this.#recite(journey, turn);
      case 'error':
        return recordFailure(exchange, this.#settings.seed, turn);
      case 'raw':
        return recordRaw(exchange, turn);
      case 'connection_error': {
        exchange.outcome = 'failed';
        const { message, code } = turn;
        const cause = Object.assign(new Error(causeOf(code)), { code });
        return { type: 'broken', error: new TypeError(message, { cause }) };
      }
    }
  }

  #say(journey: Journey, turn: MessageTurn, shape: StreamShape): Answer {
    const { exchange, body, request } = journey;
    const { seed, tokens } = this.#settings;
    const delivery = deliveryOf(request);
    const message = completeMessage(turn, {
      place: [seed, exchange.index],
      model: String(body.model),
      inputTokens: inputTokens(request),
      tokens,
      delivery,
    });
    const repeated = repeatedCallId(message, request);
    if (repeated !== undefined) {
      throw new EnsaioError(
        'turn-invalid',
        `the call id ${repeated} was used before in this conversation`,
      );
    }
    if (delivery.streams) {
      const frames = messageFrames(message, shape, delivery);
      // What the last call says is another input than the one it was scripted with.
      const told = shape.input === undefined ? message : messageIn(frames);
      return this.#stream(journey, frames, told, shape);
    }
    this.#store(journey, message);
    return recordBody(exchange, seed, message, shape);
  }

  #recite(journey: Journey, { frames, shape }: EventsTurn): Answer {
    if (journey.body.stream !== true) {
      throw new EnsaioError(
        'turn-invalid',
        'events() is a stream, and the request does not stream',
      );
    }
    return this.#stream(journey, frames, messageIn(frames), shape);
  }

  #stream(
    journey: Journey,
    frames: readonly Frame[],
    message: Message | undefined,
    shape: StreamShape,
  ): StreamAnswer {
    const { exchange, body } = journey;
    const { seed, tokens, clock } = this.#settings;
    const own = headersOf(exchange, seed);
    const headers = { ...own, ...shape.headers };
    const plan = planStream(frames, shape, { tokens, requestId: own[REQUEST_ID]! });
    exchange.response = { status: 200, headers, body: message, streamed: true };
    const settle = once((end: StreamEnd) => {
      const answered = end === 'told' && plan.told === 'whole';
      if (answered && message) this.#store(journey, message);
      else this.#threads.release(body);
      if (end !== 'left') exchange.streamEnding = plan.told;
      exchange.outcome = answered ? 'answered' : end === 'left' ? 'aborted' : 'failed';
      this.journal.close(exchange);
    });
    const play: StreamAnswer['play'] = (signal) => {
      // A reader may leave before it asks for the first event, and then nothing in the sequence ever runs.
      signal?.addEventListener('abort', () => settle('left'), { once: true });
      return playStream(plan, { clock, settle }, signal);
    };
    const { encoding } = shape;
    return { type: 'stream', status: 200, headers, shape, play, ...(encoding && { encoding }) };
  }

  #store({ body, request, exchange }: Journey, message: Message): void {
    this.#replies.remember(message);
    if (body.thread == null) return;
    const { from } = request.thread;
    const reply = {
      messages: [...exchange.messages, { role: message.role, content: message.content }],
      stopReason: message.stop_reason,
      created: from?.created ?? body,
      ...(from && { previous: new WeakRef(from) }),
      carried: new Map(),
    } as StoredReply;
    this.#threads.store(body, message.id, reply, this.#settings.clock.now());
  }
}

/** The turns that a model says something in. */
const SAYING: ReadonlySet<SettledTurn['type']> = new Set(['message', 'streamed', 'events']);

/** Under `strict: false` a body may be anything. */
function isFields(body: unknown): body is MessageRequest {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

const NO_FIELDS = {} as MessageRequest;

/** The body with what a continued thread adds to it. */
function wholeBody({ body, request }: Journey): MessageRequest {
  const { from } = request.thread;
  if (!from) return body;
  const { system, tools } = from.created;
  const kept = Object.entries({ system, tools }).filter(([, value]) => value !== undefined);
  return { ...body, ...Object.fromEntries(kept) };
}

/** The message that frames tell, as far as they can be read; nothing when they are nobody's message. */
function messageIn(frames: readonly Frame[]): Message | undefined {
  const events = eventsIn(frames).map(({ event }) => event);
  try {
    return messageOf(events, orNoInput);
  } catch {
    return undefined;
  }
}

/** What the server itself makes of a call whose input is no JSON. */
function orNoInput(json: string): unknown {
  try {
    return parseUnfinished(json);
  } catch {
    return {};
  }
}

/** A call id that the conversation has already: the API never gives one out twice. */
function repeatedCallId(
  { content }: Message,
  { known, newEntries }: CheckedRequest,
): string | undefined {
  const before = known && callsIn(known);
  const isMade = (id: string): boolean =>
    before?.has(id) === true ||
    newEntries.some(({ blocks }) =>
      blocks.some((block) => block.type === 'tool_use' && block['id'] === id),
    );
  for (const block of content) if (block.type === 'tool_use' && isMade(block.id)) return block.id;
  return undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof EnsaioError) return [error.reason, error.hint].join(' ').trimEnd();
  return error instanceof Error ? error.message : String(error);
}

function once<Argument>(run: (argument: Argument) => void): (argument: Argument) => void {
  let done = false;
  return (argument) => {
    if (done) return;
    done = true;
    run(argument);
  };
}
