/** `ensaio/apps/tool-runner`: the SDK's own tool runner as an app, with the tools of the scenario. */
import type { BetaMessageParam, BetaToolUnion } from '@anthropic-ai/sdk/resources/beta';
import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import { checkOptions } from '../../src/check-options.ts';
import type { App } from '../app.ts';
import { conversationApp } from './conversation-app.ts';
import { runnableTool } from './runnable-tool.ts';

export interface ToolRunnerAppOptions {
  /** Whether turns are streamed. Default true. */
  readonly stream?: boolean;
}

/**
 * An app that is `client.beta.messages.toolRunner`, over a message thread, as the SDK has it.
 * @example await runScenario(scenario, toolRunnerApp({ stream: false }));
 */
export function toolRunnerApp(options: ToolRunnerAppOptions = {}): App {
  checkOptions(options, {
    stream: [(value: unknown) => typeof value === 'boolean', 'true or false'],
  });
  const { stream = true } = options;
  return conversationApp(async ({ client, tools, signal }, question) => {
    const { betas, maxTurns } = question;
    const runner = client.beta.messages.toolRunner(
      {
        ...question.params,
        tools: [...tools.map(runnableTool), ...(question.tools as BetaToolUnion[])],
        messages: question.messages as BetaMessageParam[],
        stream,
        ...(betas.length > 0 ? { betas: [...betas] } : {}),
        ...(Number.isFinite(maxTurns) ? { max_iterations: maxTurns } : {}),
      },
      { signal },
    );
    const answer = await runner.runUntilDone();
    return { answer, messages: runner.params.messages as MessageParam[] };
  });
}
