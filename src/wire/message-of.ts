/** The message that the events of a stream tell. */
import type { ContentBlock, Message, StreamEvent } from './message.ts';
import { parseUnfinished } from './unfinished-json.ts';

type Fields = Record<string, unknown>;
type Delta = Extract<StreamEvent, { type: 'content_block_delta' }>['delta'];

/** How each delta adds to its block; the JSON of calls is gathered apart. A kind that is not here changes nothing. */
function grow(block: Fields, delta: Delta): void {
  switch (delta.type) {
    case 'text_delta':
      block['text'] = `${String(block['text'])}${delta.text}`;
      break;
    case 'thinking_delta':
      block['thinking'] = `${String(block['thinking'])}${delta.thinking}`;
      break;
    case 'signature_delta':
      block['signature'] = delta.signature;
      break;
    case 'citations_delta':
      block['citations'] = [...((block['citations'] as unknown[] | null) ?? []), delta.citation];
      break;
    case 'compaction_delta':
      Object.assign(block, {
        content: delta.content,
        encrypted_content: delta.encrypted_content,
      });
      break;
    default:
  }
}

/**
 * Puts a message together, block by index and the last value of each count; undefined when the events never began one.
 * `parse` reads the JSON of a call's input; by default what was not said to the end is left out.
 */
export function messageOf(
  events: Iterable<StreamEvent>,
  parse: (json: string) => unknown = parseUnfinished,
): Message | undefined {
  let message: (Fields & { content: Fields[] }) | undefined;
  const json = new Map<number, string>();
  for (const event of events) {
    if (event.type === 'message_start') {
      message = structuredClone(event.message) as unknown as Fields & { content: Fields[] };
    }
    if (!message) continue;
    const block = 'index' in event ? message.content[event.index] : undefined;
    switch (event.type) {
      case 'content_block_start':
        message.content[event.index] = structuredClone(event.content_block) as ContentBlock &
          Fields;
        break;
      case 'content_block_delta':
        if (event.delta.type === 'input_json_delta') {
          json.set(event.index, (json.get(event.index) ?? '') + event.delta.partial_json);
        } else if (block) grow(block, event.delta);
        break;
      case 'content_block_stop': {
        const text = json.get(event.index) ?? '';
        if (block && text !== '') block['input'] = parse(text);
        break;
      }
      case 'message_delta':
        Object.assign(message, event.delta);
        Object.assign(message['usage'] as Fields, event.usage);
        if (event.context_management !== undefined) {
          message['context_management'] = event.context_management;
        }
        break;
      default:
    }
  }
  return message as unknown as Message | undefined;
}
