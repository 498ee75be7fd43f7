/** Requests that are sent again when they must not be, too soon, or for ever. */
import type { BadLoop } from './bad-loop.ts';
import { ToolLoop, type Body, type Message } from './loop.ts';

export const retries: readonly BadLoop[] = [
  {
    id: 'asks-for-ever',
    mistake: 'asks again and again, whatever it hears',
    source: 'C062, C080',
    caughtBy: ['app-aborted'],
    size: [1, 0],
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
];
