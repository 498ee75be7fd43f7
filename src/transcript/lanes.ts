/** A conversation as rows of three lanes, each tool call beside its result. */
import { entriesOf, textField, type Block, type Entry } from '../wire/conversation.ts';

export type Lane = 'app' | 'model' | 'tools';

/** One block, where it stands in the conversation and where it is shown. */
export interface Cell {
  readonly lane: Lane;
  readonly message: number;
  readonly block: number;
  readonly content: Block;
}

/** How a tool call stands: its result is there, is an error, may still come, or was left out. */
export type CallState = 'answered' | 'failed' | 'waiting' | 'missing';

export interface Row {
  readonly cell: Cell;
  /** Only of tool calls. */
  readonly call?: { readonly state: CallState; readonly result?: Cell };
}

/** The rows that one message of the conversation begins. Results stand with their calls, one message earlier. */
export interface Group {
  readonly message: number;
  readonly role: string;
  readonly rows: readonly Row[];
}

const isCall = ({ type }: Block): boolean => type === 'tool_use' || type.endsWith('_tool_use');
const isResult = ({ type }: Block): boolean => type.endsWith('tool_result');

function isFailed(result: Block): boolean {
  const content = result['content'] as { type?: unknown } | null | undefined;
  const type = content?.type;
  return result['is_error'] === true || (typeof type === 'string' && type.endsWith('_error'));
}

function laneOf(entry: Entry, block: Block): Lane {
  if (isResult(block)) return 'tools';
  return entry.role === 'assistant' ? 'model' : 'app';
}

const cellsOf = (entry: Entry | undefined): Cell[] =>
  entry?.blocks.map((content, block) => ({
    lane: laneOf(entry, content),
    message: entry.index,
    block,
    content,
  })) ?? [];

/** Pairs calls with the results that the API takes for theirs: in the same message, or in the next one. */
export function lanesOf(messages: readonly unknown[]): Group[] {
  const entries = entriesOf(messages);
  const paired = new Set<Block>();

  function rowOf(cell: Cell, isLast: boolean): Row {
    if (cell.lane !== 'model' || !isCall(cell.content)) return { cell };
    const id = textField(cell.content, 'id');
    const near = [cell.message, cell.message + 1].flatMap((index) => cellsOf(entries[index]));
    const result = near.find(
      ({ content }) =>
        isResult(content) && textField(content, 'tool_use_id') === id && !paired.has(content),
    );
    if (!result) return { cell, call: { state: isLast ? 'waiting' : 'missing' } };
    paired.add(result.content);
    return { cell, call: { state: isFailed(result.content) ? 'failed' : 'answered', result } };
  }

  return entries.map((entry) => {
    const isLast = entry === entries.at(-1);
    // Calls come before the results of the same message, so what is paired is known in time.
    const rows = cellsOf(entry)
      .filter(({ content }) => !paired.has(content))
      .map((cell) => rowOf(cell, isLast))
      .filter(({ cell }) => !paired.has(cell.content));
    return { message: entry.index, role: entry.role, rows };
  });
}
