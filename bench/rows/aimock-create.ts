/** Another mock of the API. */
import type { Row } from '../row.ts';
import { servingRow } from '../pieces/serving.ts';

export const row: Row<'ratio'> = servingRow('aimock', {
  stream: false,
  atLeast: 2,
  limits:
    'On a busy machine an answer took 233 µs of its processor’s time and 237 of ours (decision 10). More than half of ours is the simulation: the rules that the request is judged by, its conversation, the usage that is counted. The rest is HTTP, of which a bare server has 57 µs.',
});
