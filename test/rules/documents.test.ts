/** Documents and citations, by API version. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';

type Json = Record<string, unknown>;

const user = (...content: Json[]): Json => ({ role: 'user', content });
const assistant = (...content: Json[]): Json => ({ role: 'assistant', content });
const talk = (...messages: Json[]): Json => body({ messages });
const document: Json = {
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: 'Grass is green.' },
};
const citation = {
  type: 'char_location',
  cited_text: 'Grass is green.',
  document_index: 0,
  document_title: null,
  start_char_index: 0,
  end_char_index: 15,
};
const text = (citations?: readonly Json[] | null): Json => ({
  type: 'text',
  text: 'Grass is green.',
  ...(citations === undefined ? {} : { citations }),
});
const found = (...content: Json[]): Json => ({
  type: 'search_result',
  source: 'https://grass.test',
  title: 'Grass',
  content,
});
const image: Json = {
  type: 'image',
  source: { type: 'url', url: 'https://grass.test/green.png' },
};
const upload: Json = { type: 'container_upload', file_id: 'file_1' };
const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} };
const result = (...content: Json[]): Json => ({
  type: 'tool_result',
  tool_use_id: 'toolu_1',
  content,
});
const fetched = [
  {
    type: 'server_tool_use',
    id: 'srvtoolu_1',
    name: 'web_fetch',
    input: { url: 'https://grass.test' },
  },
  {
    type: 'web_fetch_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: { type: 'web_fetch_result', url: 'https://grass.test', content: document },
  },
];
const fetching = { tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }] };

const enabled = { citations: { enabled: true } };

const cited = (path: string): string =>
  refused(`${path}.citations: citations can only be on text in \`assistant\` messages`);

checkCases([
  {
    name: 'a document in an assistant message',
    rule: 'document-in-assistant',
    facts: ['1.3'],
    sent: talk(user(text()), assistant(text(), document), user(text())),
    answer: refused(
      "messages.1.content: 'document' blocks are not permitted within assistant turns.",
    ),
    accepted: talk(user(text(), document), assistant(text()), user(text())),
  },
  {
    // SEMOSS/Semoss#2323
    name: 'an image in an assistant message',
    rule: 'image-in-assistant',
    sent: talk(user(text()), assistant(text(), image), user(text())),
    answer: refused("messages.1.content: 'image' blocks are not permitted within assistant turns."),
    accepted: talk(user(text()), assistant(text()), user(text(), image)),
  },
  {
    name: 'an image in an assistant message of the older version',
    rule: 'image-in-assistant',
    options: { headers: { 'anthropic-version': '2023-06-01' } },
    sent: talk(user(text()), assistant(image), user(text())),
    answer: refused("messages.1.content: 'image' blocks are not permitted within assistant turns."),
    accepted: talk(user(text()), assistant(call), user(result(image))),
  },
  {
    name: 'a file for the container in an assistant message',
    rule: 'image-in-assistant',
    sent: talk(user(text()), assistant(upload), user(text())),
    answer: refused(
      "messages.1.content: 'container_upload' blocks are not permitted within assistant turns.",
    ),
    accepted: talk(user(text(), upload)),
  },
  {
    name: 'a cited text in a user message',
    rule: 'citations-in-user',
    facts: ['1.3'],
    sent: talk(user(document, text([citation]))),
    answer: cited('messages.0.content.1.text'),
    accepted: talk(user(document, text([]))),
  },
  {
    name: 'a cited text in a search result',
    rule: 'citations-in-user',
    facts: ['1.3'],
    sent: talk(user(found(text(), text([citation])))),
    answer: cited('messages.0.content.0.search_result.content.1'),
    accepted: talk(user(found(text(), text(null)))),
  },
  {
    name: 'a cited text in a search result that a tool gave',
    rule: 'citations-in-user',
    facts: ['1.3'],
    sent: talk(user(text()), assistant(call), user(result(found(text([citation]))))),
    answer: cited('messages.2.content.0.tool_result.content.0.search_result.content.0'),
    accepted: talk(user(text()), assistant(call), user(result(found(text())))),
  },
]);

const citable = { ...document, ...enabled };
const citableFound: Json = { ...found(text()), ...enabled };
const format = { type: 'json_schema', schema: { type: 'object', additionalProperties: false } };
const formed = (...content: Json[]): Json => ({
  ...talk(user(...content)),
  output_config: { format },
});

const mixed = (message: number, type: string): string =>
  refused(
    `messages.${message}.content: Citations must be either enabled or disabled on all \`${type}\` blocks. A mixture of enabling and disabling is not supported at this time.`,
  );
const NO_FORMAT = refused(
  'Citations cannot be enabled when output format is set. Please disable citations on uploaded document blocks.',
);

checkCases([
  {
    name: 'a document that can be cited beside one that cannot',
    rule: 'citations-mixed',
    sent: talk(user(citable, document)),
    answer: mixed(0, 'document'),
    accepted: talk(user(citable, citable)),
  },
  {
    name: 'a document that can be cited after one that cannot, in another message',
    rule: 'citations-mixed',
    sent: talk(
      user({ ...document, citations: { enabled: false } }),
      assistant(text()),
      user(citable),
    ),
    answer: mixed(2, 'document'),
    accepted: talk(user(document), assistant(text()), user(document)),
  },
  {
    name: 'search results of a tool of which one can be cited',
    rule: 'citations-mixed',
    sent: talk(user(text()), assistant(call), user(result(citableFound, found(text())))),
    answer: mixed(2, 'search_result'),
    accepted: talk(user(text()), assistant(call), user(result(citableFound, citableFound))),
  },
  {
    name: 'a search result that cannot be cited beside one of a tool that can',
    rule: 'citations-mixed',
    sent: talk(user(found(text())), assistant(call), user(result(citableFound))),
    answer: mixed(2, 'search_result'),
    accepted: talk(user(found(text())), assistant(call), user(result(found(text())))),
  },
  {
    name: 'a document to be cited in a form',
    rule: 'citations-with-format',
    sent: formed(citable),
    answer: NO_FORMAT,
    accepted: formed(document),
  },
  {
    name: 'a search result to be cited in the older place of a form',
    rule: 'citations-with-format',
    sent: { ...talk(user(citableFound)), output_format: format },
    options: { headers: { 'anthropic-beta': 'structured-outputs-2025-11-13' } },
    answer: NO_FORMAT,
    accepted: talk(user(citableFound)),
  },
]);

test.each<[string, string, Json]>([
  [
    '2026-10-21',
    'citations of an assistant',
    talk(user(text()), assistant(text([citation])), user(text())),
  ],
  ['2026-10-21', 'citations asked for', talk(user({ ...document, ...enabled }, found(text())))],
  [
    '2026-10-21',
    'citations asked for of a search result',
    talk(user({ ...found(text()), ...enabled })),
  ],
  [
    '2026-10-21',
    'a document inside a fetched page',
    { ...talk(user(text()), assistant(...fetched), user(text())), ...fetching },
  ],
  [
    '2026-10-21',
    'a document a tool gave',
    talk(user(text()), assistant(call), user(result(document))),
  ],
  [
    '2026-10-21',
    'a document to be cited beside one that a tool gave',
    talk(user(citable), assistant(call), user(result(document))),
  ],
  [
    '2026-10-21',
    'a document to be cited beside a search result that is not',
    talk(user(citable, found(text()))),
  ],
  [
    '2026-10-21',
    'a fetched page to be cited in a form',
    {
      ...formed(text()),
      tools: [{ type: 'web_fetch_20250910', name: 'web_fetch', ...enabled }],
    },
  ],
  [
    '2023-06-01',
    'a document in an assistant message',
    talk(user(text()), assistant(document), user(text())),
  ],
  ['2023-06-01', 'a cited text in a user message', talk(user(document, text([citation])))],
  ['2023-06-01', 'a cited text in a search result', talk(user(found(text([citation]))))],
])('version %s takes %s', async (version, _name, sent) => {
  const answer = await send(simulate(['Fine.']), sent, {
    headers: { 'anthropic-version': version },
  });
  expect(answer.status, answer.text).toBe(200);
});

test('refuses the same when tokens are counted', async () => {
  const simulation = simulate([]);
  const { max_tokens: _left, ...sent } = talk(user(document, text([citation])));
  const answer = await send(simulation, sent, { path: '/v1/messages/count_tokens' });
  expect(answer.status).toBe(400);
  expect(simulation.violations.map(({ rule }) => rule)).toEqual(['citations-in-user']);
});
