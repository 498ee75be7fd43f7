/** The loop this kit is proven on, and one to copy: it asks, runs tools, answers, until the model is done. */

import type {
  ContentBlock,
  Message,
  MessageCreateParamsNonStreaming,
  MessageParam,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages';
import { answerCalls } from './answer-calls.ts';
import type { CallHooks } from './call-hooks.ts';
import { carryContainer } from './carry-container.ts';
import type { LoopClient } from './loop-client.ts';
import type { LoopTool, ServerTool, ToolCall } from './loop-tool.ts';
import { nextStep } from './next-step.ts';
import { quote } from './quote.ts';
import { requestTurn } from './request-turn.ts';
import { TurnLimitError } from './turn-limit-error.ts';
import { untilAborted } from './until-aborted.ts';

/** What `runToolLoop` is told. Every further parameter of `messages.create` is sent as given. */
export interface LoopOptions extends Omit<
  MessageCreateParamsNonStreaming,
  'tools' | 'messages' | 'stream'
> {
  /** Tools of `defineTool`, and tools the API runs itself; the names must differ. */
  tools: readonly (LoopTool | ServerTool)[];
  /** The conversation so far. The array is not changed. */
  messages: readonly MessageParam[];
  /** How many turns the model may have, that is, how many requests are made; 10 by default. */
  maxTurns?: number;
  /** Ends the loop when it aborts, and is handed to each request and tool; none by default. */
  signal?: AbortSignal | undefined;
  /** Whether turns are asked for with `messages.stream`; `false` by default. */
  stream?: boolean;
  /** Sees each call as it starts, before its check; does nothing by default. */
  onCall?: ((call: ToolCall) => unknown) | undefined;
  /**
   * Gets the real error when a tool throws anything but a `ToolError`; does nothing by default.
   *
   * Pass it: without it a bug in a tool is seen by nobody but the model.
   */
  onToolError?: ((error: unknown, call: ToolCall) => unknown) | undefined;
}

/** How a conversation ended. */
export interface LoopResult {
  /** The last message of the model. Its `stop_reason` says why it ended: not always by `end_turn`. */
  message: Message;
  /** The whole conversation, the last message of the model included. */
  messages: MessageParam[];
  /** The text of the last message. */
  text: string;
  /** How many turns the model had. */
  turns: number;
}

/**
 * Talks with the model until it is done, running the tools it asks for.
 *
 * A failing call is told to the model and does not end the loop. A refusal or a cut turn ends it with
 * what there is; a paused turn is resumed.
 *
 * @throws TurnLimitError when the model is not done after `maxTurns`.
 * @throws TypeError when `tools` or `messages` is no list, two tools share a name, or when streaming is asked of a client that cannot.
 * @throws RangeError when `maxTurns` is less than 1.
 * @throws the signal's reason when it aborts, and whatever the client throws, unchanged.
 */
export async function runToolLoop(client: LoopClient, options: LoopOptions): Promise<LoopResult> {
  const { tools, messages }: Partial<LoopOptions> = Object(options);
  if (!Array.isArray(tools) || !Array.isArray(messages)) {
    throw new TypeError('[ensaio] Failed to start the loop: `tools` and `messages` must be lists.');
  }
  const signal = options.signal ?? new AbortController().signal;
  return untilAborted(signal, () => converse(client, { ...options, signal }));
}

async function converse(
  client: LoopClient,
  options: LoopOptions & { signal: AbortSignal },
): Promise<LoopResult> {
  const { tools, messages, maxTurns = 10, signal, stream = false, ...rest } = options;
  const { onCall, onToolError, ...params } = rest;
  const hooks: CallHooks = { onCall, onToolError };
  if (!(maxTurns >= 1)) {
    throw new RangeError(
      `[ensaio] Failed to start the loop: maxTurns must be 1 or more, not ${maxTurns}.`,
    );
  }
  const runnable = indexTools(tools);
  if (tools.length > 0) Object.assign(params, { tools: tools.map(toDefinition) });
  const history: MessageParam[] = [...messages];

  for (let turn = 1; ; turn++) {
    signal.throwIfAborted();
    // Each request gets its own array: a client may keep what it was given.
    const message = await requestTurn(
      client,
      { ...params, messages: [...history] },
      { signal, stream },
    );
    history.push({ role: 'assistant', content: toHistory(message.content) });

    const next = nextStep(message);
    if (next.do === 'end') {
      return { message, messages: history, text: textOf(message), turns: turn };
    }
    // Nobody would read the results of the last turn's tools, so they are not run.
    if (turn >= maxTurns) throw new TurnLimitError(turn, history);
    if (message.container) params.container = carryContainer(params.container, message.container);
    if (next.do === 'answer') {
      const context = { tools: runnable, hooks, signal, turn };
      history.push({ role: 'user', content: await answerCalls(next.calls, context) });
    }
  }
}

/** Goes back as it came, since a rebuilt thinking block is refused; but text that says nothing is refused, too. */
function toHistory(content: Message['content']): Message['content'] {
  const isSaid = (block: ContentBlock): boolean =>
    block.type !== 'text' || block.text.trim() !== '';
  return content.every(isSaid) ? content : content.filter(isSaid);
}

function isRunnable(tool: LoopTool | ServerTool): tool is LoopTool {
  return 'definition' in tool;
}

function toDefinition(tool: LoopTool | ServerTool): ToolUnion {
  return isRunnable(tool) ? tool.definition : tool;
}

function indexTools(tools: LoopOptions['tools']): ReadonlyMap<string, LoopTool> {
  const names = tools.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new TypeError(`[ensaio] Failed to start the loop: two tools are named ${quote(twice)}.`);
  }
  return new Map(tools.filter(isRunnable).map((tool) => [tool.name, tool]));
}

function textOf(message: Message): string {
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}
