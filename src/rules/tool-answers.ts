/** Tool results next to the calls they answer: what a result may hold depends on who was called. */
import type { Block } from '../wire/conversation.ts';
import type { CheckedRequest } from './checked-request.ts';
import { asList, asRecord, asText, type Json } from './json-value.ts';

export interface Answer {
  readonly path: string;
  readonly result: Block;
  /** The blocks of its content; none when it is text or nothing. */
  readonly content: readonly Json[];
  /** The call before it that it answers; absent when there is none, which is for the rules of pairing. */
  readonly call: Block | undefined;
}

function answers({ entries }: CheckedRequest): readonly Answer[] {
  const calls = new Map<unknown, Block>();
  const found: Answer[] = [];
  for (const { blocks, index } of entries) {
    for (const [place, block] of blocks.entries()) {
      if (block.type === 'tool_use') calls.set(block['id'], block);
      if (block.type !== 'tool_result') continue;
      found.push({
        path: `messages.${index}.content.${place}`,
        result: block,
        content: asList(block['content']).map(asRecord),
        call: calls.get(block['tool_use_id']),
      });
    }
  }
  return found;
}

/** Every tool result of the conversation. */
export function toolAnswers(request: CheckedRequest): readonly Answer[] {
  return request.derive(answers);
}

/** Whether code that the model runs made a call, rather than the model itself (4.12). */
export function isFromCode(call: Json | undefined): boolean {
  return asText(asRecord(call?.['caller'])['type'])?.startsWith('code_execution') === true;
}
