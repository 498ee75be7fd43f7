// What a tool may answer with: a text, or blocks.
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { expect } from 'vitest';
import type { FakeAnthropic } from '../../../fakes/index.ts';
import { rowEitherWay } from '../row.ts';
import { oneCall, resultOf } from './desk.ts';

type Output = Awaited<ReturnType<BetaRunnableTool['run']>>;

const anything = (run: (input: unknown) => unknown): BetaRunnableTool =>
  betaTool({
    name: 'look',
    description: 'Looks.',
    inputSchema: { type: 'object' },
    run: (input) => run(input) as Output,
  });

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const image: Output = [
  { type: 'text', text: 'The chart.' },
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
];
const page: Output = [
  { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Mild.' } },
];
const texts: Output = [
  { type: 'text', text: '4 degrees' },
  { type: 'text', text: 'rain' },
];

rowEitherWay('TR-15 TR-16', 'a text is sent as the text that it is', async (threads) => {
  const client = await oneCall(
    anything(() => 'sunny'),
    threads,
  );
  expect(resultOf(client)).toEqual({
    type: 'tool_result',
    tool_use_id: 'toolu_1',
    content: 'sunny',
  });
});

rowEitherWay(
  'TR-17 TR-18 TR-19',
  'blocks are sent as the blocks that they are',
  async (threads) => {
    for (const content of [texts, image, page]) {
      // oxlint-disable-next-line no-await-in-loop -- three short runs
      expect(
        resultOf(
          await oneCall(
            anything(() => content),
            threads,
          ),
        ),
      ).toMatchObject({ content });
    }
  },
);

rowEitherWay('TR-20', 'data that no tool has encoded is refused', async (threads) => {
  const run = (output: unknown): Promise<FakeAnthropic> =>
    oneCall(
      anything(() => output),
      threads,
    );
  await expect(run({ temperature: 20 })).rejects.toThrow(/400 .*content/);
  await expect(run(20)).rejects.toThrow(/400 .*content/);
  expect(resultOf(await run(JSON.stringify({ temperature: 20 })))).toMatchObject({
    content: '{"temperature":20}',
  });
});
