/** What is left of a bare server of Node. */
import type { Row } from '../row.ts';
import { servingRow } from '../pieces/serving.ts';

export const row: Row<'ratio'> = servingRow('bare', {
  stream: false,
  atLeast: 0.8,
  limits:
    'Of the processor’s time for an answer a third goes into writing to the socket, which the bare server pays too, and a quarter into the simulation: half of that the rules, a third the message and its usage. `Request`, `Response` and their streams are gone, and with them half of what it was (decision 10). Not tried: answers of several requests in one write.',
});
