/** What docs/invariants.md says of the SDK's tool runner is still so. */
import { expect, test } from 'vitest';
import { sdkBreaks } from './sdk-breaks.ts';

test.each(sdkBreaks)('$invariant: $what', async ({ invariant, play }) => {
  const found = await play();
  expect([...new Set(found.map((violation) => violation.invariant))]).toEqual([invariant]);
});
