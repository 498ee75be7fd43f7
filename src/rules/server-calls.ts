/** Calls that the server answers itself, followed through a conversation: which are open when a turn ends. */
import { textField, type Block, type Entry } from '../wire/conversation.ts';
import { resultTypeOf } from '../wire/server-tools.ts';
import { isFromCode } from './tool-answers.ts';

/** A call of a server tool, or of a tool of an MCP server. */
export interface ServerCall {
  readonly id: string;
  readonly name: string;
  /** The type of block that brings its result. */
  readonly resultType: string;
  readonly isMcp: boolean;
  readonly isFromCode: boolean;
}

/** A result without its call. */
export interface LostResult {
  readonly path: string;
  readonly id: string;
  readonly resultType: string;
}

export interface ServerTraffic {
  /** Places of calls whose id another call had before them. */
  readonly repeated: readonly string[];
  /** Results whose call is nowhere before them. */
  readonly lost: readonly LostResult[];
  /** Calls whose turn ended without their result. */
  readonly unanswered: readonly ServerCall[];
  /** Calls that this request asks the server to go on with: their turn has not ended. */
  readonly open: readonly ServerCall[];
  /** Whether the request answers client calls made by code that is still running. */
  readonly answersCode: boolean;
}

function toCall(block: Block): ServerCall | undefined {
  const isMcp = block.type === 'mcp_tool_use';
  if (!isMcp && block.type !== 'server_tool_use') return undefined;
  const name = textField(block, 'name');
  return {
    id: textField(block, 'id'),
    name,
    resultType: isMcp ? 'mcp_tool_result' : resultTypeOf(name),
    isMcp,
    isFromCode: isFromCode(block),
  };
}

const isServerResult = ({ type }: Block): boolean =>
  type.endsWith('_tool_result') && type !== 'tool_result';

/** A message of nothing but tool results goes on with the turn; anything else ends it (server-tools docs). */
const goesOn = ({ blocks }: Entry): boolean =>
  blocks.length > 0 && blocks.every(({ type }) => type === 'tool_result');

/** Follows every server call. Results pair up by id: a result may come in a later message of the turn. */
export function serverTraffic(entries: readonly Entry[]): ServerTraffic {
  const seen = new Set<string>();
  const open = new Map<string, ServerCall>();
  const repeated: string[] = [];
  const lost: LostResult[] = [];
  const unanswered: ServerCall[] = [];
  const fromCode = new Set<string>();
  let answersCode = false;
  for (const entry of entries) {
    if (entry.role === 'assistant') {
      answersCode = false;
      for (const [place, block] of entry.blocks.entries()) {
        const path = `messages.${entry.index}.content.${place}`;
        const call = toCall(block);
        if (call) {
          if (seen.has(call.id)) repeated.push(path);
          seen.add(call.id);
          open.set(call.id, call);
        } else if (isServerResult(block)) {
          const id = textField(block, 'tool_use_id');
          open.delete(id);
          if (!seen.has(id)) lost.push({ path, id, resultType: block.type });
        } else if (block.type === 'tool_use' && isFromCode(block)) {
          fromCode.add(textField(block, 'id'));
        }
      }
    } else if (entry.role === 'user') {
      if (goesOn(entry)) {
        answersCode ||= entry.blocks.some((block) => fromCode.has(textField(block, 'tool_use_id')));
        continue;
      }
      unanswered.push(...open.values());
      open.clear();
    }
  }
  const waiting = [...open.values()];
  return {
    repeated,
    lost,
    unanswered,
    open: waiting,
    answersCode: answersCode && waiting.length > 0,
  };
}
