/** `docs/invariants.md` is what the registry says today. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { invariantsDocument } from '../../scripts/invariants-doc.ts';

test('docs/invariants.md is up to date (npm run docs)', () => {
  const page = readFileSync(new URL('../../docs/invariants.md', import.meta.url), 'utf8');
  expect(page).toBe(invariantsDocument());
});
