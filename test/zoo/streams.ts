/** Readers of streams that put together what was not said. */
import type { BadLoop } from './bad-loop.ts';
import type { Body, Message } from './loop.ts';
import { StreamLoop, type Delta, type Draft, type Event, type Heard } from './stream-loop.ts';

/** A reader that goes by the calls it has, and not by the end of the stream. */
class Hasty extends StreamLoop {
  override isWhole(): boolean {
    return true;
  }
  override next(message: Message): ReturnType<StreamLoop['next']> {
    return this.callsOf(message).length > 0 ? 'answer' : super.next(message);
  }
  override read(json: string): unknown {
    try {
      return super.read(json);
    } catch {
      return {};
    }
  }
}

export const streams: readonly BadLoop[] = [
  {
    id: 'deltas-to-newest',
    mistake: 'adds each delta to the newest block, not to the one that it names',
    source: 'C058',
    caughtBy: ['history-unchanged', 'paused-turn-resumed'],
    size: [2, 1],
    options: { models: 'streaming', faults: ['odd-events'], calls: ['known', 'repeated'] },
    Loop: class extends StreamLoop {
      override blockOf(_delta: Delta, { blocks }: Draft): Heard {
        return blocks.at(-1)!;
      }
    },
  },
  {
    id: 'signature-lost',
    mistake: 'does not listen to the signature of thinking',
    source: 'C044',
    caughtBy: ['thinking-unchanged'],
    size: [2, 1],
    options: { models: 'streaming' },
    Loop: class extends StreamLoop {
      override grow(block: Heard, delta: Delta['delta']): void {
        if (delta.type !== 'signature_delta') super.grow(block, delta);
      }
    },
  },
  {
    id: 'redacted-not-begun',
    mistake: 'builds blocks from their deltas, and has none of one that comes without',
    source: 'C046',
    caughtBy: ['thinking-unchanged'],
    size: [2, 1],
    options: { models: 'streaming' },
    Loop: class extends StreamLoop {
      override async ask(body: Body): Promise<Message> {
        const message = await super.ask(body);
        const content = message.content.filter(({ type }) => type !== 'redacted_thinking');
        return { ...message, content };
      }
    },
  },
  {
    id: 'input-not-joined',
    mistake: 'sends back the empty input that a call begins with',
    source: 'C034',
    caughtBy: ['history-unchanged', 'paused-turn-resumed'],
    size: [2, 1],
    options: { models: 'streaming' },
    Loop: class extends StreamLoop {
      override finish({ json: _, ...block }: Heard): Heard {
        return block;
      }
    },
  },
  {
    id: 'cut-stream-taken',
    mistake: 'takes a stream that was cut for a whole one, and runs what calls there are',
    source: 'C002, C061',
    caughtBy: ['truncated-stream-accepted'],
    size: [2, 1],
    options: { models: 'streaming', turns: ['answer'], faults: ['cut'] },
    Loop: Hasty,
  },
  {
    id: 'error-event-skipped',
    mistake: 'has no ear for an error in the stream, and goes on with what came before it',
    source: 'C064, C065',
    caughtBy: ['error-event-dropped'],
    size: [2, 1],
    options: { models: 'streaming', turns: ['answer'], faults: ['error-event'] },
    Loop: class extends Hasty {
      override async hearAll(events: AsyncIterable<Event>, draft: Draft): Promise<void> {
        await super.hearAll(events, draft).catch(() => undefined);
      }
    },
  },
  {
    id: 'plain-input-reparsed',
    mistake: 'reads the input of a plain reply as JSON text, and finds none',
    source: 'C055',
    caughtBy: ['streamed-alike'],
    size: [2, 1],
    options: { models: 'both' },
    Loop: class extends StreamLoop {
      override async ask(body: Body): Promise<Message> {
        if (this.context.stream) return super.ask(body);
        return this.context.client.messages.create(body, { signal: this.context.signal });
      }
      override callsOf(message: Message): ReturnType<StreamLoop['callsOf']> {
        const calls = super.callsOf(message);
        return this.context.stream ? calls : calls.map((call) => ({ ...call, input: {} }));
      }
    },
  },
];
