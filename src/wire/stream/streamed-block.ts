/** How each block of a message is streamed: what it opens with, and the deltas by which it grows. */
import type { ContentBlock, StreamEvent } from '../message.ts';
import { piecesOf, type CutPieces } from './pieces.ts';
import { inputFragments, inputText, type InputStreaming } from './tool-input.ts';

/** What a stream may do in more than one way. */
export interface StreamOptions {
  /** Cuts the text of every delta. Default: in pieces such as the API's own. */
  readonly cut?: CutPieces | undefined;
  /** How the input of a call is streamed where `cut` says nothing. Default `buffered`. */
  readonly inputStreaming?: (call: ContentBlock) => InputStreaming;
  /** Whether thinking deltas say how many tokens were thought. Default false. */
  readonly estimatesThinking?: boolean;
}

type SdkDelta = Extract<StreamEvent, { type: 'content_block_delta' }>['delta'];

/** `estimated_tokens` comes only with its beta, which the SDK's beta type does not say. */
type Delta =
  | Exclude<SdkDelta, { type: 'thinking_delta' }>
  | { type: 'thinking_delta'; thinking: string; estimated_tokens?: number | null };

export interface StreamedBlock {
  readonly start: ContentBlock;
  readonly deltas: Delta[];
}

export interface BlockOptions extends StreamOptions {
  /** The tokens thought in a block whose text is not shown. */
  readonly hiddenTokens: number;
}

/** What an estimate of thinking grows by (captures of 2026-09). */
const ESTIMATE_STEP = 50;

function thinkingDeltas(whole: string, options: BlockOptions): Delta[] {
  const { cut, estimatesThinking = false, hiddenTokens } = options;
  const pieces = cut?.(whole, 'thinking') ?? piecesOf(whole);
  const type = 'thinking_delta';
  if (!estimatesThinking) return pieces.map((thinking) => ({ type, thinking }));
  if (pieces.length > 0) {
    return pieces.map((thinking) => ({ type, thinking, estimated_tokens: null }));
  }
  const steps = Array.from({ length: hiddenTokens / ESTIMATE_STEP }, () => ESTIMATE_STEP);
  return [...steps, null].map((estimated_tokens) => ({ type, thinking: '', estimated_tokens }));
}

/** How each kind of block opens and grows. A kind that is not named here arrives whole in its start event. */
export function streamBlock(block: ContentBlock, options: BlockOptions): StreamedBlock {
  const { cut, inputStreaming } = options;
  switch (block.type) {
    case 'text':
      return {
        start: { ...block, text: '', ...(block.citations && { citations: [] }) },
        // What a text cites comes before the text (capture of 2026-09).
        deltas: [
          ...(block.citations ?? []).map(
            (citation) => ({ type: 'citations_delta', citation }) as const,
          ),
          ...(cut?.(block.text, 'text') ?? piecesOf(block.text)).map(
            (text) => ({ type: 'text_delta', text }) as const,
          ),
        ],
      };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const input = block.input as object;
      const fragments =
        cut?.(inputText(input), 'json') ??
        inputFragments(input, inputStreaming?.(block) ?? 'buffered');
      return {
        start: { ...block, input: {} } as ContentBlock,
        // The first fragment is always empty; a call without arguments has no other (facts, input_json_delta rules).
        deltas: ['', ...fragments].map(
          (partial_json) => ({ type: 'input_json_delta', partial_json }) as const,
        ),
      };
    }
    case 'thinking':
      return {
        start: { ...block, thinking: '', signature: '' },
        deltas: [
          ...thinkingDeltas(block.thinking, options),
          { type: 'signature_delta', signature: block.signature },
        ],
      };
    case 'compaction':
      // Made on demand it is signed and arrives whole; made at a threshold it comes in one delta.
      if (block.signature != null) return { start: block, deltas: [] };
      return {
        start: { ...block, content: null, encrypted_content: null },
        deltas: [
          {
            type: 'compaction_delta',
            content: block.content,
            encrypted_content: block.encrypted_content,
          },
        ],
      };
    default:
      return { start: block, deltas: [] };
  }
}
