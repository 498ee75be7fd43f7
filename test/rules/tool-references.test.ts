/** Tools that a search found, and tools that messages add, define and take away. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { compactionSignatureOf } from '../../src/wire/signature.ts';
import { send, type SendOptions } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';
import {
  assistant,
  call,
  result,
  serverCall,
  system,
  talk,
  text,
  tool,
  turn,
  user,
  type Json,
} from './tool-bodies.ts';

const beta = (...names: string[]): SendOptions => ({
  headers: { 'anthropic-beta': names.join(',') },
});
const INLINE = beta('inline-tools-2026-09-15');
const CHANGES = beta('mid-conversation-tool-changes-2026-07-01');
const BOTH = beta(
  'inline-tools-2026-09-15',
  'mid-conversation-tool-changes-2026-07-01',
  'mcp-client-2025-11-20',
);
const LISTING = beta('mcp-client-2026-09-15');
const SUMMARY = beta('compact-2026-09-04', 'inline-tools-2026-09-15');

const LOOK = tool('look');
const COMPUTER = { type: 'computer_toolset_20260801' };
const FILES = { type: 'mcp_toolset', mcp_server_name: 'files' };
const LATER = tool('later', { defer_loading: true });
const SEARCH = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' };
const WEB = { type: 'web_search_20250305', name: 'web_search' };

const found = (name: string): Json => ({ type: 'tool_reference', tool_name: name });
const searched = (name: string): Json[] => [
  serverCall('srvtoolu_1', 'tool_search_tool_regex'),
  {
    type: 'tool_search_tool_result',
    tool_use_id: 'srvtoolu_1',
    content: { type: 'tool_search_tool_search_result', tool_references: [found(name)] },
  },
];
const answered = (name: string): Json =>
  turn([LOOK, LATER], [call('toolu_1')], user([result('toolu_1', { content: [found(name)] })]));

const named = (name: string): Json => ({ type: 'tool_reference', name });
const defined = (definition: Json): Json => ({ type: 'tool_definition', definition });
const add = (target: Json): Json => ({ type: 'tool_addition', tool: target });
const remove = (target: Json): Json => ({ type: 'tool_removal', tool: target });

/** A summary that stands for these changes, and what was said after it. */
const summed = (...tool_changes: Json[]): Json => {
  const block = { type: 'compaction', content: 'So far.', tool_changes };
  const signed = { ...block, signature: compactionSignatureOf(block, 'test') };
  return talk([LOOK], user([signed]), assistant('Well.'), user('On.'));
};

const listing = { type: 'mcp_tool_listing', mcp_server_name: 'files', tools: [] };
const server = { type: 'url', name: 'files', url: 'https://example.test/mcp' };

/** A question and then these changes. */
const changed = (tools: Json[], ...changes: Json[]): Json =>
  talk(tools, user('q'), system(changes));

const withCode = (code: string, message: string): string => `${refused(message)} [${code}]`;
const unresolved = (subject: string, place = 'messages.1.content.0'): string =>
  withCode(
    'tool_reference_unresolved',
    `${place}: ${subject} is not defined at this point of the conversation`,
  );
const conflict = (name: string, place: string): string =>
  withCode(
    'tool_name_conflict',
    `${place}: an available tool of another kind is already named '${name}'`,
  );

const change = (
  fields: Pick<Case, 'name' | 'sent' | 'answer' | 'accepted'> & Partial<Case>,
): Case => ({
  rule: 'tool-reference-unresolved',
  facts: ['3.4', '4.11'],
  options: CHANGES,
  acceptedOptions: CHANGES,
  ...fields,
});

