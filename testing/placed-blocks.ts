/** Calls and results in a conversation, with their places. */
import { blocksOf, entriesOf, textField, type Block } from '../src/wire/conversation.ts';

export interface PlacedBlock {
  readonly block: Block;
  readonly message: number;
  readonly index: number;
}

export interface PlacedResult extends PlacedBlock {
  readonly id: string;
  /** Its text; of several text blocks, one a line. */
  readonly text: string;
  readonly isError: boolean;
}

export interface PlacedCall extends PlacedBlock {
  readonly id: string;
  readonly name: string;
  /** The newest result for it; undefined when there is none. */
  readonly result: PlacedResult | undefined;
}

/** The text of a `tool_result`, other blocks by their type. */
function resultText({ content }: Block): string {
  return blocksOf(content)
    .map((part) => (part.type === 'text' ? textField(part, 'text') : `[${part.type}]`))
    .join('\n');
}

function blocksIn(messages: readonly unknown[], type: string): PlacedBlock[] {
  return entriesOf(messages).flatMap(({ blocks, index: message }) =>
    blocks.flatMap((block, index) => (block.type === type ? [{ block, message, index }] : [])),
  );
}

export function resultsIn(messages: readonly unknown[]): PlacedResult[] {
  return blocksIn(messages, 'tool_result').map((placed) => ({
    ...placed,
    id: textField(placed.block, 'tool_use_id'),
    text: resultText(placed.block),
    isError: placed.block['is_error'] === true,
  }));
}

export function callsIn(messages: readonly unknown[]): PlacedCall[] {
  const results = new Map(resultsIn(messages).map((result) => [result.id, result]));
  return blocksIn(messages, 'tool_use').map((placed) => {
    const id = textField(placed.block, 'id');
    return { ...placed, id, name: textField(placed.block, 'name'), result: results.get(id) };
  });
}
