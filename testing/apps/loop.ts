/** `ensaio/apps/loop`: the reference loop as an app, with the tools of the scenario. */
import type Anthropic from '@anthropic-ai/sdk';
import {
  runToolLoop,
  type LoopClient,
  type LoopOptions,
  type ServerTool,
} from '../../src/loop/index.ts';
import { checkOptions, type OptionCheck } from '../../src/check-options.ts';
import type { App } from '../app.ts';
import { conversationApp } from './conversation-app.ts';
import type { Question } from './question.ts';

/** What only a beta has, `client.beta` alone can ask for and put together from a stream. */
function asking(client: Anthropic, { betas }: Question): readonly [LoopClient, object] {
  if (betas.length === 0) return [client, {}];
  return [client.beta as unknown as LoopClient, { betas: [...betas] }];
}

export interface LoopAppOptions {
  /** Whether turns are streamed. Default true: half of what a scenario can break is a stream. */
  readonly stream?: boolean;
  /** Gets what a tool threw, which the model is only told in general words. Default: nobody does. */
  readonly onToolError?: LoopOptions['onToolError'];
}

const CHECKS: Readonly<Record<keyof LoopAppOptions, OptionCheck>> = {
  stream: [(value: unknown) => typeof value === 'boolean', 'true or false'],
  onToolError: [(value: unknown) => typeof value === 'function', 'a function of an error'],
};

/**
 * An app that is `runToolLoop`: what scenarios run against when nobody brings an app.
 * @example await runScenario(scenario, loopApp());
 */
export function loopApp(options: LoopAppOptions = {}): App {
  checkOptions(options, CHECKS);
  const { stream = true, onToolError } = options;
  return conversationApp(async ({ client, tools, signal }, question) => {
    const [asked, betas] = asking(client, question);
    const answer = await runToolLoop(asked, {
      ...question.params,
      ...betas,
      tools: [...tools, ...(question.tools as readonly ServerTool[])],
      messages: question.messages,
      maxTurns: question.maxTurns,
      stream,
      signal,
      onToolError,
    });
    return { answer, messages: answer.messages };
  });
}
