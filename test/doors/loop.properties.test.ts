/** Any script, through every door: the reference loop keeps what a good loop always keeps. */
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../fakes/index.ts';
import { defineTool, runToolLoop, ToolError, type LoopTool } from '../../src/loop/index.ts';
import type { Script } from '../../src/script/script.ts';
import type { MessageTurn, ScriptBlock, StreamedTurn, Turn } from '../../src/script/turn.ts';
import { script } from '../../testing/arbitraries/script.ts';
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

/** Whatever comes, the conversation goes on to its end: no errors, no broken streams. */
const scripts = script({
  tools,
  turns: ['calls', 'pause', 'answer'],
  faults: ['chunks', 'pings', 'framing', 'odd-events'],
});

const messageOf = (turn: Turn): MessageTurn =>
  turn.type === 'streamed' ? (turn as StreamedTurn).turn : (turn as MessageTurn);

const contents = ({ turns }: Script): readonly (readonly ScriptBlock[])[] =>
  turns.map((turn) => messageOf(turn).content);

const callsIn = (played: Script): number =>
  contents(played)
    .flat()
    .filter(({ type }) => type === 'tool_use').length;

describe.each(doors)('over $name', ({ name, open }) => {
  let door: OpenDoor | undefined;
  afterEach(() => door?.close());

  test('answers every call once, by its id, before any text', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, fc.boolean(), async (played, stream) => {
        door = await open(played);
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
          callsIn(played),
        );
        expect(JSON.stringify(transcript)).not.toContain('secret internals');
        expect(text).toBe((contents(played).at(-1)![0] as { text: string }).text);
      }),
      { numRuns: name === 'msw' || name === 'server' ? 60 : 150 },
    );
  });
});

test('a loop that forgets the last of several results fails on the smallest script that shows it', async () => {
  const result = await fc.check(
    fc.asyncProperty(scripts, async (played) => {
      const { client, simulation } = await doors[0]!.open(played);
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
  expect(contents(smallest).map((blocks) => blocks.map(({ type }) => type))).toEqual([
    ['tool_use', 'tool_use'],
    ['text'],
  ]);
});
