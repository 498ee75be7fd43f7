/** Work that shows nowhere, in no socket and no timer, is not taken for waiting in vain. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { expect, test } from 'vitest';
import { defineTool, runToolLoop } from '../../../src/loop/index.ts';
import { checkLoop, reportLoop, type App } from '../../../testing/index.ts';
import { loopApp } from '../../../testing/apps/loop.ts';

const compress = (bytes: number): Promise<Buffer> => promisify(gzip)(Buffer.alloc(bytes, 'ab'));
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
};

test.each<[string, () => Promise<unknown>]>([
  ['compresses', () => compress(100_000)],
  ['gives way to others', turns],
])('an app that %s first is not called off', async (_what, work) => {
  const app: App = async (context) => {
    await work();
    return loopApp()(context);
  };
  await expect(checkLoop(app, { runs: 5, seed: 1 })).resolves.toBeDefined();
});

test('what a tool of somebody else does out of sight is waited for', async () => {
  let [begun, ended] = [0, 0];
  const pack = defineTool({
    name: 'pack',
    description: 'Packs what there is.',
    effect: 'read',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    run: async () => {
      begun += 1;
      // Longer than the event loop takes to turn a few times.
      await compress(3_000_000);
      ended += 1;
      return 'packed';
    },
  });
  const app: App = ({ client, tools, input, signal }) =>
    runToolLoop(client, {
      model: 'claude-opus-5',
      max_tokens: 100,
      messages: [{ role: 'user', content: String(input) }],
      tools: tools as never,
      signal,
    });
  const { failure } = await reportLoop(app, { tools: [pack], runs: 20, seed: 1, faults: [] });
  expect(failure).toBeUndefined();
  expect(begun).toBeGreaterThan(5);
  expect(ended).toBe(begun);
});
