/** Loops with the three commonest mistakes get the real 400, and no swallowing hides it. */
import type Anthropic from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { checkInvariants, fakeAnthropic, toolUse } from '../../fakes/index.ts';

type Content = Anthropic.ContentBlockParam;
type Gather = (results: Content[]) => Content[][];

/** A loop that gathers results in its own way, and takes every error for an empty answer. */
async function badLoop(client: Anthropic, gather: Gather): Promise<string> {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Look twice.' }];
  const ask = () => client.messages.create({ model: 'claude-opus-5', max_tokens: 64, messages });
  try {
    const { content } = await ask();
    messages.push({ role: 'assistant', content });
    const results = content.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'seen' }]
        : [],
    );
    for (const gathered of gather(results)) messages.push({ role: 'user', content: gathered });
    const answer = await ask();
    return answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  } catch {
    return '';
  }
}

const note = (text: string): Content => ({ type: 'text', text });

const missing = (ids: string): string =>
  `messages.2: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;

test.each<[string, Gather, string, string]>([
  ['forgets the second result', ([first]) => [[first!]], 'toolu_b', 'one-result-per-call'],
  [
    'splits the results with text between',
    ([first, second]) => [[first!, note('and')], [second!]],
    'toolu_b',
    'results-first',
  ],
  [
    'puts text between the results',
    ([first, second]) => [[first!, note('and'), second!]],
    'toolu_b',
    'results-first',
  ],
  [
    'puts text first',
    (results) => [[note('Here they are:'), ...results]],
    'toolu_a, toolu_b',
    'results-first',
  ],
])('a loop that %s is refused', async (_name, gather, ids, invariant) => {
  const client = fakeAnthropic([
    [
      toolUse('look', { at: 'left' }, { id: 'toolu_a' }),
      toolUse('look', { at: 'right' }, { id: 'toolu_b' }),
    ],
    'Both seen.',
  ]);
  expect(await badLoop(client, gather)).toBe('');
  const { simulation } = client;
  expect(simulation.journal[1]!.response).toMatchObject({
    status: 400,
    headers: { 'x-should-retry': 'false' },
    body: { type: 'error', error: { type: 'invalid_request_error', message: missing(ids) } },
  });
  expect(() => simulation.assertDone()).toThrow(missing(ids));
  expect(
    new Set(checkInvariants(simulation.transcripts[0]!).map((found) => found.invariant)),
  ).toEqual(new Set([invariant]));
});

test('a loop that splits the results over two messages and adds nothing is accepted: they are one turn', async () => {
  const client = fakeAnthropic([
    [toolUse('look', { at: 'left' }), toolUse('look', { at: 'right' })],
    'Both seen.',
  ]);
  expect(await badLoop(client, ([first, second]) => [[first!], [second!]])).toBe('Both seen.');
  client.simulation.assertDone();
});
