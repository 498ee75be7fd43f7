/** Another mock of the API. */
import type { Row } from '../row.ts';
import { servingRow } from '../pieces/serving.ts';

export const row: Row<'ratio'> = servingRow('aimock', {
  stream: false,
  atLeast: 2,
  limits:
    'On a busy machine an answer took 229 µs of its processor’s time and 343 of ours (decision 10). A quarter of ours is the simulation: the rules that the request is judged by, its conversation, the usage that is counted. The rest is HTTP.',
});
