/** The tool calls in the turns of a scenario, with where each is written. */
import { isRecord } from '../../src/wire/json/is-record.ts';
import type { Path } from '../../src/scenario/problem.ts';
import type { WrittenScenario, WrittenTurn } from '../../src/scenario/written.ts';

export interface WrittenCall {
  /** The turn it stands in, and its place among the calls of that turn, both from 0. */
  readonly turn: number;
  readonly index: number;
  readonly id?: string;
  readonly name: string;
  readonly input: unknown;
  /** Where its fields stand. */
  readonly path: Path;
  /** Whether the reply ends in a way that leaves its calls unfinished. */
  readonly isCutShort: boolean;
}

function fieldsOf(reply: WrittenTurn['reply']): Record<string, unknown> {
  return isRecord(reply) ? reply : {};
}

interface Blocks {
  readonly path: Path;
  readonly blocks: readonly unknown[];
}

function blocksOf({ reply }: WrittenTurn): Blocks {
  if (Array.isArray(reply)) return { path: ['reply'], blocks: reply };
  const { content } = fieldsOf(reply);
  return { path: ['reply', 'content'], blocks: Array.isArray(content) ? content : [] };
}

/** The fields of a call in either form, and where they stand in the block. */
function callIn(
  block: unknown,
): readonly [fields: Record<string, unknown>, path: Path] | undefined {
  if (!isRecord(block)) return undefined;
  if (block['type'] === 'tool_use') return [block, []];
  return isRecord(block['tool_use']) ? [block['tool_use'], ['tool_use']] : undefined;
}

function callsIn(written: WrittenTurn, turn: number): WrittenCall[] {
  const { path, blocks } = blocksOf(written);
  const { stop_reason: stopReason = 'tool_use' } = fieldsOf(written.reply);
  return blocks
    .flatMap((block, at) => {
      const found = callIn(block);
      return found ? [{ fields: found[0], path: ['turns', turn, ...path, at, ...found[1]] }] : [];
    })
    .map(({ fields, path: at }, index) => ({
      turn,
      index,
      ...(typeof fields['id'] === 'string' ? { id: fields['id'] } : {}),
      name: String(fields['name']),
      input: fields['input'] ?? {},
      path: at,
      isCutShort: stopReason !== 'tool_use',
    }));
}

export function writtenCalls({ turns }: WrittenScenario): WrittenCall[] {
  return turns.flatMap(callsIn);
}
