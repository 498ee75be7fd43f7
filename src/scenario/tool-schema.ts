/** How a tool is written with its answers, so that a scenario needs no code. */
import * as z from 'zod';
import { mapping, milliseconds, named, notOneOf, refusing, shared, word } from './named.ts';

/** What a tool answers to the inputs it is for. */
export type ToolAnswer = {
  /** The input must hold at least this. Default: any input will do. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** The id of the call it is for, where the app tells its tools which one they run for. Default: any call. */
  readonly call?: string;
  /** Milliseconds on the simulated clock until the tool is done: of two that overlap the shorter one ends first. */
  readonly delay?: number;
} & (
  | {
      /** A text, content blocks, or any JSON value. */
      readonly result: unknown;
    }
  | {
      /** What the model is told when the call fails. */
      readonly error: string;
    }
  | {
      /** The message of a bug: an error that is not meant for the model. */
      readonly throws: string;
    }
  | {
      /** It never ends by itself, only with its signal. */
      readonly hangs: true;
    }
);

const WAYS = ['result', 'error', 'throws', 'hangs'] as const;

/** A tool as data: what the model is told of it, and what it answers. */
export interface ScenarioTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly effect: 'read' | 'write';
  /** In the order in which they are tried. */
  readonly answers: readonly ToolAnswer[];
}

const answer = named(
  'an answer with `result`, `error`, `throws` or `hangs`',
  z
    .strictObject({
      input: mapping.optional(),
      call: word.optional(),
      delay: milliseconds.optional(),
      result: z.unknown().optional(),
      error: z.string().optional(),
      throws: z.string().optional(),
      hangs: z.literal(true).optional(),
    })
    .check(refusing(notOneOf(WAYS)))
    .transform((value) => value as ToolAnswer),
);

const tool = shared(
  'tool',
  named(
    'a tool',
    z
      .strictObject({
        name: word,
        description: z.string(),
        input_schema: mapping,
        effect: z.enum(['read', 'write']).optional(),
        answers: z.array(answer),
      })
      .transform(({ input_schema: inputSchema, effect = 'read', ...rest }): ScenarioTool => ({
        ...rest,
        inputSchema,
        effect,
      })),
  ),
);

export const toolList: z.ZodType<readonly ScenarioTool[]> = named(
  'a list of tools',
  z.array(tool).check((context) => {
    const names = context.value.map(({ name }) => name);
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) === index) continue;
      const message = `another tool is named ${JSON.stringify(name)} already`;
      context.issues.push({ code: 'custom', message, path: [index, 'name'], input: name });
    }
  }),
);
