/** A message of the model as a scenario writes it. */
import { inferStopReason } from '../../src/simulation/complete-message.ts';
import type { WrittenBlock, WrittenReply } from '../../src/scenario/written.ts';
import type { ContentBlock, Message } from '../../src/wire/message.ts';
import { sameJson } from '../../src/wire/json/same-json.ts';

type Fields = Readonly<Record<string, unknown>>;

const DIRECT = { type: 'direct' };

/** A block in its short form, by its type: what stands in none of the keys that the form leaves out. */
const SHORT: Readonly<
  Record<string, { readonly keys: string; readonly write: (block: Fields) => WrittenBlock }>
> = {
  text: { keys: 'text', write: ({ text }) => String(text) },
  // What signs it is made anew.
  thinking: {
    keys: 'thinking signature',
    write: ({ thinking }) => ({ thinking: String(thinking) }),
  },
  redacted_thinking: {
    keys: 'data',
    write: ({ data }) => ({ redacted_thinking: data as string }),
  },
  tool_use: {
    keys: 'id name input',
    write: ({ id, name, input }) => ({
      tool_use: {
        id: id as string,
        name: name as string,
        ...(Object.keys(Object(input) as object).length > 0 ? { input: input as Fields } : {}),
      },
    }),
  },
};

/** What every block of its kind has when nothing is said. */
const isDefault = (key: string, value: unknown): boolean =>
  key === 'caller'
    ? sameJson(value, DIRECT)
    : ['citations', 'toolset_name'].includes(key) && value === null;

function writtenBlock(block: ContentBlock): WrittenBlock {
  const kept = Object.entries(block).filter(([key, value]) => !isDefault(key, value));
  const short = SHORT[block.type];
  const keys = short?.keys.split(' ') ?? [];
  const isShort = kept.every(([key]) => key === 'type' || keys.includes(key));
  return short && isShort
    ? short.write(block as unknown as Fields)
    : (Object.fromEntries(kept) as WrittenBlock);
}

const isNothing = (value: unknown): boolean =>
  value == null ||
  (Array.isArray(value) && value.length === 0) ||
  sameJson(value, { applied_edits: [] });

/** Fields of a message that no two have alike, or that the request decides. */
const FIELDS = [
  'stop_sequence',
  'stop_details',
  'container',
  'context_management',
  'diagnostics',
  'input_transformations',
] as const;

function ownFields(message: Message): Fields {
  const { content, stop_reason: reason } = message;
  const isInferred = reason === inferStopReason(content);
  const fields = FIELDS.map((name) => [name, message[name]] as const);
  return {
    ...(isInferred ? {} : { stop_reason: reason ?? null }),
    ...Object.fromEntries(fields.filter(([, value]) => !isNothing(value))),
  };
}

export interface ReplyOptions {
  /** Whether the tokens it cost are written. */
  readonly usage: boolean;
}

/** The counters that say something. */
function usageOf({ usage }: Message): Fields {
  return Object.fromEntries(
    Object.entries(usage).filter(([, value]) => typeof value === 'number' && value > 0),
  );
}

/** The shortest form of a reply that says the same. */
export function writtenReply(message: Message, { usage }: ReplyOptions): WrittenReply {
  const blocks = message.content.map(writtenBlock);
  const [only] = blocks;
  const isText = blocks.length === 1 && typeof only === 'string' && only !== '';
  const content = blocks.length === 0 ? '' : isText ? only : blocks;
  const fields = { ...ownFields(message), ...(usage ? { usage: usageOf(message) } : {}) };
  return Object.keys(fields).length === 0 ? content : { content, ...fields };
}
