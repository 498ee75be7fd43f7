/** A request on its way through a run. */
import type { CheckedRequest } from '../rules/checked-request.ts';
import type { MessageRequest } from '../wire/message.ts';
import type { OpenExchange } from './journal.ts';

/** A request on its way, after it was judged. */
export interface Journey {
  readonly exchange: OpenExchange;
  readonly request: CheckedRequest;
  readonly body: MessageRequest;
  readonly signal: AbortSignal | undefined;
}
