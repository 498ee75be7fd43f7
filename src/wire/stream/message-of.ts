/** The message that the events of a stream tell. */
import { copyJson } from '../json/copy-json.ts';
import type { Message, StreamEvent } from '../message.ts';
import { parseUnfinished } from '../json/unfinished-json.ts';

type Fields = Record<string, unknown>;

/** What a hand-written or faulty event lacks is taken as empty. */
function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

const joined = (before: unknown, more: unknown): string =>
  `${typeof before === 'string' ? before : ''}${String(more)}`;

/** What each delta makes of its block. A kind that is not here changes nothing. */
const GROWTH: Readonly<Record<string, (block: Fields, delta: Fields) => Fields>> = {
  text_delta: ({ text }, delta) => ({ text: joined(text, delta['text']) }),
  thinking_delta: ({ thinking }, delta) => ({ thinking: joined(thinking, delta['thinking']) }),
  signature_delta: (_block, { signature }) => ({ signature }),
  citations_delta: ({ citations }, { citation }) => ({
    citations: [...(Array.isArray(citations) ? (citations as unknown[]) : []), citation],
  }),
  compaction_delta: (_block, { content, encrypted_content }) => ({ content, encrypted_content }),
};

/** A block as far as it was told, and the JSON of its input. */
interface Open {
  block: Fields;
  json: string;
}

function grow(open: Open, delta: Fields): void {
  if (delta['type'] === 'input_json_delta') open.json += String(delta['partial_json']);
  else Object.assign(open.block, GROWTH[String(delta['type'])]?.(open.block, delta));
}

/** A call's input is known when its block is closed, or when the message ends without that, as some gateways do it. */
function close(open: Open, parse: (json: string) => unknown): void {
  if (open.json !== '') open.block['input'] = parse(open.json);
  open.json = '';
}

/**
 * Puts a message together, block by index and the last value of each count; undefined when the events never began one.
 * `parse` reads the JSON of a call's input; by default what was not said to the end is left out.
 */
export function messageOf(
  events: Iterable<StreamEvent>,
  parse: (json: string) => unknown = parseUnfinished,
): Message | undefined {
  let message: Fields | undefined;
  const blocks = new Map<number, Open>();
  for (const event of events) {
    const fields = fieldsOf(event);
    const open = blocks.get(Number(fields['index']));
    switch (event.type) {
      case 'message_start':
        message = { ...fieldsOf(fields['message']) };
        break;
      case 'content_block_start':
        blocks.set(Number(fields['index']), {
          block: copyJson(fieldsOf(fields['content_block'])),
          json: '',
        });
        break;
      case 'content_block_delta':
        if (open) grow(open, fieldsOf(fields['delta']));
        break;
      case 'content_block_stop':
        if (open) close(open, parse);
        break;
      case 'message_delta':
        for (const left of blocks.values()) close(left, parse);
        message &&= {
          ...message,
          ...fieldsOf(fields['delta']),
          usage: { ...fieldsOf(message['usage']), ...fieldsOf(fields['usage']) },
          ...(event.context_management !== undefined && {
            context_management: event.context_management,
          }),
        };
        break;
      default:
    }
  }
  if (!message) return undefined;
  const inOrder = [...blocks].toSorted(([a], [b]) => a - b);
  return { ...message, content: inOrder.map(([, { block }]) => block) } as unknown as Message;
}
