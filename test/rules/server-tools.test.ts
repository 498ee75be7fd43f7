/** Calls that the server answers itself: their results, going on with them, and the container they run in. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { send, type SendOptions } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';
import {
  assistant,
  call,
  result,
  searchResult,
  serverCall,
  talk,
  text,
  tool,
  turn,
  user,
  type Json,
} from './tool-bodies.ts';

const LOOK = tool('look');
const WEB = { type: 'web_search_20250305', name: 'web_search' };
const FILTERING_WEB = { type: 'web_search_20260209', name: 'web_search' };
const CODE = { type: 'code_execution_20260120', name: 'code_execution' };
const BY_CODE = tool('look', { allowed_callers: ['code_execution_20260120'] });
const MCP: SendOptions = { headers: { 'anthropic-beta': 'mcp-client-2025-11-20' } };
const ADVISOR: SendOptions = { headers: { 'anthropic-beta': 'advisor-tool-2026-03-01' } };
const OLD: SendOptions = { headers: { 'anthropic-version': '2023-06-01' } };

const SEARCH = serverCall('srvtoolu_1', 'web_search');
const FOUND = searchResult('srvtoolu_1');
const RUN = serverCall('srvtoolu_2', 'code_execution');
const RAN = {
  type: 'code_execution_tool_result',
  tool_use_id: 'srvtoolu_2',
  content: {
    type: 'code_execution_result',
    stdout: '',
    stderr: '',
    return_code: 0,
    content: [],
  },
};
const FROM_CODE = { caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_2' } };

const unexpected = (path: string, type: string, use: string, id = 'srvtoolu_1'): string =>
  refused(
    `${path}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${id}. Each \`${type}\` block must have a corresponding \`${use}\` block before it.`,
  );

const missing = (name: string, id: string, block: string, ending = ''): string =>
  refused(
    `\`${name}\` tool use with id \`${id}\` was found without a corresponding \`${block}\` block${ending}`,
  );

const NO_SEARCH = missing(
  'web_search',
  'srvtoolu_1',
  'web_search_tool_result',
  ' but no `web_search` tool was provided',
);
const NO_RESULT = missing('web_search', 'srvtoolu_1', 'web_search_tool_result');

const unpaired = (fields: Pick<Case, 'name' | 'sent' | 'accepted'> & Partial<Case>): Case => ({
  rule: 'server-tool-result-missing',
  facts: ['3.6', '4.4'],
  answer: NO_RESULT,
  ...fields,
});

/** A call made by code that waits for it, and its result. */
const waiting = (fields: Json): Json => ({
  ...turn([CODE, BY_CODE], [RUN, call('toolu_1', FROM_CODE)], user([result('toolu_1')])),
  ...fields,
});

const advice = {
  type: 'advisor_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: { type: 'advisor_result', text: 'a' },
};

