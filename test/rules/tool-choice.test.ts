/** `tool_choice` against the tools, the model and thinking. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send, type SendOptions } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';
import { system, talk, tool, user, type Json } from './tool-bodies.ts';

const COUNT: SendOptions = { path: '/v1/messages/count_tokens' };
const MCP: SendOptions = { headers: { 'anthropic-beta': 'mcp-client-2025-11-20' } };
const INLINE: SendOptions = { headers: { 'anthropic-beta': 'inline-tools-2026-09-15' } };

const ANY = { type: 'any' };
const LOOK = { type: 'tool', name: 'look' };

const forced = (tool_choice: Json, fields: Json = {}): Json =>
  body({ tools: [tool('look')], tool_choice, ...fields });

const counted = (fields: Json): Json => {
  const { max_tokens: _, ...rest } = forced(ANY, fields);
  return rest;
};

const UNFIT = refused('tool_choice: type "tool" and "any" are not supported for this model.');
const THINKS = refused('Thinking may not be enabled when tool_choice forces tool use.');

const unfit = (model: string, tool_choice: Json): Case => ({
  name: `a forced choice of ${String(tool_choice['type'])} on ${model}`,
  rule: 'tool-choice-model',
  facts: ['T21', '3.5', '4.6'],
  sent: forced(tool_choice, { model }),
  answer: UNFIT,
  accepted: forced({ type: 'auto' }, { model }),
});

const budget = { thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 2048 };
const older = { model: 'claude-sonnet-4-5' };

/** A tool with these callers, and code that may be among them. */
const withCode = (allowed_callers: string[], fields: Json = {}): Json =>
  body({
    tools: [
      { type: 'code_execution_20260120', name: 'code_execution' },
      tool('look', { allowed_callers, ...fields }),
    ],
  });
const oneByOne = (allowed_callers: string[]): Json => ({
  ...withCode(allowed_callers),
  tool_choice: { type: 'auto', disable_parallel_tool_use: true },
});

checkCases([
  {
    name: 'one call at a time with a tool for code, if asked to',
    rule: 'tool-choice-parallel-code',
    facts: ['4.6'],
    simulation: { refuse: ['tool-choice-parallel-code'] },
    sent: oneByOne(['direct', 'code_execution_20260120']),
    answer: refused(
      'tool_choice.disable_parallel_tool_use: not supported with programmatic tool calling',
    ),
    accepted: oneByOne(['direct']),
  },
  ...['auto', 'any', 'tool'].map((type): Case => ({
    name: `a choice of ${type} without tools`,
    rule: 'tool-choice-without-tools',
    facts: ['T13'],
    sent: body({ tool_choice: type === 'tool' ? LOOK : { type } }),
    answer: refused('tool_choice may only be specified while providing tools.'),
    accepted: body({ tool_choice: { type: 'none' } }),
  })),
  {
    name: 'a choice with a list of tools that is empty',
    rule: 'tool-choice-without-tools',
    facts: ['T13'],
    sent: body({ tool_choice: ANY, tools: [] }),
    answer: refused('tool_choice may only be specified while providing tools.'),
    accepted: body({ tool_choice: ANY, tools: [tool('look')] }),
  },
  {
    name: 'a choice of a tool that is not there',
    rule: 'tool-choice-unknown',
    facts: ['T14'],
    sent: forced({ type: 'tool', name: 'Look' }),
    answer: refused("Tool 'Look' not found in provided tools"),
    accepted: forced(LOOK),
  },
  {
    name: 'a choice of a toolset',
    rule: 'tool-choice-unknown',
    facts: ['4.6', '4.9'],
    sent: forced(
      { type: 'tool', name: 'computer' },
      { tools: [{ type: 'computer_toolset_20260801' }, tool('look')] },
    ),
    answer: refused("Tool 'computer' not found in provided tools"),
    accepted: forced(LOOK, { tools: [{ type: 'computer_toolset_20260801' }, tool('look')] }),
  },
  {
    name: 'a choice of a member of a toolset',
    rule: 'tool-choice-unknown',
    facts: ['4.9'],
    sent: forced(
      { type: 'tool', name: 'screenshot' },
      { tools: [{ type: 'browser_toolset_20260801' }] },
    ),
    answer: refused("Tool 'screenshot' not found in provided tools"),
    accepted: forced(ANY, { tools: [{ type: 'browser_toolset_20260801' }] }),
  },
  {
    name: 'a choice of a tool that only code may call',
    rule: 'tool-choice-not-direct',
    facts: ['4.6'],
    sent: forced(LOOK, {
      tools: [tool('look', { allowed_callers: ['code_execution_20260120'] })],
    }),
    answer: refused('tool_choice: the `allowed_callers` of tool \'look\' do not include "direct"'),
    accepted: forced(LOOK, {
      tools: [tool('look', { allowed_callers: ['code_execution_20260120', 'direct'] })],
    }),
  },
  ...['claude-fable-5-1', 'claude-mythos-5-1', 'claude-opus-5-5', 'claude-sonnet-5-5'].flatMap(
    (model) => [unfit(model, ANY), unfit(model, LOOK)],
  ),
  {
    name: 'a forced choice when tokens are counted',
    rule: 'tool-choice-model',
    facts: ['T21'],
    sent: counted({ model: 'claude-fable-5-1' }),
    options: COUNT,
    answer: UNFIT,
    accepted: counted({ model: 'claude-fable-5' }),
    acceptedOptions: COUNT,
  },
  {
    name: 'a forced choice on a model whose page is silent, when asked to',
    rule: 'tool-choice-model-doubtful',
    facts: ['4.6'],
    simulation: { refuse: ['tool-choice-model-doubtful'] },
    sent: forced(ANY, { model: 'claude-fable-5-2' }),
    answer: UNFIT,
    accepted: forced(ANY, { model: 'claude-haiku-5-5' }),
  },
  {
    name: 'a forced choice with a budget for thinking',
    rule: 'tool-choice-thinking',
    facts: ['T22', '4.6'],
    sent: forced(LOOK, { ...older, ...budget }),
    answer: THINKS,
    accepted: forced({ type: 'auto' }, { ...older, ...budget }),
  },
  {
    name: 'a forced choice with adaptive thinking, when asked to',
    rule: 'tool-choice-adaptive',
    facts: ['T22'],
    simulation: { refuse: ['tool-choice-adaptive'] },
    sent: forced(ANY, { thinking: { type: 'adaptive' } }),
    answer: THINKS,
    accepted: forced(ANY, { thinking: { type: 'disabled' } }),
  },
]);

