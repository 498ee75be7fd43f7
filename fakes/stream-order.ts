/** What the SDK's stream helper refuses while it reads, with the texts it says it in. */
import type { StreamEvent } from '../src/wire/message.ts';
import { parseUnfinished } from '../src/wire/json/unfinished-json.ts';

/** The input of a call, as far as it was said; throws for what is no JSON. */
export function parseInput(json: string): unknown {
  try {
    return parseUnfinished(json);
  } catch (cause) {
    throw new Error(
      `Unable to parse tool parameter JSON from model. Please retry your request or adjust your prompt. Error: ${String(cause)}. JSON: ${json}`,
      { cause },
    );
  }
}

/** Told each event in order, and that there are no more. */
export class StreamOrder {
  #begun = false;
  readonly #json = new Map<number, string>();

  /** Throws for a message that begins twice, and where the input of a call ends and is no JSON. */
  see(event: StreamEvent): void {
    if (event.type === 'message_start') {
      if (this.#begun) {
        throw new Error(
          'Unexpected event order, got message_start before receiving "message_stop"',
        );
      }
      this.#begun = true;
    }
    if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta') {
      const { index, delta } = event;
      this.#json.set(index, (this.#json.get(index) ?? '') + delta.partial_json);
    }
    if (event.type === 'content_block_stop') {
      const json = this.#json.get(event.index) ?? '';
      if (json !== '') parseInput(json);
    }
  }

  /** Throws when no message ever began. */
  end(): void {
    if (!this.#begun) throw new Error('request ended without sending any chunks');
  }
}
