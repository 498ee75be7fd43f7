/** Reads whatever stands for a turn, and says what is wrong with it by its place in the script. */
import { EnsaioError } from '../error.ts';
import type { MessageTurn, ScriptBlock, Turn, TurnInput } from './turn.ts';

const TURN_TYPES: readonly string[] = [
  'message',
  'error',
  'connection_error',
  'streamed',
  'respond',
];

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function show(value: unknown): string {
  const json = typeof value === 'function' ? 'a function' : JSON.stringify(value);
  return json === undefined ? String(value) : json.length > 120 ? `${json.slice(0, 120)}…` : json;
}

function invalid(place: string, reason: string, value: unknown): EnsaioError {
  return new EnsaioError('turn-invalid', `${place}: ${reason}, received ${show(value)}.`, {
    hint: 'A turn is a text, a list of content blocks, message(), an error such as overloaded(), streamed() or respond().',
    details: { place },
  });
}

function checkBlocks(blocks: readonly unknown[], place: string): readonly ScriptBlock[] {
  for (const [index, block] of blocks.entries()) {
    if (!isObject(block) || typeof block['type'] !== 'string') {
      throw invalid(
        `${place}, block ${index}`,
        'a content block is an object with a `type`',
        block,
      );
    }
    if (TURN_TYPES.includes(block['type'])) {
      throw invalid(
        `${place}, block ${index}`,
        `a ${block['type']} turn cannot stand inside a message`,
        block,
      );
    }
  }
  return blocks as readonly ScriptBlock[];
}

/** The turn that `input` stands for; `place` names it in errors, e.g. "turn 3". */
export function toTurn(input: TurnInput, place: string): Turn {
  if (typeof input === 'string') {
    return { type: 'message', content: input === '' ? [] : [{ type: 'text', text: input }] };
  }
  if (Array.isArray(input)) return { type: 'message', content: checkBlocks(input, place) };
  const value: unknown = input;
  if (!isObject(value) || !TURN_TYPES.includes(String(value['type']))) {
    throw invalid(place, 'this is not a turn', value);
  }
  const turn = value as unknown as Turn;
  if (turn.type !== 'message') return turn;
  if (!Array.isArray(turn.content))
    throw invalid(place, 'the content of a message is a list of blocks', turn.content);
  return { ...turn, content: checkBlocks(turn.content, place) } satisfies MessageTurn;
}
