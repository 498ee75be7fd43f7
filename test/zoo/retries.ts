/** Requests that are sent again when they must not be, too soon, or for ever. */
import type { APIError } from '@anthropic-ai/sdk';
import type { BadLoop } from './bad-loop.ts';
import { ToolLoop, type Body, type Message } from './loop.ts';

/** Sends a request again for as long as it thinks that right. */
abstract class RetryingLoop extends ToolLoop {
  /** How many milliseconds to wait, the third time `retry` 3; nothing to give up. */
  abstract waitMs(error: APIError, retry: number): number | undefined;

  override async ask(body: Body): Promise<Message> {
    for (let retry = 1; ; retry++) {
      try {
        return await super.ask(body);
      } catch (error) {
        this.heed();
        const waitMs = this.waitMs(error as APIError, retry);
        if (waitMs === undefined) throw error;
        // On the timers of the run.
        if (waitMs > 0) await new Promise((resolve) => void setTimeout(resolve, waitMs));
      }
    }
  }
}

/** Once, at once, whatever it heard. */
class HastyLoop extends RetryingLoop {
  waitMs(_error: APIError, retry: number): number | undefined {
    return retry === 1 ? 0 : undefined;
  }
}

/** Half a second, then twice as long each time. */
const backoff = (retry: number): number | undefined =>
  retry > 3 ? undefined : 500 * 2 ** (retry - 1);

export const retries: readonly BadLoop[] = [
  {
    id: 'asks-for-ever',
    mistake: 'asks again and again, whatever it hears',
    source: 'C062, C080',
    caughtBy: ['app-aborted'],
    size: [1, 0],
    options: { faults: ['final-error'] },
    Loop: class extends RetryingLoop {
      waitMs(): number {
        return 0;
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
    Loop: HastyLoop,
  },
  {
    id: 'asked-again-at-once',
    mistake: 'sends a request again at once when the connection breaks',
    source: 'C079',
    caughtBy: ['retried-without-backoff'],
    size: [2, 0],
    options: { faults: ['connection-error'] },
    Loop: HastyLoop,
  },
  {
    id: 'retry-after-ignored',
    mistake: 'waits as long as it thinks fit before it sends a request again, whatever it was told',
    source: 'C079',
    caughtBy: ['retry-after-ignored'],
    size: [2, 0],
    options: { faults: ['retried-error'] },
    Loop: class extends RetryingLoop {
      waitMs(_error: APIError, retry: number): number | undefined {
        return backoff(retry);
      }
    },
  },
  {
    id: 'seconds-as-milliseconds',
    mistake: 'takes the seconds of `retry-after` for milliseconds',
    source: 'C079',
    caughtBy: ['retry-after-ignored'],
    size: [2, 0],
    Loop: class extends RetryingLoop {
      waitMs({ status, headers }: APIError, retry: number): number | undefined {
        const own = backoff(retry);
        if (status !== 429 || own === undefined) return undefined;
        return Number(headers?.get('retry-after') ?? own);
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
    Loop: class extends RetryingLoop {
      waitMs({ status = 500 }: APIError, retry: number): number | undefined {
        return retry === 1 && (status === 429 || status >= 500) ? 2_000 : undefined;
      }
    },
  },
];
