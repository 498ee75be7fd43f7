/** Requests that are sent again when they must not be, too soon, or for ever. */
import type { APIError } from '@anthropic-ai/sdk';
import type { BadLoop } from './bad-loop.ts';
import { ToolLoop, type Body, type Message } from './loop.ts';

/** On the timers of the run. */
const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

export const retries: readonly BadLoop[] = [
  {
    id: 'asks-for-ever',
    mistake: 'asks again and again, whatever it hears',
    source: 'C062, C080',
    caughtBy: ['app-aborted'],
    size: [1, 0],
    options: { faults: ['final-error'] },
    Loop: class extends ToolLoop {
      override async ask(body: Body): Promise<Message> {
        for (;;) {
          try {
            return await super.ask(body);
          } catch {
            this.heed();
          }
        }
      }
    },
  },
  {
    id: 'refused-asked-again',
    mistake: 'sends a request again that was refused for good',
    source: 'C080',
    caughtBy: ['retried-forbidden', 'request-unexpected'],
    size: [1, 0],
    options: { faults: ['final-error'] },
    Loop: class extends ToolLoop {
      override ask(body: Body): Promise<Message> {
        return super.ask(body).catch(() => super.ask(body));
      }
    },
  },
  {
    id: 'asked-again-at-once',
    mistake: 'sends a request again at once when the connection breaks',
    source: 'C079',
    caughtBy: ['retried-without-backoff'],
    size: [2, 0],
    options: { faults: ['connection-error'] },
    Loop: class extends ToolLoop {
      override ask(body: Body): Promise<Message> {
        return super.ask(body).catch(() => super.ask(body));
      }
    },
  },
  {
    id: 'retry-after-ignored',
    mistake: 'waits as long as it thinks fit before it sends a request again, whatever it was told',
    source: 'C079',
    caughtBy: ['retry-after-ignored'],
    size: [2, 0],
    options: { faults: ['retried-error'] },
    Loop: class extends ToolLoop {
      override async ask(body: Body): Promise<Message> {
        for (let waitMs = 500; ; waitMs *= 2) {
          try {
            return await super.ask(body);
          } catch (error) {
            this.heed();
            if (waitMs > 2_000) throw error;
            await sleep(waitMs);
          }
        }
      }
    },
  },
  {
    id: 'seconds-as-milliseconds',
    mistake: 'takes the seconds of `retry-after` for milliseconds',
    source: 'C079',
    caughtBy: ['retry-after-ignored'],
    size: [2, 0],
    Loop: class extends ToolLoop {
      override async ask(body: Body): Promise<Message> {
        for (let waitMs = 500; ; waitMs *= 2) {
          try {
            return await super.ask(body);
          } catch (error) {
            this.heed();
            const { status, headers } = error as APIError;
            if (waitMs > 2_000 || status !== 429) throw error;
            await sleep(Number(headers?.get('retry-after') ?? waitMs));
          }
        }
      }
    },
  },
  {
    id: 'should-retry-ignored',
    mistake: 'sends a request again by its status, also when `x-should-retry` forbids it',
    source: 'C080',
    caughtBy: ['retried-forbidden'],
    size: [1, 0],
    options: { faults: ['retry-forbidden'] },
    Loop: class extends ToolLoop {
      override async ask(body: Body): Promise<Message> {
        try {
          return await super.ask(body);
        } catch (error) {
          const { status = 500 } = error as APIError;
          if (status !== 429 && status < 500) throw error;
          await sleep(2_000);
          return super.ask(body);
        }
      }
    },
  },
];
