/** What the SDK's own tool runner does not keep, each with the shortest run that shows it. */
import type Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import * as z from 'zod';
import {
  fakeAnthropic,
  message,
  toolUse,
  type FakeAnthropic,
  type InvariantViolation,
  type TurnInput,
} from '../../fakes/index.ts';
import { judgeInvariants } from '../../src/invariants/index.ts';
import { spyTools, type SpyToolsOptions } from '../../testing/spy-tools.ts';

export interface SdkBreak {
  readonly invariant: string;
  /** When it happens, and what does. */
  readonly what: string;
  /** Where in the source of the SDK. */
  readonly source: string;
  play(): Promise<InvariantViolation[]>;
}

const SOURCE = 'https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src';
const RUNNER = `[BetaToolRunner.ts](${SOURCE}/lib/tools/BetaToolRunner.ts)`;

const params = {
  model: 'claude-opus-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Look.' }],
};

type Tools = BetaRunnableTool<unknown>[];

async function rehearse(
  script: readonly TurnInput[],
  tools: readonly object[],
  play: (client: FakeAnthropic, tools: Tools) => Promise<unknown>,
  options: SpyToolsOptions = {},
): Promise<InvariantViolation[]> {
  const client = fakeAnthropic(script as TurnInput[], { maxRetries: 0 });
  const { simulation } = client;
  const spied = spyTools(tools, { simulation, ...options });
  await play(client, spied.tools as unknown as Tools).catch(() => undefined);
  return simulation.transcripts.flatMap((transcript) => [
    ...judgeInvariants(transcript, { run: spied.run }).violations,
  ]);
}

const inputSchema = z.object({ at: z.string() });
const look = (run: (at: string) => string | Promise<string> = (at) => `seen ${at}`): object =>
  betaZodTool({ name: 'look', description: 'Looks.', inputSchema, run: ({ at }) => run(at) });

const left = toolUse('look', { at: 'left' });
const right = toolUse('look', { at: 'right' });

const toTheEnd =
  (more: object = {}, options: { signal?: AbortSignal } = {}) =>
  (client: Anthropic, tools: Tools): Promise<unknown> =>
    client.beta.messages.toolRunner({ ...params, tools, ...more } as never, options).runUntilDone();

export const sdkBreaks: readonly SdkBreak[] = [
  {
    invariant: 'valid-input-only',
    what: 'A tool of `betaTool` runs on any input: its `parse` checks nothing. Those of `betaZodTool` are checked.',
    source: `[json-schema.ts](${SOURCE}/helpers/beta/json-schema.ts): \`parse: (content) => content\``,
    play: () =>
      rehearse(
        [[toolUse('look', { at: 1 })], 'Seen.'],
        [
          betaTool({
            name: 'look',
            description: 'Looks.',
            inputSchema: {
              type: 'object',
              properties: { at: { type: 'string' } },
              required: ['at'],
            } as const,
            run: () => 'seen',
          }),
        ],
        toTheEnd(),
      ),
  },
  {
    invariant: 'abort-stops-tools',
    what: 'After an abort the tools of the reply still begin, each with a signal that is aborted: the runner does not look at it in between.',
    source: `${RUNNER}: \`generateToolResponse\``,
    play() {
      const controller = new AbortController();
      const { signal } = controller;
      const stopping = look((at) => {
        controller.abort();
        return `seen ${at}`;
      });
      return rehearse([[left, right], 'Seen.'], [stopping], toTheEnd({}, { signal }), { signal });
    },
  },
  {
    invariant: 'writes-in-order',
    what: 'All calls of a turn run side by side, whatever their tools do; only the members of a toolset run one after another.',
    source: `${RUNNER}: \`Promise.all\` in \`generateToolResponse\``,
    play: () =>
      rehearse(
        [[left, right], 'Seen.'],
        [look(async (at) => await Promise.resolve(at))],
        toTheEnd(),
        { effects: { look: 'write' } },
      ),
  },
  {
    invariant: 'nothing-after-refusal',
    what: 'With `runToolsEagerly` a call runs as soon as the next block begins, before it is known whether the turn will be refused.',
    source: `${RUNNER}: documented at \`deferToolCall\``,
    play: () =>
      rehearse(
        [message([left, right], { stop_reason: 'refusal' })],
        [look()],
        toTheEnd({ stream: true, runToolsEagerly: true }),
      ),
  },
  {
    invariant: 'history-grows',
    what: '`pushMessages` and `setMessagesParams` in the loop’s body leave the reply and its results out: the app has taken the history over.',
    source: `${RUNNER}: documented at \`setMessagesParams\``,
    play: () =>
      rehearse(['Hello.', 'Bye.'], [look()], async (client, tools) => {
        const runner = client.beta.messages.toolRunner({ ...params, tools, stream: false });
        let isFirst = true;
        for await (const _ of runner) {
          if (isFirst) runner.pushMessages({ role: 'user', content: 'And?' });
          isFirst = false;
        }
      }),
  },
  {
    invariant: 'one-run-per-call',
    what: 'A call runs again when `setMessagesParams` stands between two calls of `generateToolResponse`, which throws its results away.',
    source: `${RUNNER}: \`setMessagesParams\``,
    play: () =>
      rehearse([[left], 'Seen.'], [look()], async (client, tools) => {
        const runner = client.beta.messages.toolRunner({ ...params, tools, stream: false });
        for await (const _ of runner) {
          await runner.generateToolResponse();
          runner.setMessagesParams((before) => before);
          await runner.generateToolResponse();
          break;
        }
      }),
  },
  {
    invariant: 'failures-hide-secrets',
    what: 'The model is told the message of whatever a tool throws, with all that stands in it.',
    source: `[BetaRunnableTool.ts](${SOURCE}/lib/tools/BetaRunnableTool.ts): \`toolErrorContent\``,
    play: () =>
      rehearse(
        [[left], 'Seen.'],
        [
          look(() => {
            throw new Error('connect ECONNREFUSED postgres://app:hunter2@db.test/orders');
          }),
        ],
        toTheEnd(),
      ),
  },
];