const taken: [string, Json, SendOptions?][] = [
  ['a choice of none without tools', body({ tool_choice: { type: 'none' } })],
  ['a forced choice where the model thinks unasked', forced(ANY, { model: 'claude-fable-5' })],
  [
    'a choice of a server tool',
    forced(
      { type: 'tool', name: 'web_search' },
      { tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    ),
  ],
  [
    'a choice of a tool defined in a message',
    {
      ...talk(
        [],
        user('q'),
        system([
          {
            type: 'tool_addition',
            tool: { type: 'tool_definition', definition: tool('look') },
          },
        ]),
      ),
      tool_choice: LOOK,
    },
    INLINE,
  ],
  [
    'a choice of a tool that an MCP server may have',
    forced(
      { type: 'tool', name: 'server_tool' },
      {
        mcp_servers: [{ type: 'url', name: 'files', url: 'https://example.test/mcp' }],
        tools: [{ type: 'mcp_toolset', mcp_server_name: 'files' }],
      },
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

const doubtful: [string, Json][] = [
  ['tool-choice-model-doubtful', { model: 'claude-mythos-5-2' }],
  ['tool-choice-adaptive', { thinking: { type: 'adaptive' } }],
];

test('takes every choice on a model nobody knows', async () => {
  const answer = await send(simulate(['Fine.']), forced(ANY, { model: 'claude-next-9' }));
  expect(answer.status, answer.text).toBe(200);
});

test.each(doubtful)('only notes what %s finds', async (rule, fields) => {
  const simulation = simulate(['Fine.']);
  const answer = await send(simulation, forced(ANY, fields));
  expect(answer.status, answer.text).toBe(200);
  expect(simulation.notes.map((note) => note.rule)).toEqual([rule]);
});

test('looks among the tools that a thread was created with', async () => {
  const thread = { headers: { 'anthropic-beta': 'message-threads-2026-08-12' } };
  const simulation = simulate(['One.', 'Two.']);
  const created = body({ tools: [tool('look')], thread: { type: 'create' } });
  const { id } = (await send(simulation, created, thread)).body;
  const proceed = (name: string): Json =>
    body({
      messages: [user('On.')],
      thread: { type: 'continue', previous_message_id: id },
      tool_choice: { type: 'tool', name },
    });
  const lost = await send(simulation, proceed('find'), thread);
  expect(lost.body.error.message).toBe("Tool 'find' not found in provided tools");
  const found = await send(simulation, proceed('look'), thread);
  expect(found.status, found.text).toBe(200);
});
