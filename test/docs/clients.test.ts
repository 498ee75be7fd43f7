/** `docs/clients.md` tells what the tests of the clients saw. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientsDocument } from '../../scripts/clients-doc.ts';

test('the page of the clients is current', () => {
  const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
  expect(page, '`npm run docs` writes it anew').toBe(clientsDocument());
});
