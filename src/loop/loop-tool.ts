/** What a tool is to the loop, once it is defined: its face on the wire, its check and its work. */

import type {
  ClientToolUnion,
  DocumentBlockParam,
  ImageBlockParam,
  SearchResultBlockParam,
  TextBlockParam,
  Tool,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages';
import type { ParsedInput } from './input-problem.ts';

/** Whether a tool only looks, and may run beside others, or changes something, and runs alone. */
export type ToolEffect = 'read' | 'write';

/** A content block a tool may answer with. */
export type ToolContent =
  TextBlockParam | ImageBlockParam | DocumentBlockParam | SearchResultBlockParam;

/**
 * What a tool may answer with: text, content blocks, any JSON value (sent as JSON), or nothing (an
 * empty result).
 */
export type ToolOutput =
  string | number | boolean | null | undefined | void | readonly ToolContent[] | object;

/** What a tool is told besides its input. */
export interface ToolContext {
  /** Aborts with the loop; never aborts when the loop was given no signal. */
  signal: AbortSignal;
  /** The id of the `tool_use` block being answered, fit to be an idempotency key. */
  toolUseId: string;
}

/** A tool made by `defineTool`. */
export interface LoopTool<Input = unknown> {
  readonly name: string;
  readonly effect: ToolEffect;
  /** The tool as the API sees it. */
  readonly definition: Tool;
  /** Checks an input of the model without running anything. */
  parse(input: unknown): Promise<ParsedInput<Input>>;
  /** Does the work, unchecked: call it directly to test a tool alone. */
  run(input: Input, context: ToolContext): ToolOutput | PromiseLike<ToolOutput>;
}

/** A tool the API runs by itself, such as web search: it is declared and never answered. */
export type ServerTool = Exclude<ToolUnion, ClientToolUnion>;

/** One tool call of the model, as hooks see it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it: not checked, perhaps not even an object. */
  readonly input: unknown;
  /** The turn that asked for it, counted from 1. */
  readonly turn: number;
}
