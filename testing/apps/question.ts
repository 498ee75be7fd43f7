/** What a scenario asks of the apps that come with the kit: a text, messages, or a request body with more in it. */
import type {
  MessageCreateParamsNonStreaming,
  MessageParam,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages';
import { isRecord } from '../../src/wire/json/is-record.ts';

type Params = Omit<MessageCreateParamsNonStreaming, 'messages' | 'tools' | 'stream'>;

/** What is asked, in full. */
export interface Question {
  /** The fields of the request besides messages and tools. */
  readonly params: Params;
  readonly messages: readonly MessageParam[];
  /** Tools that stand in the request and that nobody runs here, besides those of the scenario. */
  readonly tools: readonly ToolUnion[];
  /** Names for the header `anthropic-beta`. */
  readonly betas: readonly string[];
  /** What the user says next, each once there is an answer to what was said before. */
  readonly followUps: readonly string[];
  /** How many turns the model may have for each answer. */
  readonly maxTurns: number;
  /** Whether the tokens of the request are counted before it is made. */
  readonly countTokens: boolean;
}

/** What is asked for where the input says nothing else. */
export const USUAL_PARAMS: Params = { model: 'claude-haiku-5-5', max_tokens: 1024 };

const user = (content: string): MessageParam => ({ role: 'user', content });

/** A list of messages as it is; a text, or any other value as JSON, as one message of the user. */
function toMessages(value: unknown): readonly MessageParam[] {
  if (Array.isArray(value)) return value;
  return [user(typeof value === 'string' ? value : JSON.stringify(value))];
}

/**
 * Reads the `input` of a scenario. A mapping with `messages`, which may be a text, is a request body: what else is in it
 * is sent as it stands, but for `betas`, `then`, `max_turns` and `count_tokens`.
 */
export function questionOf(input: unknown): Question {
  const body = isRecord(input) && 'messages' in input ? input : { messages: input };
  const {
    messages,
    tools = [],
    betas = [],
    then: followUps = [],
    // The script ends the conversation.
    max_turns: maxTurns = Infinity,
    count_tokens: countTokens = false,
    ...params
  } = body as Record<string, unknown>;
  return {
    params: { ...USUAL_PARAMS, ...params },
    messages: toMessages(messages),
    tools: tools as ToolUnion[],
    betas: betas as string[],
    followUps: followUps as string[],
    maxTurns: maxTurns as number,
    countTokens: countTokens === true,
  };
}
