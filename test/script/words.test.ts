/** What the words of a script become in the answer, where a script leaves something out. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  apiError,
  flaky,
  gatewayPage,
  mcpToolResult,
  mcpToolUse,
  refusal,
  script,
  simulate,
  streamed,
  when,
  type Match,
  type ScriptItem,
} from '../../fakes/index.ts';
import type { Difference } from '../../src/script/match.ts';
import { body, send } from '../support/send.ts';

async function answerTo(turn: ScriptItem): Promise<Awaited<ReturnType<typeof send>>> {
  return send(simulate([turn]), body());
}

test('an MCP result is a text for the call before it, unless it names another', async () => {
  const calls = [mcpToolUse('orders', 'find'), mcpToolUse('orders', 'count', {}, { id: 'two' })];
  const { body: reply } = await answerTo([
    ...calls,
    mcpToolResult('12', { id: 'two', isError: true }),
    mcpToolResult('found'),
  ]);
  const text = (value: string): object => ({ type: 'text', text: value, citations: null });
  expect(reply.content.slice(2)).toEqual([
    { type: 'mcp_tool_result', tool_use_id: 'two', is_error: true, content: [text('12')] },
    {
      type: 'mcp_tool_result',
      tool_use_id: reply.content[0].id,
      is_error: false,
      content: [text('found')],
    },
  ]);
});

test('a refusal says nothing, unless it is given something to say', async () => {
  const { body: silent } = await answerTo(refusal());
  expect(silent).toMatchObject({
    content: [],
    stop_reason: 'refusal',
    stop_details: { type: 'refusal', category: null, explanation: null },
  });
  const { body: spoken } = await answerTo(refusal({ content: 'I was about to.' }));
  expect(spoken.content).toMatchObject([{ text: 'I was about to.' }]);
});

test.each([
  [500, 'Internal Server Error'],
  [503, 'Service Temporarily Unavailable'],
  [504, 'Gateway Time-out'],
  [520, 'Error'],
])('a gateway names its status %i', async (status, title) => {
  const { headers, text } = await answerTo(gatewayPage(status));
  expect(Object.fromEntries(headers)).toEqual({ 'content-type': 'text/html', server: 'gateway' });
  expect(text).toContain(`<h1>${status} ${title}</h1>`);
});

test('the envelope of the API goes without saying', () => {
  expect(apiError(500, 'x', { envelope: 'api' })).toStrictEqual(apiError(500, 'x'));
  expect(apiError(500, 'x', { envelope: 'edge' })).not.toEqual(apiError(500, 'x'));
});

test('the failures of each queue are its own', () => {
  const turns = Array.from({ length: 40 }, (_, index) => `turn ${index}`);
  const routes = [when({ user: 'a' }, turns), when({ user: 'b' }, turns)];
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const made = flaky(script(...turns, ...routes), { seed, rate: 0.5 });
      const queues = [made.turns, ...made.routes.map((route) => route.turns)];
      const forms = queues.map((queue) => queue.map(({ type }) => type).join());
      expect(new Set(forms).size).toBe(3);
    }),
    { numRuns: 30 },
  );
});

const asked = body({
  model: 'claude-opus-5',
  system: 's'.repeat(100),
  tools: [{ name: 'look', input_schema: { type: 'object' } }],
  messages: [{ role: 'user', content: 'What now?' }],
});

test.each<[Match, string]>([
  [{ model: 'opus' }, 'model: expected "opus", received "claude-opus-5"'],
  [{ model: /haiku/i }, 'model: expected to match /haiku/i, received "claude-opus-5"'],
  [{ system: 'planner' }, `system: expected to contain "planner", received "${'s'.repeat(80)}…"`],
  [{ user: 'Then' }, 'user: expected to contain "Then", received "What now?"'],
  [{ tools: ['look', 'jump'] }, 'tools: expected "jump" among them, received "look"'],
  [{ header: { 'X-Agent': 'b' } }, 'header: "X-Agent" expected "b", received "a"'],
  [{ header: { 'x-other': /./ } }, 'header: "x-other" expected to match /./, received ""'],
  [{ endpoint: 'models' }, 'endpoint: expected "models", received "messages"'],
  [() => false, 'its predicate said no'],
])('a request that is not for %o is told why', async (match, difference) => {
  const { status, body: answer } = await send(simulate([when(match, 'routed')]), asked, {
    headers: { 'x-agent': 'a' },
  });
  expect(status).toBe(418);
  expect(answer.error.message).toContain(`is turn 1 of route 1, but ${difference}.`);
});

test('of several routes the one is named that agrees longest', async () => {
  const routes = [
    when({ model: 'claude-opus-5', user: 'Then' }, 'near'),
    when({ model: 'claude-haiku-5' }, 'far'),
    when({ model: 'claude-opus-5', system: 'planner' }, 'nearer than far'),
  ];
  const { body: answer } = await send(simulate(routes), asked);
  expect(answer.error.message).toContain('The nearest that is left is turn 1 of route 1,');
});

test('interleaved blocks take turns, each piece in its order', async () => {
  const blocks = ['abc', 'd', 'ef'].map((text) => ({ type: 'text', text }) as const);
  const turn = streamed([...blocks], { pieces: 1, faults: ['interleaved-blocks'] });
  const { text } = await send(simulate([turn]), body({ stream: true }));
  const deltas = [...text.matchAll(/data: (.*content_block_delta.*)\n/g)].map(([, json]) => {
    const { index, delta } = JSON.parse(json!) as { index: number; delta: { text: string } };
    return `${index}${delta.text}`;
  });
  expect(deltas).toEqual(['0a', '1d', '2e', '0b', '2f', '0c']);
});

test('pieces that are left over are told of, also of one kind', async () => {
  const turn = streamed('abc', { pieces: { text: ['abc', 'd'] } });
  const { status, body: answer } = await send(simulate([turn]), body({ stream: true }));
  expect(status).toBe(418);
  expect(answer.error.message).toContain(
    'the pieces do not make up the turn: expected no more, received "d".',
  );
});

test.each<[Difference | undefined, string]>([
  [undefined, 'its test said no'],
  [{ agreed: 1, text: 'it is Monday' }, 'it is Monday'],
])('a test that says %j when it is asked why is told with: %s', async (second, difference) => {
  const said = [{ agreed: 0, text: 'not now' }, second];
  const match = { difference: () => said.shift() };
  const answer = await send(simulate([when(match, ['R'])]), body());
  expect(answer.body.error.message).toContain(`is turn 1 of route 1, but ${difference}.`);
  expect(said).toEqual([]);
});
