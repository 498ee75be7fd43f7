/** Any script, through every door: the reference loop keeps what a good loop always keeps. */
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../fakes/index.ts';
import { defineTool, runToolLoop, ToolError, type LoopTool } from '../../src/loop/index.ts';
import type { MessageTurn } from '../../src/script/turn.ts';
import { script, type ScriptedTool } from '../../testing/arbitraries/script.ts';
import { doors, type OpenDoor } from './doors.ts';

const inputSchema = {
  type: 'object',
  properties: { at: { type: 'string' } },
  required: ['at'],
  additionalProperties: false,
};

function tool(name: string, effect: 'read' | 'write', run: () => unknown): LoopTool {
  return defineTool({
    name,
    description: `Does ${name}.`,
    inputSchema,
    effect,
    run: run as () => string,
  });
}

const tools: LoopTool[] = [
  tool('look', 'read', () => 'seen'),
  tool('move', 'write', () => 'moved'),
  tool('empty', 'read', () => undefined),
  tool('fail', 'write', () => {
    throw new ToolError('It is stuck.');
  }),
  tool('crash', 'read', () => {
    throw new Error('secret internals');
  }),
];

const scripted: ScriptedTool[] = tools.map(({ name }) => ({
  name,
  valid: fc.record({ at: fc.string() }),
  invalid: fc.oneof(
    fc.constant({}),
    fc.record({ at: fc.integer() }),
    fc.record({ at: fc.string(), extra: fc.jsonValue({ maxDepth: 1 }) }),
  ),
}));

const callsIn = (turns: readonly MessageTurn[]): number =>
  turns.flatMap(({ content }) => content).filter(({ type }) => type === 'tool_use').length;

describe.each(doors)('over $name', ({ name, open }) => {
  let door: OpenDoor | undefined;
  afterEach(() => door?.close());

  test('answers every call once, by its id, before any text', async () => {
    await fc.assert(
      fc.asyncProperty(script({ tools: scripted }), fc.boolean(), async (turns, stream) => {
        door = await open(turns);
        const { client, simulation } = door;
        const params = {
          model: 'claude-opus-5',
          max_tokens: 64,
          messages: [{ role: 'user' as const, content: 'Go.' }],
        };
        const { text } = await runToolLoop(client, { ...params, tools, stream });
        await door.close();
        simulation.assertDone();
        const [transcript, ...others] = simulation.transcripts;
        expect(others).toEqual([]);
        expect(transcript!.heads).toHaveLength(1);
        expect(checkInvariants(transcript!)).toEqual([]);
        expect(transcript!.toolCalls.filter(({ result }) => result !== undefined)).toHaveLength(
          callsIn(turns),
        );
        expect(JSON.stringify(transcript)).not.toContain('secret internals');
        expect(text).toBe((turns.at(-1)!.content[0] as { text: string }).text);
      }),
      { numRuns: name === 'msw' || name === 'server' ? 60 : 300 },
    );
  });
});

test('a loop that forgets the last of several results fails on the smallest script that shows it', async () => {
  const result = await fc.check(
    fc.asyncProperty(script({ tools: scripted }), async (turns) => {
      const { client, simulation } = await doors[0]!.open(turns);
      const forgetful = {
        messages: {
          create: (params: Parameters<typeof client.messages.create>[0]) =>
            client.messages.create({
              ...params,
              messages: params.messages.map((sent) =>
                sent.role === 'user' && Array.isArray(sent.content) && sent.content.length > 1
                  ? { ...sent, content: sent.content.slice(0, -1) }
                  : sent,
              ),
            }),
        },
      };
      const params = {
        model: 'claude-opus-5',
        max_tokens: 64,
        messages: [{ role: 'user' as const, content: 'Go.' }],
      };
      await runToolLoop(forgetful, { ...params, tools }).catch(() => undefined);
      return simulation.transcripts.every((transcript) => checkInvariants(transcript).length === 0);
    }),
    { seed: 3, numRuns: 200 },
  );
  expect(result.failed).toBe(true);
  const [smallest] = result.counterexample!;
  expect(smallest.map(({ content }) => content.map(({ type }) => type))).toEqual([
    ['tool_use', 'tool_use'],
    ['text'],
  ]);
});
