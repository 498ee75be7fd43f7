/** What is left of a bare server of Node. */
import type { Row } from '../row.ts';
import { servingRow } from '../pieces/serving.ts';

export const row: Row<'ratio'> = servingRow('bare', {
  stream: true,
  atLeast: 0.8,
  limits:
    'As for `create`. Node writes three parts for each chunk, which the bare server pays too; frames are encoded one by one, since each may be shaped. Not tried: one buffer for all events of a stream that nothing shapes.',
});
