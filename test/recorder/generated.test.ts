// Any script, recorded and replayed: the same is said, whatever the tools did.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defineTool, ToolError, type LoopTool } from '../../src/loop/index.ts';
import { scenarioOf } from './scenario-of.ts';
import { message } from '../../testing/arbitraries/message.ts';
import { script } from '../../testing/arbitraries/script.ts';
import { loopApp } from '../../testing/apps/loop.ts';
import { formatProblems, type App } from '../../testing/index.ts';
import { recordAndReplay, saidIn } from './replay.ts';

/** Its inputs could be taken for each other, and for conditions. */
const inputSchema = {
  type: 'object',
  properties: {
    at: { enum: ['left', 'right', '${x}', ''] },
    contains: { enum: ['left'] },
  },
  additionalProperties: false,
};

/** Tools that answer in every way, and never twice the same. */
function tools(): LoopTool[] {
  let count = 0;
  const tool = (name: string, effect: 'read' | 'write', run: () => unknown): LoopTool =>
    defineTool({
      name,
      description: `Does ${name}.`,
      inputSchema,
      effect,
      run: run as () => string,
    });
  return [
    tool('look', 'read', () => `seen ${++count}`),
    tool('find', 'read', () => ({ found: [++count, null, { at: '${x}' }] })),
    tool('show', 'read', () => [
      { type: 'text', text: 'a' },
      { type: 'text', text: `b ${++count}` },
    ]),
    tool('empty', 'read', () => undefined),
    tool('move', 'write', () => {
      if (++count % 2 === 0) throw new ToolError(`It is stuck. ${count}`);
      return 'moved';
    }),
    tool('crash', 'read', () => {
      throw new Error('secret internals');
    }),
  ];
}

/** A text that is lost before it gets here is not on the wire, and nobody can write it down. */
const isHeard = (turns: object): boolean => !JSON.stringify(turns).includes('"empty-data"');

test('a tool loop says the same, with its tools and without them', async () => {
  await fc.assert(
    fc.asyncProperty(
      script({ tools: tools() }).filter(isHeard),
      fc.boolean(),
      fc.constantFrom('plain' as const, 'pieces' as const),
      async (turns, streamed, streams) => {
        const scenario = scenarioOf(turns, { tools: tools() });
        const { original, results } = await recordAndReplay(
          scenario,
          loopApp({ stream: streamed }),
          {
            streams,
          },
        );
        expect(results.map(({ problems }) => formatProblems(problems)).join('\n')).toBe('');
        expect(saidIn(results.flatMap(({ transcripts }) => transcripts))).toEqual(
          saidIn(original.transcripts),
        );
      },
    ),
    { numRuns: 20 },
  );
});

/** Asks once, and answers with what came. */
function asking(streams: boolean): App {
  return async ({ client }) => {
    const body = {
      model: 'claude-opus-5',
      max_tokens: 64,
      messages: [{ role: 'user' as const, content: 'Go.' }],
    };
    if (!streams) return client.messages.create(body);
    const told = await client.messages.create({ ...body, stream: true });
    for await (const _event of told);
    return 'Told.';
  };
}

/** Deeper ones are no YAML: they are written as the text of their JSON. */
function isShallow(value: unknown, levels = 80): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1));
}

test('a message of any kind comes back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      message().filter((turn) => isShallow(turn)),
      fc.boolean(),
      fc.constantFrom('plain' as const, 'pieces' as const),
      async (turn, streamed, streams) => {
        const scenario = scenarioOf([turn]);
        const { original, results } = await recordAndReplay(scenario, asking(streamed), {
          streams,
        });
        expect(saidIn(results.flatMap(({ transcripts }) => transcripts))).toEqual(
          saidIn(original.transcripts),
        );
      },
    ),
    { numRuns: 40 },
  );
});
