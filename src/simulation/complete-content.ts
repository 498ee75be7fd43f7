/** Fills in what the blocks of a script leave out: ids, signatures, and which call or model a block goes back to. */
import { EnsaioError } from '../error.ts';
import type { ScriptBlock } from '../script/turn.ts';
import { idAt } from '../wire/ids.ts';
import type { ContentBlock } from '../wire/message.ts';
import { resultTypeOf } from '../wire/server-tools.ts';
import { compactionSignatureOf, signatureOf } from '../wire/signature.ts';

type Place = readonly (string | number)[];

interface Surroundings {
  /** Names the block in ids and signatures. */
  readonly place: Place;
  /** The blocks before it, complete. */
  readonly before: readonly ContentBlock[];
  /** The model of the request. */
  readonly model: string;
}

/** The type of the result that a call waits for. */
function awaitedBy(block: ContentBlock): string | undefined {
  if (block.type === 'mcp_tool_use') return 'mcp_tool_result';
  return block.type === 'server_tool_use' ? resultTypeOf(block.name) : undefined;
}

/** The id of the first call that a result of `type` can be for. */
function openCall(type: string, before: readonly ContentBlock[]): string {
  const answered = new Set(
    before.map((block) => ('tool_use_id' in block ? block.tool_use_id : '')),
  );
  const call = before.find(
    (block) => awaitedBy(block) === type && 'id' in block && !answered.has(block.id),
  );
  if (call && 'id' in call) return call.id;
  throw new EnsaioError(
    'turn-invalid',
    `block ${before.length}: no call before it awaits a ${type}.`,
    { hint: 'Put the call before its result, or give the `id` of a call of an earlier turn.' },
  );
}

/** The model that spoke last. */
function speakerOf({ before, model }: Surroundings): string {
  return before.findLast((block) => block.type === 'fallback')?.to.model ?? model;
}

/** A block with its fields in the order seen on the wire. */
function completeBlock(block: ScriptBlock, surroundings: Surroundings): ContentBlock {
  const { place, before } = surroundings;
  switch (block.type) {
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
    case 'thinking': {
      const { update: _update, signature = signatureOf(block.thinking, ...place), ...rest } = block;
      return { ...rest, signature };
    }
    case 'compaction': {
      // A summary of a threshold carries encrypted content instead of a signature, and only there can it fail (5.5, 5.7).
      if (block.encrypted_content != null || block.content === null)
        return { ...block, encrypted_content: block.encrypted_content ?? null };
      const signature = block.signature ?? compactionSignatureOf(block, ...place);
      return { ...block, signature } as ContentBlock;
    }
    case 'fallback': {
      const { type, from = { model: speakerOf(surroundings) }, to } = block;
      const { trigger = { type: 'refusal', category: null } } = block;
      return { type, from, to, trigger };
    }
    case 'mcp_tool_result': {
      const { type, tool_use_id = openCall(type, before), is_error = false, content } = block;
      return { type, tool_use_id, is_error, content };
    }
    case 'advisor_tool_result':
    case 'bash_code_execution_tool_result':
    case 'code_execution_tool_result':
    case 'text_editor_code_execution_tool_result':
    case 'tool_search_tool_result':
    case 'web_fetch_tool_result':
    case 'web_search_tool_result': {
      const { type, tool_use_id = openCall(type, before), ...rest } = block;
      return { type, tool_use_id, ...rest } as ContentBlock;
    }
    default:
      // A text that cites nothing has no `citations` on the wire, whatever the SDK's type says (facts, wire shape).
      return block as ContentBlock;
  }
}

/**
 * The blocks of a turn as the API has them. Throws `EnsaioError` (`turn-invalid`) for a result that no call before it
 * can be meant by.
 */
export function completeContent(
  written: readonly ScriptBlock[],
  { place, model }: { readonly place: Place; readonly model: string },
): ContentBlock[] {
  const content: ContentBlock[] = [];
  for (const [index, block] of written.entries()) {
    content.push(completeBlock(block, { place: [...place, index], before: content, model }));
  }
  return content;
}
