/** The events of one streamed answer without SDK, read as they are asked for. */
import type { StreamEvent } from '../src/wire/message.ts';

/** What `messages.create({ stream: true })` gives out. Leaving the iteration early ends the request, as in the SDK. */
export class FakeStream implements AsyncIterable<StreamEvent> {
  /** Aborts the request. */
  readonly controller: AbortController;
  readonly #events: AsyncGenerator<StreamEvent, void>;

  constructor(events: AsyncGenerator<StreamEvent, void>, controller: AbortController) {
    this.#events = events;
    this.controller = controller;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<StreamEvent> {
    let finished = false;
    try {
      for (;;) {
        const { value, done } = await this.#events.next();
        finished = done === true;
        if (!value) return;
        yield value;
      }
    } finally {
      if (!finished) {
        // First the abort, so that the answer knows that its reader left.
        this.controller.abort();
        await this.#events.return();
      }
    }
  }
}
