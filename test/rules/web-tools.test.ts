/** Domains that web tools may use and may not. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';

type Json = Record<string, unknown>;

const search = (fields: Json, type = 'web_search_20250305'): Json => ({
  type,
  name: 'web_search',
  ...fields,
});
const fetching = (fields: Json): Json => ({
  type: 'web_fetch_20250910',
  name: 'web_fetch',
  ...fields,
});
const offered = (...tools: Json[]): Json => body({ tools });

const one = ['tides.test'];
const two = { allowed_domains: one, blocked_domains: ['moon.test'] };
const EMPTY = 'Empty list of domains is ambiguous. Provide at least one domain or null.';
const BOTH = 'Only one of allowed_domains or blocked_domains may be set.';

checkCases([
  {
    // CherryHQ/cherry-studio#10374
    name: 'a search without any blocked domain in its list of them',
    rule: 'web-domains-empty',
    sent: offered(search({ blocked_domains: [] })),
    answer: refused(`tools.0.web_search_20250305.blocked_domains: ${EMPTY}`),
    accepted: offered(search({ blocked_domains: null })),
  },
  {
    name: 'a newer search that allows nothing',
    rule: 'web-domains-empty',
    sent: offered(fetching({}), search({ allowed_domains: [] }, 'web_search_20260209')),
    answer: refused(`tools.1.web_search_20260209.allowed_domains: ${EMPTY}`),
    accepted: offered(fetching({}), search({ allowed_domains: one }, 'web_search_20260209')),
  },
  {
    // microsoft/vscode#314275
    name: 'a search with both lists',
    rule: 'web-domains-both',
    sent: offered(search(two)),
    answer: refused(`tools.0.web_search_20250305: ${BOTH}`),
    accepted: offered(search({ ...two, blocked_domains: null })),
  },
  {
    name: 'a fetch with both lists',
    rule: 'web-domains-both',
    sent: offered(fetching(two)),
    answer: refused(`tools.0.web_fetch_20250910: ${BOTH}`),
    accepted: offered(fetching({ blocked_domains: one })),
  },
]);

test('accepts a fetch that allows nothing, which is disputed', async () => {
  const answer = await send(simulate(['Fine.']), offered(fetching({ allowed_domains: [] })));
  expect(answer.status, answer.text).toBe(200);
});
