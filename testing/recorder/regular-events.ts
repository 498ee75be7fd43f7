/** Whether events come as the API sends them, as far as they go. */
import type { StreamEvent } from '../../src/wire/message.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => Object(value) as Fields;

function hasUsage(value: unknown): boolean {
  return Number.isInteger(fieldsOf(fieldsOf(value)['usage'])['output_tokens']);
}

/** Where a stream stands: what is open, and what was said. */
class Progress {
  #stage: 'before' | 'blocks' | 'stopped' | 'over' = 'before';
  readonly #open = new Set<number>();
  #next = 0;

  /** Whether the event may come now. */
  take(event: StreamEvent): boolean {
    const fields = fieldsOf(event);
    const index = Number(fields['index']);
    switch (event.type) {
      case 'ping':
        return this.#stage !== 'over';
      case 'error':
        return this.#end();
      case 'message_start':
        return this.#go('before', 'blocks') && hasUsage(fields['message']);
      case 'content_block_start': {
        if (this.#stage !== 'blocks' || index !== this.#next++) return false;
        this.#open.add(index);
        return typeof fieldsOf(fields['content_block'])['type'] === 'string';
      }
      case 'content_block_delta':
        return this.#open.has(index) && typeof fieldsOf(fields['delta'])['type'] === 'string';
      case 'content_block_stop':
        return this.#open.delete(index);
      case 'message_delta':
        return this.#open.size === 0 && this.#go('blocks', 'stopped') && hasUsage(event);
      case 'message_stop':
        return this.#go('stopped', 'over');
      default:
        return false;
    }
  }

  #go(from: string, to: 'blocks' | 'stopped' | 'over'): boolean {
    const may = this.#stage === from;
    this.#stage = to;
    return may;
  }

  #end(): boolean {
    const may = this.#stage !== 'over';
    this.#stage = 'over';
    return may;
  }
}

/** Whether the API could have sent these events, perhaps with more to come; blocks may come in turns. */
export function isRegular(events: readonly StreamEvent[]): boolean {
  const progress = new Progress();
  return events.every((event) => progress.take(event));
}
