/** A tool is checked where it is written, so that no request is refused because of it later. */

import type { Tool } from '@anthropic-ai/sdk/resources/messages';
import type * as z from 'zod';
import { readInputSchema } from './input-schema.ts';
import type { InputOf } from './input-schema.ts';
import type { JsonSchema } from './json-schema-input.ts';
import type { LoopTool, ToolContext, ToolEffect, ToolOutput } from './loop-tool.ts';
import { quote } from './quote.ts';

/** What a tool is made of. Other fields of a tool (`strict`, `cache_control`, …) are sent as given. */
export interface ToolOptions<Schema> extends Omit<Tool, 'name' | 'description' | 'input_schema'> {
  /** 1 to 128 letters, digits, `_` and `-`. */
  name: string;
  /** All the model knows about the tool: what it does, when to use it, what it does not do. */
  description: string;
  /** A zod schema, or a JSON Schema of draft 2020-12; either way an object at the root. */
  inputSchema: Schema;
  /** Reads run together; a write runs alone, in order, and stops the turn when it fails. */
  effect: ToolEffect;
  /** Does the work; the loop never calls it with an input that does not fit the schema. */
  run(input: InputOf<Schema>, context: ToolContext): ToolOutput | PromiseLike<ToolOutput>;
}

const namePattern = /^[a-zA-Z0-9_-]{1,128}$/;

/**
 * Defines a tool for `runToolLoop`.
 *
 * ```ts
 * const getOrder = defineTool({
 *   name: 'get_order',
 *   description: 'Looks up one order by its number. Changes nothing.',
 *   inputSchema: z.strictObject({ number: z.string().regex(/^A-\d{4}$/) }),
 *   effect: 'read',
 *   run: ({ number }) => orders.find(number),
 * });
 * ```
 *
 * @throws TypeError when the API would refuse the definition, or the loop could not run it.
 */
export function defineTool<Schema extends z.core.$ZodType | JsonSchema>(
  options: ToolOptions<Schema>,
): LoopTool<InputOf<Schema>> {
  const {
    name,
    description,
    inputSchema,
    effect,
    run: _,
    ...fields
  } = Object(options) as typeof options;
  try {
    checkOptions(Object(options) as Unchecked);
    const { json, parse } = readInputSchema(inputSchema);
    return Object.freeze({
      name,
      effect,
      definition: { ...fields, name, description, input_schema: json },
      parse,
      run: (input: InputOf<Schema>, context: ToolContext) => options.run(input, context),
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`[ensaio] Failed to define tool ${quote(name)}: ${reason}.`, { cause });
  }
}

/** Not all callers have a compiler. */
type Unchecked = Record<'name' | 'description' | 'effect' | 'run', unknown>;

function checkOptions({ name, description, effect, run }: Unchecked): void {
  if (typeof name !== 'string' || !namePattern.test(name)) {
    throw new Error(`the name must match ${namePattern.source}`);
  }
  if (typeof description !== 'string') throw new Error('the description must be a string');
  if (effect !== 'read' && effect !== 'write') {
    throw new Error(`the effect must be "read" or "write", and it is ${quote(effect)}`);
  }
  if (typeof run !== 'function') throw new Error('run must be a function');
}
