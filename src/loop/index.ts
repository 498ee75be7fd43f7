/** The public entry `ensaio/loop`: a small correct tool loop and what it takes to call it. */

export { defineTool } from './define-tool.ts';
export type { ToolOptions } from './define-tool.ts';
export type { InputProblem, ParsedInput } from './input-problem.ts';
export type { InputOf } from './input-schema.ts';
export type { JsonSchema } from './json-schema-input.ts';
export type { LoopClient } from './loop-client.ts';
export type {
  LoopTool,
  ServerTool,
  ToolCall,
  ToolContent,
  ToolContext,
  ToolEffect,
  ToolOutput,
} from './loop-tool.ts';
export { runToolLoop } from './run-tool-loop.ts';
export type { LoopOptions, LoopResult } from './run-tool-loop.ts';
export { ToolError } from './tool-error.ts';
export { TurnLimitError } from './turn-limit-error.ts';
