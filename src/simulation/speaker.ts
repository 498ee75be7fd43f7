/** Makes the answer to a request out of the turn that it got, and remembers what was said. */
import { EnsaioError } from '../error.ts';
import { inputTokens } from '../rules/prompt-length.ts';
import type { StreamShape } from '../script/stream-shape.ts';
import { causeOf } from '../script/transport.ts';
import type { EventsTurn, MessageTurn, SettledTurn } from '../script/turn.ts';
import type { Frame } from '../wire/stream/frame.ts';
import { REQUEST_ID } from '../wire/headers.ts';
import { Link } from '../wire/history/link.ts';
import type { Message } from '../wire/message.ts';
import type { StoredReply } from '../wire/history/thread.ts';
import type { Answer, StreamAnswer } from './answer.ts';
import { checkSummary } from './check-summary.ts';
import { completeMessage } from './complete-message.ts';
import { deliveryOf } from './delivery.ts';
import type { Journal } from './journal.ts';
import type { Journey } from './journey.ts';
import { messageFrames } from './message-frames.ts';
import { messageIn } from './message-in.ts';
import type { Settings } from './options.ts';
import { playStream, type StreamEnd } from './play-stream.ts';
import { headersOf, recordBody, recordFailure, recordRaw } from './record-answer.ts';
import { repeatedCallId } from './repeated-call-id.ts';
import type { ReplyMemory } from './reply-memory.ts';
import { planStream } from './stream-plan.ts';
import type { ThreadStore } from './threads.ts';

/** The turns that a model says something in. */
const SAYING: ReadonlySet<SettledTurn['type']> = new Set(['message', 'streamed', 'events']);

function once<Argument>(run: (argument: Argument) => void): (argument: Argument) => void {
  let done = false;
  return (argument) => {
    if (done) return;
    done = true;
    run(argument);
  };
}

/** What a run remembers. */
interface Memory {
  readonly journal: Journal;
  readonly threads: ThreadStore;
  readonly replies: ReplyMemory;
}

export class Speaker {
  readonly #settings: Settings;
  readonly #journal: Journal;
  readonly #threads: ThreadStore;
  readonly #replies: ReplyMemory;

  constructor(settings: Settings, { journal, threads, replies }: Memory) {
    this.#settings = settings;
    this.#journal = journal;
    this.#threads = threads;
    this.#replies = replies;
  }

  /**
   * The answer that a turn is to a request. Throws `EnsaioError` (`turn-invalid`) for a turn that cannot be one.
   */
  give(journey: Journey, turn: SettledTurn): Answer {
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
    if (delivery.compacts) checkSummary(message);
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
      this.#journal.close(exchange);
    });
    const play: StreamAnswer['play'] = (signal) => {
      // A reader may leave before it asks for the first event, and then nothing in the sequence ever runs.
      signal?.addEventListener('abort', () => settle('left'), { once: true });
      return playStream(plan, { clock, settle }, signal);
    };
    const { encoding } = shape;
    const onChunk = (): void => this.#journal.beat();
    return {
      type: 'stream',
      status: 200,
      headers,
      shape,
      play,
      onChunk,
      ...(encoding && { encoding }),
    };
  }

  #store({ body, request, exchange }: Journey, message: Message): void {
    this.#replies.remember(message);
    if (body.thread == null) return;
    const { from } = request.thread;
    const reply = {
      messages: [...exchange.messages, { role: message.role, content: message.content }],
      stopReason: message.stop_reason,
      // Whatever somebody makes of the journal, the thread was created so.
      created: from?.created ?? { ...body },
      layout: from ? from.layout : request.layout,
      ...(from && { previous: new Link(from) }),
      carried: new Map(),
    } as StoredReply;
    this.#threads.store(body, message.id, reply, this.#settings.clock.now());
  }
}
