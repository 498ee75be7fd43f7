/** What is left of a bare server of Node. */
import type { Row } from '../row.ts';
import { servingRow } from '../pieces/serving.ts';

export const row: Row<'ratio'> = servingRow('bare', {
  stream: false,
  atLeast: 0.8,
  limits:
    'On a busy machine an answer took 237 µs of its processor’s time, one of the bare server 57; without a simulation behind it ours takes 91 (decision 10). More than half is the simulation: the rules, then the message and its usage, the journal. A tenth is the write: what is answered in one turn of the event loop is written together, since a write that wakes a client costs twice as much.',
});
