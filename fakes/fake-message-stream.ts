/** A streamed answer without SDK: events to iterate, and the message they make up. */
import type { Message } from '@anthropic-ai/sdk/resources/messages/messages';
import type { StreamEvent } from '../src/wire/message.ts';
import { messageOf } from '../src/wire/stream/message-of.ts';
import { parseInput, StreamOrder } from './stream-order.ts';

/** Reads its events as they come, whether or not anybody iterates, like the SDK's stream helper. */
export class FakeMessageStream implements AsyncIterable<StreamEvent> {
  readonly controller: AbortController = new AbortController();
  readonly #opened: Promise<AsyncGenerator<StreamEvent, void>>;
  readonly #read: Promise<void>;
  readonly #events: StreamEvent[] = [];
  #wake: () => void = () => undefined;
  #more: Promise<void>;

  /** `open` sends the request; the signal it gets is aborted by {@link abort} and by the caller's own. */
  constructor(
    open: (signal: AbortSignal) => Promise<AsyncGenerator<StreamEvent, void>>,
    signal?: AbortSignal,
  ) {
    const { controller } = this;
    this.#more = this.#nextWake();
    this.#opened = open(signal ? AbortSignal.any([signal, controller.signal]) : controller.signal);
    this.#read = this.#readAll();
    // Whoever awaits the stream sees the failure; nobody has to.
    this.#read.catch(() => undefined);
  }

  /** Stops reading; what is awaited rejects with the abort error. */
  abort(): void {
    this.controller.abort();
  }

  /** The whole message. Rejects when the stream ended before it was whole. */
  async finalMessage(): Promise<Message> {
    await this.#read;
    const message = messageOf(this.#events, parseInput);
    if (!message || !this.#events.some(({ type }) => type === 'message_stop')) {
      throw new Error('stream ended without producing a Message with role=assistant');
    }
    return message as Message;
  }

  /** The text of the whole message. */
  async finalText(): Promise<string> {
    const { content } = await this.finalMessage();
    return content.map((block) => (block.type === 'text' ? block.text : '')).join(' ');
  }

  async *[Symbol.asyncIterator](): AsyncIterator<StreamEvent> {
    let index = 0;
    let finished = false;
    const read = this.#read.then(() => {
      finished = true;
    });
    // Whoever iterates sees the failure when the events before it are read.
    read.catch(() => undefined);
    try {
      for (;;) {
        while (index < this.#events.length) yield this.#events[index++]!;
        if (finished) return;
        await Promise.race([this.#more, read]);
      }
    } finally {
      // Leaving early ends the request, as in the SDK.
      if (!finished) this.abort();
    }
  }

  async #readAll(): Promise<void> {
    const order = new StreamOrder();
    for await (const event of await this.#opened) {
      order.see(event);
      this.#events.push(event);
      this.#wake();
      this.#more = this.#nextWake();
    }
    order.end();
  }

  #nextWake(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
