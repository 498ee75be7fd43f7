/** Fills in what a script leaves out, so that an answer carries every field the API sends. */
import type { MessageTurn, ScriptBlock } from '../script/turn.ts';
import { idAt } from '../wire/ids.ts';
import type { ContentBlock, Message, StopReason } from '../wire/message.ts';
import { compactionSignatureOf, signatureOf } from '../wire/signature.ts';
import { countOutput, type TokenCounter } from '../wire/tokens.ts';

export interface CompletionContext {
  /** Names the exchange in ids and signatures. */
  readonly place: readonly (string | number)[];
  /** The model of the request. */
  readonly model: string;
  readonly inputTokens: number;
  readonly tokens: TokenCounter;
  /** The request asks for a summary: the work is accounted as an iteration of its own. */
  readonly compacts: boolean;
  /** The request manages its context: the answer says which edits were applied. */
  readonly managesContext: boolean;
}

/** A block with its fields in the order seen on the wire. */
function completeBlock(block: ScriptBlock, place: readonly (string | number)[]): ContentBlock {
  switch (block.type) {
    case 'text':
      return { ...block, citations: block.citations ?? null };
    case 'tool_use': {
      const { type, id = idAt('toolu', ...place), caller = { type: 'direct' }, ...rest } = block;
      return { type, id, ...rest, caller };
    }
    case 'server_tool_use': {
      const { type, id = idAt('srvtoolu', ...place), caller = { type: 'direct' }, ...rest } = block;
      return { type, id, ...rest, caller };
    }
    case 'mcp_tool_use': {
      const { type, id = idAt('mcptoolu', ...place), ...rest } = block;
      return { type, id, ...rest };
    }
    case 'redacted_thinking':
      return { ...block, data: block.data ?? signatureOf('', ...place) };
    case 'thinking':
      return { ...block, signature: block.signature ?? signatureOf(block.thinking, ...place) };
    case 'compaction': {
      // A summary of a threshold carries encrypted content instead of a signature.
      if (block.encrypted_content != null)
        return { ...block, encrypted_content: block.encrypted_content };
      const signature = block.signature ?? compactionSignatureOf(block, ...place);
      return { ...block, signature } as ContentBlock;
    }
    default:
      return block;
  }
}

function inferStopReason(content: readonly ContentBlock[]): StopReason {
  if (content.at(-1)?.type === 'compaction') return 'compaction';
  return content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
}

const NO_CACHE = {
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
};

/** The answer as the API would send it, keys in the order seen on the wire. */
export function completeMessage(turn: MessageTurn, context: CompletionContext): Message {
  const { type: _type, content: written, usage, ...overrides } = structuredClone(turn);
  const content = written.map((block, index) => completeBlock(block, [...context.place, index]));
  const { output, thinking } = countOutput(content, context.tokens);
  const spent = { input_tokens: context.inputTokens, output_tokens: output };
  const { input_tokens, output_tokens } = context.compacts
    ? { input_tokens: 0, output_tokens: 0 }
    : spent;
  return {
    model: context.model,
    id: idAt('msg', ...context.place),
    type: 'message',
    role: 'assistant',
    content,
    container: null,
    stop_reason: inferStopReason(content),
    stop_sequence: null,
    stop_details: null,
    diagnostics: null,
    ...(context.managesContext ? { context_management: { applied_edits: [] } } : {}),
    ...overrides,
    usage: {
      input_tokens,
      ...NO_CACHE,
      output_tokens,
      output_tokens_details: { thinking_tokens: thinking },
      server_tool_use: null,
      service_tier: 'standard',
      inference_geo: 'global',
      speed: 'standard',
      ...(context.compacts ? { iterations: [{ type: 'compaction', ...NO_CACHE, ...spent }] } : {}),
      ...usage,
    },
  };
}
