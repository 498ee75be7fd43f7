/** The message as the API answers it, and the parts a request hands back. Types are the SDK's own. */
import type {
  BetaContentBlock,
  BetaMessage,
  BetaMessageParam,
  BetaRawMessageStreamEvent,
  BetaStopReason,
  BetaUsage,
  MessageCreateParamsBase,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';

export type ContentBlock = BetaContentBlock;
export type MessageParam = BetaMessageParam;
export type StopReason = BetaStopReason;

/** Token counts of one answer. `iterations` and `fallback_credit` appear only with the betas that add them. */
export type Usage = Omit<BetaUsage, 'iterations' | 'fallback_credit'> &
  Partial<Pick<BetaUsage, 'iterations' | 'fallback_credit'>>;

/** One answer of the Messages API. `context_management` appears only with its beta. */
export type Message = Omit<BetaMessage, 'usage' | 'context_management'> & {
  usage: Usage;
} & Partial<Pick<BetaMessage, 'context_management'>>;

/** The body of `POST /v1/messages`, sampling fields of version 2023-06-01 included. */
export type MessageRequest = Omit<
  MessageCreateParamsBase,
  'betas' | 'user_profile_id' | 'workspace_id'
> & {
  temperature?: number;
  top_p?: number;
  top_k?: number;
};

/** One server-sent event of a streamed answer. `ping` and `error` are not in the SDK's union. */
export type StreamEvent =
  | BetaRawMessageStreamEvent
  | { type: 'ping' }
  | {
      type: 'error';
      error: { type: string; message: string; details?: unknown };
      request_id?: string;
    };
