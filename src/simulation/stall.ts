/** What a stream that has gone silent still sends. */
import type { Stall } from '../script/stream-shape.ts';
import { eventsIn, type Frame } from '../wire/stream/frame.ts';
import type { ContentBlock, StreamEvent } from '../wire/message.ts';

const PING: Frame = { event: { type: 'ping' } };

/** The JSON of a call gets a space, which it may have nearly anywhere. */
const CALL_DRIP = { type: 'input_json_delta', partial_json: ' ' };

/** The smallest delta of each kind of block that has any. */
const DRIPS: Readonly<Record<string, object>> = {
  text: { type: 'text_delta', text: '.' },
  thinking: { type: 'thinking_delta', thinking: '.' },
  tool_use: CALL_DRIP,
  server_tool_use: CALL_DRIP,
  mcp_tool_use: CALL_DRIP,
};

interface OpenBlock {
  readonly index: number;
  readonly block: ContentBlock;
}

/** The block that is open behind these frames. */
function openBlock(frames: readonly Frame[]): OpenBlock | undefined {
  let open: OpenBlock | undefined;
  for (const { event } of eventsIn(frames)) {
    if (event.type === 'content_block_start') {
      open = { index: event.index, block: event.content_block };
    } else if (event.type === 'content_block_stop') open = undefined;
  }
  return open;
}

/** A delta of one character: what keeps an idle timer from ending a stream. A ping where no block is open for one. */
function drip(frames: readonly Frame[]): Frame {
  const open = openBlock(frames);
  const delta = open && DRIPS[open.block.type];
  if (!delta) return PING;
  return { event: { type: 'content_block_delta', index: open.index, delta } as StreamEvent };
}

/** What comes again and again behind these frames; nothing in silence. */
export function repeatedFrame({ send }: Stall, frames: readonly Frame[]): Frame | undefined {
  if (send === undefined) return undefined;
  return send === 'ping' ? PING : drip(frames);
}
