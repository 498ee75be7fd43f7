/** Another mock of the API. */
import type { Row } from '../row.ts';
import { servingRow } from '../work/serving.ts';

export const row: Row<'ratio'> = servingRow('aimock', {
  stream: false,
  atLeast: 2,
  limits:
    'It looks at the last message and little else: no version, no rules, no conversation, no usage that is counted. What is refused by the real API costs about as much as everything it does.',
});
