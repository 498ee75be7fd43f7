// What loops get wrong is caught: each flaw by the scenarios that are there for it.
import { expect, test } from 'vitest';
import { runScenario, type App } from '../../testing/index.ts';
import { collection, fileOf } from './collection.ts';
import {
  flawedApp,
  misread,
  withBlocks,
  withResults,
  type Block,
  type Flaw,
} from './flawed-app.ts';

const without = (...parts: string[]): Flaw => ({
  request: withBlocks((block) =>
    parts.some((part) => block.type.includes(part)) ? undefined : block,
  ),
});

const shortened = (id: string): string => id.replace(/^[a-z]+_/, '');

const asText = (block: Block): Block =>
  block.type === 'tool_result' ? { ...block, content: JSON.stringify(block.content) } : block;

const empty = { content: [], stop_reason: 'end_turn' } as never;

const FLAWS: readonly (readonly [what: string, flaw: Flaw, caughtBy: readonly string[]])[] = [
  [
    'drops thinking',
    without('thinking'),
    ['thinking/goes-back.yaml', 'thinking/between-calls.yaml', 'thinking/redacted.yaml'],
  ],
  [
    'drops what server tools did',
    without('server_tool', 'web_search'),
    ['server-tools/search-then-call.yaml', 'server-tools/paused-search.yaml'],
  ],
  [
    'drops summaries',
    without('compaction'),
    ['compaction/on-the-way.yaml', 'compaction/summary-first.yaml'],
  ],
  [
    'does not say that a call failed',
    {
      request: withBlocks((block) =>
        block.type === 'tool_result' ? { ...block, is_error: false } : block,
      ),
    },
    [
      'calls/one-of-two-fails.yaml',
      'calls/three-at-once.yaml',
      'calls/unknown-tool.yaml',
      'calls/unknown-beside-known.yaml',
      'calls/writes.yaml',
      'lesson/2-invalid-input.yaml',
      'tool-runner/failed-tool.yaml',
      'tool-runner/invalid-input.yaml',
      'tool-runner/no-stack-trace.yaml',
    ],
  ],
  [
    'gives results in the order in which they were ready',
    { request: withResults((blocks) => blocks.toReversed()) },
    [
      'lesson/3-parallel-calls.yaml',
      'calls/three-at-once.yaml',
      'calls/ids-that-look-alike.yaml',
      'calls/many-at-once.yaml',
    ],
  ],
  [
    'answers the first call alone',
    { request: withResults((blocks) => blocks.slice(0, 1)) },
    ['lesson/3-parallel-calls.yaml', 'calls/many-at-once.yaml', 'streams/interleaved.yaml'],
  ],
  [
    'puts a text in front of the results',
    { request: withResults((blocks) => [{ type: 'text', text: 'Be brief.' }, ...blocks]) },
    ['lesson/1-one-tool.yaml', 'tool-runner/text-result.yaml', 'threads/next-question.yaml'],
  ],
  [
    'sends calls back without their input',
    {
      request: withBlocks((block) => (block.type === 'tool_use' ? { ...block, input: {} } : block)),
    },
    ['history/input-goes-back.yaml', 'streams/odd-input.yaml', 'lesson/1-one-tool.yaml'],
  ],
  [
    'shortens ids',
    {
      request: withBlocks((block) => {
        if (block.type === 'tool_use') return { ...block, id: shortened(block.id) };
        if (block.type !== 'tool_result') return block;
        return { ...block, tool_use_id: shortened(block.tool_use_id) };
      }),
    },
    ['calls/ids-that-look-alike.yaml', 'lesson/1-one-tool.yaml'],
  ],
  [
    'makes texts of all results',
    { request: withBlocks(asText) },
    [
      'tool-runner/picture.yaml',
      'tool-runner/document.yaml',
      'tool-runner/several-blocks.yaml',
      'tool-runner/text-result.yaml',
      'calls/result-as-text.yaml',
      'calls/silent-tool.yaml',
    ],
  ],
  [
    'keeps questions and answers alone',
    {
      request: ({ messages, ...params }) => ({
        ...params,
        messages:
          typeof messages.at(-1)?.content === 'string'
            ? messages.filter(({ content }) => !JSON.stringify(content).includes('"tool_'))
            : messages,
      }),
    },
    ['threads/next-question.yaml', 'history/given-history.yaml'],
  ],
  [
    'says who it is in the first turn alone',
    {
      request: ({ system, ...params }) =>
        params.messages.length === 1 && system !== undefined ? { ...params, system } : params,
    },
    ['tool-runner/same-for-all-turns.yaml'],
  ],
  [
    'forgets the container',
    { request: ({ container: _container, ...params }) => params },
    ['server-tools/container.yaml'],
  ],
  [
    'takes a pause for the end',
    { reply: misread(['pause_turn'], 'end_turn') },
    ['stop-reasons/pause.yaml', 'threads/two-pauses.yaml', 'server-tools/paused-search.yaml'],
  ],
  [
    'runs what the model took back',
    { reply: misread(['refusal'], 'tool_use') },
    ['stop-reasons/refusal.yaml', 'stop-reasons/refused-half-way.yaml'],
  ],
  [
    'runs calls that were cut',
    { reply: misread(['max_tokens', 'model_context_window_exceeded'], 'tool_use') },
    ['stop-reasons/cut-input.yaml', 'stop-reasons/window-full.yaml'],
  ],
  [
    'runs calls of a turn that ended',
    { reply: misread(['end_turn'], 'tool_use') },
    ['stop-reasons/calls-without-wanting.yaml'],
  ],
  [
    'asks again when an answer is empty',
    {
      reply: (message) =>
        message.content.length === 0 ? { ...message, stop_reason: 'pause_turn' as const } : message,
    },
    ['stop-reasons/empty-end.yaml'],
  ],
  [
    'keeps an error to itself',
    { failure: () => Promise.resolve(empty) },
    [
      'faults/gives-up.yaml',
      'faults/not-tried-again.yaml',
      'faults/told-not-to-retry.yaml',
      'faults/proxy-blocks.yaml',
      'streams/cut.yaml',
      'streams/cut-in-mid-call.yaml',
      'streams/no-end.yaml',
      'streams/error-event.yaml',
      'streams/reset.yaml',
      'api-rules/open-call.yaml',
    ],
  ],
  [
    'asks again after whatever went wrong',
    { failure: (_error, again) => again() },
    [
      'streams/cut.yaml',
      'streams/cut-in-mid-call.yaml',
      'streams/no-end.yaml',
      'streams/error-event.yaml',
      'streams/reset.yaml',
      'faults/not-tried-again.yaml',
      'faults/told-not-to-retry.yaml',
    ],
  ],
  [
    'tries nothing twice',
    { maxRetries: 0 },
    [
      'faults/overloaded.yaml',
      'faults/rate-limit.yaml',
      'faults/internal-error.yaml',
      'faults/connection.yaml',
      'faults/gateway-page.yaml',
      'faults/gives-up.yaml',
      'faults/after-the-tool.yaml',
      'threads/overload-on-the-way.yaml',
    ],
  ],
];

/** Whether each scenario passes on an app, by its file; of a table of examples any row may fail. */
async function outcomes(files: readonly string[], app: App): Promise<Record<string, string>> {
  const scenarios = collection.filter((scenario) => files.includes(fileOf(scenario)));
  const all: Record<string, string> = {};
  await Promise.all(
    scenarios.map(async (scenario) => {
      const { passed } = await runScenario(scenario, app);
      if (!passed || all[fileOf(scenario)] === undefined) {
        all[fileOf(scenario)] = passed ? 'passed' : 'failed';
      }
    }),
  );
  return all;
}

const all = (files: readonly string[], outcome: string): Record<string, string> =>
  Object.fromEntries(files.map((file) => [file, outcome]));

test.concurrent.each(FLAWS)('a loop that %s is caught', async (_what, flaw, files) => {
  expect(await outcomes(files, flawedApp(flaw))).toEqual(all(files, 'failed'));
});

test('a loop without a flaw is not', async () => {
  const files = new Set(FLAWS.flatMap(([, , caughtBy]) => caughtBy));
  expect(await outcomes([...files], flawedApp({}))).toEqual(all([...files], 'passed'));
});
