/** How what the model says is written: a text, blocks, or a whole message with fields of its own. */
import * as z from 'zod';
import { message } from '../script/builders.ts';
import type { ContentInput, MessageOverrides, TurnInput } from '../script/turn.ts';
import type { Message, StopReason } from '../wire/message.ts';
import { block, toBlock } from './block-schema.ts';
import { mapping, named, word } from './named.ts';
import type { WrittenBlock, WrittenReply } from './written.ts';

/** Every way in which a message of today's API can stop; a new one that is missing here does not compile. */
const STOP_REASONS: Readonly<Record<StopReason, true>> = {
  end_turn: true,
  max_tokens: true,
  stop_sequence: true,
  tool_use: true,
  pause_turn: true,
  compaction: true,
  refusal: true,
  model_context_window_exceeded: true,
};

const orNothing = (schema: z.ZodType): z.ZodType => z.union([schema, z.null()]);

/** Every field of a message, as a script may set it or a saved answer has it. */
const FIELDS = {
  id: word.optional(),
  type: z.literal('message').optional(),
  role: z.literal('assistant').optional(),
  model: word.optional(),
  content: named('a text or a list of blocks', z.union([z.string(), z.array(block)])),
  stop_reason: orNothing(z.enum(Object.keys(STOP_REASONS))).optional(),
  stop_sequence: orNothing(z.string()).optional(),
  stop_details: orNothing(mapping).optional(),
  usage: mapping.optional(),
  container: orNothing(mapping).optional(),
  context_management: orNothing(mapping).optional(),
  diagnostics: orNothing(mapping).optional(),
  input_transformations: orNothing(z.array(mapping)).optional(),
} satisfies Record<keyof Message, z.ZodType>;

export const reply: z.ZodType<TurnInput> = named(
  'a text, a list of blocks, or a message with `content`',
  z.union([
    z.string(),
    z.array(block),
    z
      .strictObject(FIELDS)
      .transform(({ type: _type, role: _role, content, ...overrides }) =>
        message(content as ContentInput, overrides as MessageOverrides),
      ),
  ]),
);

const toContent = (content: string | readonly WrittenBlock[]): ContentInput =>
  typeof content === 'string' ? content : content.map(toBlock);

const isContent = (written: WrittenReply): written is string | readonly WrittenBlock[] =>
  typeof written === 'string' || Array.isArray(written);

/** The reply that is written, which is right by its type: nothing of it is checked. */
export function toReply(written: WrittenReply): TurnInput {
  if (isContent(written)) return toContent(written);
  const { type: _type, role: _role, content, ...overrides } = written;
  return message(toContent(content), overrides as MessageOverrides);
}
