/** Another mock of the API. */
import type { Row } from '../row.ts';
import { servingRow } from '../pieces/serving.ts';

export const row: Row<'ratio'> = servingRow('aimock', {
  stream: true,
  atLeast: 2,
  limits: 'As for `create`: 390 µs beside 391.',
});
