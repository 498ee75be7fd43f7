/** Scripts for a tool loop: turns with one to many calls, good and bad, until the model has its answer. */
import * as fc from 'fast-check';
import { message, text, toolUse } from '../../src/script/builders.ts';
import type { MessageTurn, ScriptBlock } from '../../src/script/turn.ts';
import { readableText } from './text.ts';

/** A tool the scripted model may call. */
export interface ScriptedTool {
  readonly name: string;
  /** Inputs the tool's schema accepts. */
  readonly valid: fc.Arbitrary<Readonly<Record<string, unknown>>>;
  /** Inputs it refuses. */
  readonly invalid: fc.Arbitrary<Readonly<Record<string, unknown>>>;
}

export interface ScriptConstraints {
  readonly tools: readonly ScriptedTool[];
  /** The most turns that call tools. Default 4. */
  readonly maxToolTurns?: number;
  /** The most calls in one turn. Default 5. */
  readonly maxCalls?: number;
}

function call(tools: readonly ScriptedTool[]): fc.Arbitrary<ScriptBlock> {
  const known = tools.flatMap(({ name, valid, invalid }) => [
    { weight: 4, arbitrary: valid.map((input) => toolUse(name, input)) },
    { weight: 1, arbitrary: invalid.map((input) => toolUse(name, input)) },
  ]);
  const names = tools.map(({ name }) => name);
  const unknown = fc
    .stringMatching(/^[a-z_]{1,12}$/)
    .filter((name) => !names.includes(name))
    .map((name) => toolUse(name, {}));
  return fc.oneof(...known, { weight: 1, arbitrary: unknown });
}

const someText = (): fc.Arbitrary<ScriptBlock[]> =>
  fc.array(readableText().map(text), { maxLength: 1 });

function toolTurn({ tools, maxCalls = 5 }: ScriptConstraints): fc.Arbitrary<MessageTurn> {
  return fc
    .tuple(someText(), fc.array(call(tools), { minLength: 1, maxLength: maxCalls }), someText())
    .map((blocks) => message(blocks.flat()));
}

/**
 * Turns that call tools, with valid, invalid and unknown calls and text around them, then one that answers. Shrinks to
 * fewer turns and fewer calls. Never holds thinking, errors, faults or a stop reason besides `tool_use` and `end_turn`.
 */
export function script(constraints: ScriptConstraints): fc.Arbitrary<MessageTurn[]> {
  const { maxToolTurns = 4 } = constraints;
  return fc
    .tuple(fc.array(toolTurn(constraints), { maxLength: maxToolTurns }), readableText())
    .map(([turns, answer]) => [...turns, message(answer)]);
}
