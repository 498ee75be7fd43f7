/** A turn as a value: what the model says in answer to one request. */
import type {
  ContentBlock as SavedBlock,
  Message as SavedMessage,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { ApiErrorInfo } from '../wire/errors.ts';
import type { Frame } from '../wire/stream/frame.ts';
import type {
  ContentBlock,
  Message,
  MessageParam,
  MessageRequest,
  Usage,
} from '../wire/message.ts';
import type { ServerResultBlock } from '../wire/server-tools.ts';
import type { StreamShape } from './stream-shape.ts';

type Loose<Block, Optional extends PropertyKey> = Block extends unknown
  ? Omit<Block, Optional> & Partial<Pick<Block, Optional & keyof Block>>
  : never;
type BlockOf<Type extends ContentBlock['type']> = Extract<ContentBlock, { type: Type }>;

/** Blocks of which something may be left out, each with what that is. */
type LooseBlock =
  | Loose<BlockOf<'text'>, 'citations'>
  | Loose<BlockOf<'tool_use'>, 'id' | 'caller'>
  | (Loose<BlockOf<'thinking'>, 'signature'> & ProgressUpdate)
  | Loose<BlockOf<'server_tool_use'>, 'id' | 'caller'>
  | Loose<BlockOf<'mcp_tool_use'>, 'id'>
  | Loose<ServerResultBlock, 'tool_use_id' | 'is_error'>
  | Loose<BlockOf<'redacted_thinking'>, 'data'>
  | Loose<BlockOf<'compaction'>, 'encrypted_content'>
  | Loose<BlockOf<'fallback'>, 'from' | 'trigger'>;

/** A mark for scripts only: it never goes over the wire. */
interface ProgressUpdate {
  /** The thinking is a progress update, which `display: "updates"` shows too. Default false: it is reasoning. */
  readonly update?: boolean;
}

/**
 * A content block as scripts write it: ids, signatures, callers and which call a result is for may be left out and are
 * filled in on the wire.
 */
export type ScriptBlock = LooseBlock | Exclude<ContentBlock, { type: LooseBlock['type'] }>;

/** Fields of the answer that a script sets itself; each has a default. */
export type MessageOverrides = Partial<Omit<Message, 'type' | 'role' | 'content' | 'usage'>> & {
  usage?: Partial<Usage>;
};

/** A message. An answer saved from the real API may stand for one. */
export type MessageTurn = MessageOverrides & {
  readonly type: 'message';
  readonly content: readonly ScriptBlock[];
};

/** An error answer of the API. */
export interface ErrorTurn {
  readonly type: 'error';
  readonly status: number;
  readonly error: ApiErrorInfo;
  readonly headers: Readonly<Record<string, string>>;
  /** Who answers: the API, or the network in front of it, whose errors have another form. Default `api`. */
  readonly envelope?: 'api' | 'edge';
}

/** No answer at all: the connection fails, as `fetch` reports it. */
export interface ConnectionErrorTurn {
  readonly type: 'connection_error';
  readonly message: string;
  /** The system's code of what happened, as it stands in the cause of the error: `ECONNREFUSED`. */
  readonly code: string;
}

/** No answer either, and no error: the request waits until its caller gives up. */
export interface HangTurn {
  readonly type: 'hang';
}

/** A turn whose headers are slow to come. */
export interface DelayedTurn {
  readonly type: 'delayed';
  readonly turn: Turn;
  /** Milliseconds on the simulation's clock. */
  readonly ms: number;
}

/** An answer that is not the API's: the page of a gateway, an empty body. */
export interface RawTurn {
  readonly type: 'raw';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** A stream written out by hand. */
export interface EventsTurn {
  readonly type: 'events';
  readonly frames: readonly Frame[];
  readonly shape: StreamShape;
}

/** A turn with its stream shaped by hand. */
export interface StreamedTurn {
  readonly type: 'streamed';
  readonly turn: MessageTurn;
  readonly shape: StreamShape;
}

/** What a `respond` function is told besides the request body. */
export interface RespondContext {
  /** The whole conversation, also when the request continues a thread and sends only its end. */
  readonly messages: readonly MessageParam[];
  /** Request headers in lower case, secrets redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The number of the exchange in the journal, from 0. */
  readonly exchange: number;
  /** Aborted when the caller aborts the request. */
  readonly signal: AbortSignal | undefined;
}

/** Makes a turn from the request that asks for it. The request is a frozen snapshot. */
export type Responder = (
  request: MessageRequest,
  context: RespondContext,
) => TurnInput | Promise<TurnInput>;

/** A turn decided when the request is there. */
export interface RespondTurn {
  readonly type: 'respond';
  readonly respond: Responder;
}

export type Turn =
  | MessageTurn
  | StreamedTurn
  | EventsTurn
  | ErrorTurn
  | RawTurn
  | ConnectionErrorTurn
  | HangTurn
  | DelayedTurn
  | RespondTurn;

/** A turn with nothing left to wait for or to ask. */
export type SettledTurn = Exclude<Turn, HangTurn | DelayedTurn | RespondTurn>;

/** What may stand for a message: a text, or blocks, also those of a saved answer. */
export type ContentInput = string | readonly (ScriptBlock | SavedBlock)[];

/** What may stand for a turn in a script. */
export type TurnInput = ContentInput | Turn | SavedMessage;
