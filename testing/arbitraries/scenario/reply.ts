/** Replies in every form that the language has for them. */
import * as fc from 'fast-check';
import type { WrittenBlock, WrittenReply } from '../../../src/scenario/written.ts';
import { toolName } from '../tool-name.ts';
import { callId } from './matchers.ts';
import { fields, text, word, type Fields } from './values.ts';

const block = (): fc.Arbitrary<WrittenBlock> =>
  fc.oneof(
    text(),
    text().map((value) => ({ text: value })),
    text().map((value) => ({ thinking: value })),
    fc.option(text()).map((data) => ({ redacted_thinking: data })),
    fc
      .record({ id: callId(), name: toolName(), input: fields() }, { requiredKeys: ['name'] })
      .map((call) => ({ tool_use: call })),
    text().map((value) => ({ type: 'text', text: value, citations: null })),
    fc
      .record({ id: callId(), name: toolName(), input: fields() })
      .map((call) => ({ type: 'tool_use', ...call })),
  );

function idOf(written: WrittenBlock): unknown {
  if (typeof written === 'string') return undefined;
  return 'tool_use' in written
    ? (written.tool_use as { id?: unknown }).id
    : (written as Fields)['id'];
}

/** Blocks, no two of which have one id. */
const blocks = (): fc.Arbitrary<readonly WrittenBlock[]> =>
  fc
    .array(block(), { maxLength: 4 })
    .map((all) =>
      all.filter(
        (each, index) =>
          idOf(each) === undefined ||
          all.findIndex((other) => idOf(other) === idOf(each)) === index,
      ),
    );

export const reply = (): fc.Arbitrary<WrittenReply> =>
  fc.oneof(
    text(),
    blocks(),
    fc.record(
      {
        content: fc.oneof(text(), blocks()),
        id: fc.constant('msg_01'),
        type: fc.constant('message'),
        role: fc.constant('assistant'),
        model: word(),
        stop_reason: fc.constantFrom('end_turn', 'max_tokens', 'pause_turn', 'refusal', null),
        stop_sequence: fc.option(text()),
        stop_details: fc.option(fields()),
        usage: fields(),
        container: fc.option(fields()),
      },
      { requiredKeys: ['content'] },
    ),
  );