checkCases([
  {
    name: 'a search that is there twice, when told to',
    rule: 'server-tool-id-repeated',
    simulation: { refuse: ['server-tool-id-repeated'] },
    sent: turn([WEB], [SEARCH, FOUND, SEARCH, FOUND, text('b')], user('c')),
    answer: refused('messages.1.content.2: `tool_use` ids must be unique'),
    accepted: turn([WEB], [SEARCH, FOUND, text('b')], user('c')),
  },
  {
    name: 'a result of a search that nobody called for',
    rule: 'server-tool-result-unexpected',
    facts: ['T20'],
    sent: turn([WEB], [text('a'), FOUND, text('b')], user('c')),
    answer: unexpected('messages.1.content.1', 'web_search_tool_result', 'server_tool_use'),
    accepted: turn([WEB], [text('a'), SEARCH, FOUND, text('b')], user('c')),
  },
  {
    name: 'a result of an advisor before its call',
    rule: 'server-tool-result-unexpected',
    facts: ['T20'],
    sent: turn([LOOK], [advice, serverCall('srvtoolu_1', 'advisor'), text('b')]),
    options: ADVISOR,
    answer: unexpected('messages.1.content.0', 'advisor_tool_result', 'server_tool_use'),
    accepted: turn([LOOK], [serverCall('srvtoolu_1', 'advisor'), advice, text('b')], user('c')),
    acceptedOptions: ADVISOR,
  },
  {
    name: 'a result of an MCP server that nobody called',
    rule: 'server-tool-result-unexpected',
    facts: ['T20'],
    sent: turn(
      [LOOK],
      [{ type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: 'a' }, text('b')],
      user('c'),
    ),
    options: MCP,
    answer: unexpected('messages.1.content.0', 'mcp_tool_result', 'mcp_tool_use', 'mcptoolu_1'),
    accepted: turn(
      [LOOK],
      [
        { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'n', server_name: 's', input: {} },
        { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: 'a' },
        text('b'),
      ],
      user('c'),
    ),
    acceptedOptions: MCP,
  },
  unpaired({
    name: 'a search whose turn ended without its result',
    sent: turn([WEB], [text('a'), SEARCH], user('b')),
    accepted: turn([WEB], [text('a'), SEARCH, FOUND], user('b')),
  }),
  unpaired({
    name: 'a search whose turn ended long ago without its result',
    sent: turn([WEB], [SEARCH, text('a')], user('b'), assistant('c'), user('d')),
    accepted: turn([WEB], [SEARCH, FOUND, text('a')], user('b'), assistant('c'), user('d')),
  }),
  unpaired({
    name: 'a text after the results that a search beside them still waits for',
    sent: turn([WEB, LOOK], [SEARCH, call('toolu_1')], user([result('toolu_1'), text('b')])),
    accepted: turn([WEB, LOOK], [SEARCH, call('toolu_1')], user([result('toolu_1')])),
  }),
  unpaired({
    name: 'a search of tools that ended without its result',
    sent: turn([LOOK], [serverCall('srvtoolu_1', 'tool_search_tool_bm25'), text('a')], user('b')),
    answer: missing('tool_search_tool_bm25', 'srvtoolu_1', 'tool_search_tool_result'),
    accepted: turn(
      [LOOK],
      [
        serverCall('srvtoolu_1', 'tool_search_tool_bm25'),
        {
          type: 'tool_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: { type: 'tool_search_tool_search_result', tool_references: [] },
        },
        text('a'),
      ],
      user('b'),
    ),
  }),
  {
    name: 'going on with a search that is no longer among the tools',
    rule: 'server-tool-not-provided',
    facts: ['3.6', '4.4'],
    sent: turn([LOOK], [text('a'), SEARCH]),
    answer: NO_SEARCH,
    accepted: turn([LOOK, WEB], [text('a'), SEARCH]),
  },
  {
    name: 'a result beside a search that is no longer among the tools',
    rule: 'server-tool-not-provided',
    facts: ['3.6', '4.4'],
    sent: turn([LOOK], [SEARCH, call('toolu_1')], user([result('toolu_1')])),
    answer: NO_SEARCH,
    accepted: turn([LOOK], [SEARCH, FOUND, call('toolu_1')], user([result('toolu_1')])),
  },
  {
    name: 'going on with a search without any tools, when asked to',
    rule: 'server-tool-without-tools',
    facts: ['4.4'],
    simulation: { refuse: ['server-tool-without-tools'] },
    sent: turn([], [text('a'), SEARCH]),
    answer: NO_SEARCH,
    accepted: turn([WEB], [text('a'), SEARCH]),
  },
  {
    name: 'a result of the client for a call of the server',
    rule: 'tool-result-unexpected',
    facts: ['4.4'],
    sent: turn([WEB], [SEARCH, FOUND], user([result('srvtoolu_1')])),
    answer: refused(
      'messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: srvtoolu_1. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    ),
    accepted: turn([WEB], [SEARCH, FOUND], user([text('a')])),
  },
  ...['container_1', { id: 'container_1', skills: [] }].map((container): Case => ({
    name: `a container as ${typeof container} without a tool that runs code`,
    rule: 'container-without-code',
    facts: ['T23'],
    sent: { ...talk([LOOK, WEB], user('q')), container },
    ...(typeof container === 'object' && {
      options: { headers: { 'anthropic-beta': 'skills-2025-10-02' } },
      acceptedOptions: { headers: { 'anthropic-beta': 'skills-2025-10-02' } },
    }),
    answer: refused(
      'container: Container identifier can only be provided when using the code execution tool',
    ),
    accepted: { ...talk([LOOK, CODE], user('q')), container },
  })),
  {
    name: 'a result for code that waits in no container',
    rule: 'container-missing',
    facts: ['4.13'],
    sent: waiting({}),
    answer: refused(
      'container_id is required when there are pending tool uses generated by code execution with tools.',
    ),
    accepted: waiting({ container: 'container_1' }),
  },
  {
    name: 'a search by code that waits in no container',
    rule: 'container-missing',
    facts: ['4.13'],
    sent: turn([CODE, FILTERING_WEB], [RUN, { ...SEARCH, ...FROM_CODE }]),
    answer: refused(
      'container_id is required when there are pending tool uses generated by code execution with tools.',
    ),
    accepted: turn([CODE, FILTERING_WEB], [RUN, SEARCH]),
  },
  {
    name: 'a text after the result for code that waits',
    rule: 'server-tool-result-missing',
    facts: ['4.13'],
    sent: {
      ...turn(
        [CODE, BY_CODE],
        [RUN, call('toolu_1', FROM_CODE)],
        user([result('toolu_1'), text('On.')]),
      ),
      container: 'container_1',
    },
    answer: missing('code_execution', 'srvtoolu_2', 'code_execution_tool_result'),
    accepted: waiting({ container: 'container_1' }),
  },
]);

const taken: [string, Json, SendOptions?][] = [
  ['a turn paused in a search', turn([WEB], [text('a'), SEARCH])],
  ['a turn paused in a search by the older version', turn([WEB], [text('a'), SEARCH]), OLD],
  [
    'the result of a search after those of the client',
    turn(
      [WEB, LOOK],
      [SEARCH, call('toolu_1')],
      user([result('toolu_1')]),
      assistant([FOUND, text('a')]),
      user('b'),
    ),
  ],
  ['searches of the past without their tool', turn([], [SEARCH, FOUND, text('a')], user('b'))],
  [
    'code run by a search, in its container',
    { ...talk([FILTERING_WEB], user('q')), container: 'container_1' },
  ],
  ['no container', { ...talk([LOOK], user('q')), container: null }],
  [
    'a new turn without the container of finished code',
    turn(
      [CODE, BY_CODE],
      [RUN, call('toolu_1', FROM_CODE)],
      user([result('toolu_1')]),
      assistant([RAN, text('a')]),
      user('b'),
    ),
  ],
  [
    'a search without the container of code that finished before it',
    turn(
      [CODE, BY_CODE, WEB],
      [RUN, call('toolu_1', FROM_CODE)],
      user([result('toolu_1')]),
      assistant([RAN, SEARCH]),
    ),
  ],
  [
    'a paused call of an MCP server',
    turn(
      [LOOK],
      [{ type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'n', server_name: 's', input: {} }],
    ),
    MCP,
  ],
];

test.each(taken)('accepts %s', async (_name, sent, options) => {
  const simulation = simulate(['Fine.']);
  const answer = await send(simulation, sent, options);
  expect(answer.status, answer.text).toBe(200);
  expect(simulation.notes).toEqual([]);
});

test('finds a call without its result once, however long ago it was', async () => {
  const simulation = simulate(['Fine.']);
  await send(simulation, turn([WEB], [SEARCH], user('b'), assistant('c'), user('d')));
  expect(simulation.violations).toHaveLength(1);
});

test('needs no container to count tokens', async () => {
  const { max_tokens: _, ...counted } = waiting({});
  const path = '/v1/messages/count_tokens';
  const answer = await send(simulate(['Fine.']), counted, { path });
  expect(answer.status, answer.text).toBe(200);
});

test('only notes a paused search without any tools', async () => {
  const simulation = simulate(['Fine.']);
  const answer = await send(simulation, turn([], [text('a'), SEARCH]));
  expect(answer.status, answer.text).toBe(200);
  expect(simulation.notes.map(({ rule }) => rule)).toEqual(['server-tool-without-tools']);
});
