/** What a request asks of the form of its answer: what it shows, what it reports, how its stream cuts tool input. */
import type { CheckedRequest } from '../rules/checked-request.ts';
import { everyTool } from '../rules/tool-list.ts';
import type { ContentBlock } from '../wire/message.ts';
import type { InputStreaming } from '../wire/stream/tool-input.ts';

/** What is shown of thinking. */
export type ThinkingDisplay = 'summarized' | 'omitted' | 'updates';

export interface Delivery {
  readonly streams: boolean;
  readonly display: ThinkingDisplay;
  /** The request asks for a summary: the work is accounted as an iteration of its own. */
  readonly compacts: boolean;
  /** The request manages its context: the answer says which edits were applied. */
  readonly managesContext: boolean;
  /** The answer says which blocks of the request were dropped or let through. */
  readonly reportsTransformations: boolean;
  /** The stream says how many tokens were thought so far. */
  readonly estimatesThinking: boolean;
  /** How the stream cuts the input of a call. */
  inputStreaming(call: ContentBlock): InputStreaming;
}

const FINE_GRAINED = 'fine-grained-tool-streaming-2025-05-14';
const BINDING_CONTROLS = 'thinking-binding-controls-2026-08-01';
const TOKEN_COUNT = 'thinking-token-count-2026-05-13';

/**
 * The display that is asked for. Without one the script's text is shown: the default of most models since 4.7 is
 * `omitted`, and a script that says what was thought means it to be seen.
 */
function displayOf({ body }: CheckedRequest): ThinkingDisplay {
  const asked = (body['thinking'] as { display?: unknown } | null | undefined)?.display;
  return asked === 'omitted' || asked === 'updates' ? asked : 'summarized';
}

/** A tool's own `eager_input_streaming` counts before the header (4.8); of a tool defined twice the later one is meant. */
function inputStreamingOf(request: CheckedRequest): Delivery['inputStreaming'] {
  const isEagerByHeader = request.betas.includes(FINE_GRAINED);
  return (call) => {
    if (call.type !== 'tool_use') return 'buffered';
    if (call.toolset_name != null) return 'whole';
    const tool = everyTool(request).findLast(({ name }) => name === call.name);
    const isEager = tool?.definition['eager_input_streaming'] ?? isEagerByHeader;
    return isEager === true ? 'eager' : 'buffered';
  };
}

/** How `request` wants to be answered. */
export function deliveryOf(request: CheckedRequest): Delivery {
  const { body, betas } = request;
  return {
    streams: body['stream'] === true,
    display: displayOf(request),
    compacts: body['compaction'] != null,
    managesContext: body['context_management'] != null,
    reportsTransformations: betas.includes(BINDING_CONTROLS),
    estimatesThinking: betas.includes(TOKEN_COUNT),
    inputStreaming: inputStreamingOf(request),
  };
}
