/** Reads whatever stands for a turn, and says what is wrong with it by its place in the script. */
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';
import { isRecord } from '../wire/json/is-record.ts';
import type { MessageTurn, ScriptBlock, Turn, TurnInput } from './turn.ts';

/** Every type of turn; a new one that is missing here does not compile. */
const TURN_TYPES: Readonly<Record<Turn['type'], true>> = {
  message: true,
  streamed: true,
  events: true,
  error: true,
  raw: true,
  connection_error: true,
  hang: true,
  delayed: true,
  respond: true,
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function invalid(place: string, reason: string, value: unknown): EnsaioError {
  return new EnsaioError('turn-invalid', `${place}: ${reason}, received ${show(value)}.`, {
    hint: 'A turn is a text, a list of content blocks, message(), an error such as overloaded(), streamed(), events(), delayed(), hang(), rawAnswer() or respond(). flaky() and when() stand beside turns, not inside them: flaky() is a whole script.',
    details: { place },
  });
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isId = (value: unknown): boolean => isText(value) && /^[a-zA-Z0-9_-]+$/.test(String(value));
const isListOrNull = (value: unknown): boolean => value === null || Array.isArray(value);
const isModel = (value: unknown): boolean => isObject(value) && isText(value['model']);
const orNone =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || check(value);

type FieldCheck = readonly [field: string, check: (value: unknown) => boolean, rule: string];

const CALL: readonly FieldCheck[] = [
  ['name', (value) => isText(value) && value !== '', 'the `name` of a call is a text'],
  ['input', isRecord, 'the `input` of a call is an object'],
  ['id', orNone(isId), 'the `id` of a call holds letters, digits, `_` and `-`'],
];

const RESULT: readonly FieldCheck[] = [
  ['tool_use_id', orNone(isId), 'the `tool_use_id` of a result is the `id` of a call'],
];

/** What the API never breaks in its own answers, by type of block. */
const FIELD_CHECKS: Readonly<Record<string, readonly FieldCheck[]>> = {
  text: [
    ['text', isText, 'the `text` of a text block is a string'],
    ['citations', orNone(isListOrNull), 'the `citations` of a text block are a list or null'],
  ],
  thinking: [['thinking', isText, 'the `thinking` of a thinking block is a string']],
  tool_use: CALL,
  server_tool_use: CALL,
  mcp_tool_use: [
    ...CALL,
    ['server_name', isText, 'the `server_name` of an MCP call is the name of its server'],
  ],
  container_upload: [
    ['file_id', isText, 'the `file_id` of a container upload is the id of a file'],
  ],
  fallback: [
    ['to', isModel, 'the `to` of a fallback is `{ model }`'],
    ['from', orNone(isModel), 'the `from` of a fallback is `{ model }`'],
  ],
};

const checksOf = (type: string): readonly FieldCheck[] =>
  Object.hasOwn(FIELD_CHECKS, type)
    ? FIELD_CHECKS[type]!
    : type.endsWith('_tool_result')
      ? RESULT
      : [];

function checkBlock(block: unknown, place: string): asserts block is ScriptBlock {
  if (!isObject(block) || typeof block['type'] !== 'string') {
    throw invalid(place, 'a content block is an object with a `type`', block);
  }
  const { type } = block;
  if (Object.hasOwn(TURN_TYPES, type)) {
    throw invalid(place, `a ${type} turn cannot stand inside a message`, block);
  }
  for (const [field, check, rule] of checksOf(type)) {
    if (!check(block[field])) throw invalid(place, rule, block[field]);
  }
}

function checkBlocks(blocks: readonly unknown[], place: string): readonly ScriptBlock[] {
  const ids = new Set<unknown>();
  return blocks.map((block, index) => {
    checkBlock(block, `${place}, block ${index}`);
    const id = 'id' in block ? block.id : undefined;
    if (id !== undefined && ids.has(id)) {
      throw invalid(`${place}, block ${index}`, 'two calls of a turn cannot have one id', id);
    }
    ids.add(id);
    return block;
  });
}

/** The turn that `input` stands for; `place` names it in errors, e.g. "turn 3". */
export function toTurn(input: TurnInput, place: string): Turn {
  if (typeof input === 'string') {
    return { type: 'message', content: input === '' ? [] : [{ type: 'text', text: input }] };
  }
  if (Array.isArray(input)) return { type: 'message', content: checkBlocks(input, place) };
  const value: unknown = input;
  if (!isObject(value) || !Object.hasOwn(TURN_TYPES, String(value['type']))) {
    const isBlock = isObject(value) && checksOf(String(value['type'])).length > 0;
    const reason = isBlock ? 'a content block is a turn only in a list' : 'this is not a turn';
    throw invalid(place, reason, value);
  }
  const turn = value as unknown as Turn;
  if (turn.type !== 'message') return turn;
  if (!Array.isArray(turn.content))
    throw invalid(place, 'the content of a message is a list of blocks', turn.content);
  return { ...turn, content: checkBlocks(turn.content, place) } satisfies MessageTurn;
}
