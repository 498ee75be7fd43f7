/** How the blocks of a reply are written: a text, one key with its value, or the block as the API has it. */
import * as z from 'zod';
import { redactedThinking, text, thinking, toolUse } from '../script/builders.ts';
import type { ScriptBlock } from '../script/turn.ts';
import { mapping, named, oneKey, shared, word } from './named.ts';
import type { WrittenBlock } from './written.ts';

interface WrittenCall {
  readonly id?: string | undefined;
  readonly name: string;
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/** What the short form of each block stands for. */
const BUILD = {
  text: (value: string): ScriptBlock => text(value),
  thinking: (value: string): ScriptBlock => thinking(value),
  redacted_thinking: (data: string | null): ScriptBlock => redactedThinking(data ?? undefined),
  tool_use: ({ id, name, input }: WrittenCall): ScriptBlock =>
    toolUse(name, input, id === undefined ? {} : { id }),
};

/** Every block with a short form, by its key. */
const SHORT: Readonly<Record<keyof typeof BUILD, z.ZodType<ScriptBlock>>> = {
  text: z.string().transform(BUILD.text),
  thinking: z.string().transform(BUILD.thinking),
  redacted_thinking: z.union([z.string(), z.null()]).transform(BUILD.redacted_thinking),
  tool_use: z
    .strictObject({ id: word.optional(), name: word, input: mapping.optional() })
    .transform(BUILD.tool_use),
};

/** The block that is written, which is right by its type: nothing of it is checked. */
export function toBlock(written: WrittenBlock): ScriptBlock {
  if (typeof written === 'string') return text(written);
  if ('type' in written) return written as unknown as ScriptBlock;
  const [[key, value]] = Object.entries(written) as [[keyof typeof BUILD, never]];
  return BUILD[key](value);
}

/** The fields the API never leaves out, by the type of the block. */
const FULL = {
  text: { text: z.string() },
  thinking: { thinking: z.string() },
  redacted_thinking: { data: z.string() },
  tool_use: { id: word.optional(), name: word, input: mapping },
} satisfies Record<string, z.core.$ZodLooseShape>;

const known = Object.entries(FULL).map(([type, fields]) =>
  z.looseObject({ type: z.literal(type), ...fields }),
);

/** Blocks this kit knows nothing of are taken as they are. */
const other = z.looseObject({ type: word.refine((type) => !Object.hasOwn(FULL, type)) });

export const block: z.ZodType<ScriptBlock> = shared(
  'block',
  named(
    'a text, a block such as `tool_use: { name, input }`, or a block with a `type`',
    z.union([
      z.string().transform((value) => text(value)),
      ...known.map((schema) => schema.transform((value) => value as unknown as ScriptBlock)),
      other.transform((value) => value as unknown as ScriptBlock),
      oneKey('a block', SHORT),
    ]),
  ),
);
