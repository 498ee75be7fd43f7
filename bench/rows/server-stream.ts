/** What is left of a bare server of Node. */
import type { Row } from '../row.ts';
import { servingRow } from '../pieces/serving.ts';

export const row: Row<'ratio'> = servingRow('bare', {
  stream: true,
  atLeast: 0.8,
  limits:
    'As for `create`: 391 µs beside 159. Without a simulation ours sends the same chunks for less than the bare server, 121 beside 183, since all of them are one write. Of the rest a fifth is making events, their JSON and their chunks.',
});
