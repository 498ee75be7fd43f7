/** One run of a script: what happened since the simulation was made or reset, and the way of each request through it. */
import { EnsaioError } from '../error.ts';
import { CheckedRequest, type RawRequest } from '../rules/checked-request.ts';
import { judge } from '../rules/judge.ts';
import { inputTokens } from '../rules/prompt-length.ts';
import { Cursor } from '../script/cursor.ts';
import type { PlacedTurn } from '../script/queue.ts';
import { toRoutedRequest, type RoutedRequest } from '../script/routed-request.ts';
import type { Script } from '../script/script.ts';
import { Beginnings } from '../wire/history/beginnings.ts';
import { replyOf, type Exchange } from '../wire/exchange.ts';
import { RETRY_COUNT } from '../wire/headers.ts';
import { isRecord } from '../wire/json/is-record.ts';
import type { MessageRequest } from '../wire/message.ts';
import type { Answer } from './answer.ts';
import { nextTurn } from './clock.ts';
import { Conversations } from './conversations.ts';
import { Journal } from './journal.ts';
import type { Journey } from './journey.ts';
import { findModel, listModels } from './list-models.ts';
import type { Settings } from './options.ts';
import { recordBody, recordError, recordMistake, recordRefusal } from './record-answer.ts';
import { ReplyMemory } from './reply-memory.ts';
import { settleTurn } from './settle-turn.ts';
import { Speaker } from './speaker.ts';
import { ThreadStore } from './threads.ts';

/** A request passes: checks, its conversation, its turn, the answer. */
export class Run {
  readonly journal: Journal;
  readonly conversations: Conversations = new Conversations();
  readonly cursor: Cursor;
  readonly #settings: Settings;
  readonly #threads: ThreadStore;
  readonly #replies = new ReplyMemory();
  readonly #beginnings = new Beginnings();
  readonly #speaker: Speaker;

  constructor(script: Script, settings: Settings) {
    this.cursor = new Cursor(script);
    this.#settings = settings;
    this.journal = new Journal(settings.clock, settings.journalLimit);
    this.#threads = new ThreadStore(settings.threads);
    this.#speaker = new Speaker(settings, {
      journal: this.journal,
      threads: this.#threads,
      replies: this.#replies,
    });
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
    const journey = { exchange, request, body: isRecord(body) ? body : NO_FIELDS, signal };
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
    const routed = toRoutedRequest(whole, exchange.messages, exchange.request.headers);
    const { seat } = this.conversations.add(exchange, {
      messages: exchange.messages,
      system: whole.system,
      isRetry: Number(request.raw.headers.get(RETRY_COUNT) ?? 0) > 0,
      aside: this.#asideOf(routed, refusal !== undefined),
    });
    if (refusal) return this.#unhurried(recordRefusal(exchange, seed, refusal));
    const taken = this.cursor.take(routed, seat);
    if ('reason' in taken) {
      return this.#unhurried(recordMistake(exchange, seed, 'no_turn', taken.reason));
    }
    exchange.turn = taken.place;
    return this.#perform(journey, taken);
  }

  /** A predicate is written for requests that are right: of one that is refused it may make nothing. */
  #asideOf(routed: RoutedRequest, isRefused: boolean): number | undefined {
    try {
      return this.cursor.asideOf(routed);
    } catch (error) {
      if (isRefused) return undefined;
      throw error;
    }
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
      return this.#speaker.give(journey, settled);
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
}

/** Under `strict: false` a body may be anything. */
const NO_FIELDS = {} as MessageRequest;

/** The body with what a continued thread adds to it. */
function wholeBody({ body, request }: Journey): MessageRequest {
  const { from } = request.thread;
  if (!from) return body;
  const { system, tools } = from.created;
  return {
    ...body,
    ...(system !== undefined && { system }),
    ...(tools !== undefined && { tools }),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof EnsaioError) return [error.reason, error.hint].join(' ').trimEnd();
  return error instanceof Error ? error.message : String(error);
}
