/** The list of tools: their names, and what is loaded later. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { COMPUTER_MEMBERS } from '../../src/wire/request/toolsets.ts';
import { send } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';
import { system, talk, tool, user, withTools, type Json } from './tool-bodies.ts';

const SEARCH = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' };
const INLINE = { headers: { 'anthropic-beta': 'inline-tools-2026-09-15' } };
const CHANGES = { headers: { 'anthropic-beta': 'mid-conversation-tool-changes-2026-07-01' } };

/** The computer toolset, each member configured so. */
const computer = (config: Json): Json => ({
  type: 'computer_toolset_20260801',
  configs: Object.fromEntries(COMPUTER_MEMBERS.map((member) => [member, config])),
});

const deferred = (name: string, fields: Json = {}): Json =>
  tool(name, { defer_loading: true, ...fields });

const ALL_DEFERRED = refused(
  'At least one tool must have defer_loading=false. All tools cannot be deferred.',
);

const strictFor = (caller: string): Json =>
  tool('look', {
    strict: true,
    allowed_callers: [caller],
    input_schema: { type: 'object', additionalProperties: false },
  });

checkCases([
  {
    name: 'two tools of one name',
    rule: 'tool-name-repeated',
    facts: ['T16'],
    sent: withTools(tool('look'), tool('find'), tool('look')),
    answer: refused('tools: Tool names must be unique.'),
    accepted: withTools(tool('look'), tool('find'), tool('Look')),
  },
  {
    name: 'a tool with the name of a server tool',
    rule: 'tool-name-repeated',
    facts: ['T16'],
    sent: withTools(tool('web_search'), { type: 'web_search_20250305', name: 'web_search' }),
    answer: refused('tools: Tool names must be unique.'),
    accepted: withTools(tool('search'), { type: 'web_search_20250305', name: 'web_search' }),
  },
  {
    name: 'a deferred tool that is cached',
    rule: 'tool-deferred-cached',
    sent: withTools(SEARCH, deferred('look', { cache_control: { type: 'ephemeral' } })),
    answer: refused(
      "Tool 'look' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.",
    ),
    accepted: withTools(SEARCH, deferred('look', { cache_control: null })),
  },
  {
    name: 'a strict tool for code, if asked to',
    rule: 'tool-strict-for-code',
    facts: ['4.6'],
    simulation: { refuse: ['tool-strict-for-code'] },
    sent: withTools(strictFor('code_execution_20260120')),
    answer: refused('tools.0.custom.strict: not supported with programmatic tool calling'),
    accepted: withTools(strictFor('direct')),
  },
  {
    name: 'tools that are all deferred',
    rule: 'tools-all-deferred',
    facts: ['3.6', '4.14'],
    sent: withTools(deferred('look'), deferred('find')),
    answer: ALL_DEFERRED,
    accepted: withTools(deferred('look'), tool('find')),
  },
  {
    name: 'a toolset whose members are all deferred, alone',
    rule: 'tools-all-deferred',
    facts: ['4.14'],
    sent: withTools(computer({ defer_loading: true })),
    answer: ALL_DEFERRED,
    accepted: withTools(computer({ defer_loading: false })),
  },
]);

test('accepts tools that are all deferred where a message adds one', async () => {
  const reference = { type: 'tool_reference', name: 'look' };
  const added = system([{ type: 'tool_addition', tool: reference }]);
  const sent = talk([deferred('look')], user('q'), added);
  const answer = await send(simulate(['Fine.']), sent, CHANGES);
  expect(answer.status, answer.text).toBe(200);
});

test('accepts a definition in a message that takes the place of a declared tool', async () => {
  const added = {
    type: 'tool_addition',
    tool: { type: 'tool_definition', definition: tool('look') },
  };
  const sent = talk([tool('look')], user('q'), system([added]));
  const answer = await send(simulate(['Fine.']), sent, INLINE);
  expect(answer.status, answer.text).toBe(200);
});