checkCases([
  {
    name: 'a reference of the client to a tool that is not there',
    rule: 'tool-reference-unknown',
    facts: ['T15', '3.6'],
    sent: answered('gone'),
    answer: refused("Tool reference 'gone' not found in available tools"),
    accepted: answered('later'),
  },
  {
    name: 'a reference of the server to a tool that is not there, long ago',
    rule: 'tool-reference-unknown',
    facts: ['T15', '3.6'],
    sent: turn(
      [SEARCH, LATER],
      [...searched('gone'), text('a')],
      user('b'),
      assistant('c'),
      user('d'),
    ),
    answer: refused("Tool reference 'gone' not found in available tools"),
    accepted: turn(
      [SEARCH, LATER],
      [...searched('later'), text('a')],
      user('b'),
      assistant('c'),
      user('d'),
    ),
  },
  change({
    name: 'an addition of a tool that is not there',
    sent: changed([LOOK, LATER], add(named('gone'))),
    answer: unresolved("'gone'"),
    accepted: changed([LOOK, LATER], add(named('later'))),
  }),
  change({
    name: 'a removal of a tool that is not there',
    sent: changed([LOOK], remove(named('gone'))),
    answer: unresolved("'gone'"),
    accepted: changed([LOOK], remove(named('look'))),
  }),
  change({
    name: 'a removal of a tool that is defined only later',
    sent: changed([LOOK], remove(named('find')), add(defined(tool('find')))),
    answer: unresolved("'find'"),
    accepted: changed([LOOK], add(defined(tool('find'))), remove(named('find'))),
    options: BOTH,
    acceptedOptions: BOTH,
  }),
  change({
    name: 'an addition of a tool of a server that is not there',
    sent: changed([LOOK], add({ type: 'mcp_tool_reference', server_name: 'files', name: 'read' })),
    answer: unresolved("'read' of MCP server 'files'"),
    accepted: {
      ...changed(
        [LOOK, FILES],
        add({ type: 'mcp_tool_reference', server_name: 'files', name: 'read' }),
      ),
      mcp_servers: [server],
    },
    options: BOTH,
    acceptedOptions: BOTH,
  }),
  change({
    name: 'a removal of a server that is not there',
    sent: changed([LOOK], remove({ type: 'mcp_toolset_reference', server_name: 'files' })),
    answer: unresolved("MCP server 'files'"),
    accepted: {
      ...changed([LOOK, FILES], remove({ type: 'mcp_toolset_reference', server_name: 'files' })),
      mcp_servers: [server],
    },
    options: BOTH,
    acceptedOptions: BOTH,
  }),
  change({
    name: 'a list of the tools of a server that is not there',
    sent: turn([LOOK], [listing, text('a')], user('b')),
    answer: withCode(
      'tool_reference_unresolved',
      "messages.1.content.0: MCP server 'files' is not defined",
    ),
    accepted: {
      ...turn([LOOK, FILES], [listing, text('a')], user('b')),
      mcp_servers: [server],
    },
    options: LISTING,
    acceptedOptions: LISTING,
  }),
  change({
    name: 'a change in a summary to a tool that is not there',
    sent: summed(add(defined(tool('find'))), remove(named('gone'))),
    answer: unresolved("'gone'", 'messages.0.content.0.tool_changes.1'),
    accepted: summed(add(defined(tool('find'))), remove(named('find'))),
    options: SUMMARY,
    acceptedOptions: SUMMARY,
  }),
  change({
    name: 'a definition whose name a server tool holds',
    rule: 'tool-name-conflict',
    facts: ['3.4', '4.3'],
    sent: changed([WEB], add(defined(tool('web_search')))),
    answer: conflict('web_search', 'messages.1.content.0'),
    accepted: changed([WEB], add(defined(tool('search')))),
    options: INLINE,
    acceptedOptions: INLINE,
  }),
  change({
    name: 'a definition whose name another one of another kind holds',
    rule: 'tool-name-conflict',
    facts: ['3.4', '4.3'],
    sent: changed([LOOK], add(defined(tool('web_search'))), add(defined(WEB))),
    answer: conflict('web_search', 'messages.1.content.1'),
    accepted: changed(
      [LOOK],
      add(defined(tool('web_search'))),
      remove(named('web_search')),
      add(defined(WEB)),
    ),
    options: BOTH,
    acceptedOptions: BOTH,
  }),
]);

const taken: [string, Json, SendOptions][] = [
  ['a definition that replaces one of its kind', changed([LOOK], add(defined(LOOK))), INLINE],
  [
    'a definition of a server tool in a newer version',
    changed([WEB], add(defined({ ...WEB, type: 'web_search_20260209' }))),
    INLINE,
  ],
  ['a reference to a tool that is loaded already', changed([LOOK], add(named('look'))), CHANGES],
  ['a removal of a member of a toolset', changed([COMPUTER], remove(named('screenshot'))), CHANGES],
  [
    'a reference to a member of a toolset',
    turn(
      [LOOK, { type: 'browser_toolset_20260801' }],
      [call('toolu_1')],
      user([result('toolu_1', { content: [found('navigate')] })]),
    ),
    {},
  ],
  [
    'a reference to a tool that an MCP server may have',
    {
      ...turn(
        [LOOK, FILES],
        [call('toolu_1')],
        user([result('toolu_1', { content: [found('read')] })]),
      ),
      mcp_servers: [server],
    },
    BOTH,
  ],
  [
    'a definition with the name of a tool that is not loaded',
    changed([LOOK, { ...WEB, defer_loading: true }], add(defined(tool('web_search')))),
    INLINE,
  ],
  ['a definition that replaces a toolset', changed([COMPUTER], add(defined(COMPUTER))), INLINE],
  ['a removal said twice', changed([LOOK], remove(named('look')), remove(named('look'))), CHANGES],
];

test.each(taken)('accepts %s', async (_name, sent, options) => {
  const answer = await send(simulate(['Fine.']), sent, options);
  expect(answer.status, answer.text).toBe(200);
});

test('counts what a message of a thread defined', async () => {
  const options = beta('inline-tools-2026-09-15', 'message-threads-2026-08-12');
  const simulation = simulate(['One.', 'Two.']);
  const created = changed([LOOK], add(defined(tool('find'))));
  const first = await send(simulation, { ...created, thread: { type: 'create' } }, options);
  const proceed = (name: string): Json => ({
    ...talk([], user('On.'), system([remove(named(name))])),
    thread: { type: 'continue', previous_message_id: first.body.id },
  });
  const lost = await send(simulation, proceed('gone'), options);
  expect(lost.body.error.message).toBe(
    "messages.4.content.0: 'gone' is not defined at this point of the conversation",
  );
  const known = await send(simulation, proceed('find'), options);
  expect(known.status, known.text).toBe(200);
});
