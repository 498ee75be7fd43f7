/** How a tool is written with its answers, so that a scenario needs no code. */
import * as z from 'zod';
import { mapping, named, notOneOf, refusing, shared, word } from './named.ts';

/** What a tool answers to the inputs it is for. */
export type ToolAnswer = {
  /** The call that it is for, by its id. Default: any call. */
  readonly call?: string;
  /** The input must hold at least this. Default: any input will do. */
  readonly input?: Readonly<Record<string, unknown>>;
} & (
  | {
      /** A text, content blocks, or any JSON value. */
      readonly result: unknown;
    }
  | {
      /** What the model is told when the call fails. */
      readonly error: string;
    }
);

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
  'an answer with `result` or `error`',
  z
    .strictObject({
      call: word.optional(),
      input: mapping.optional(),
      result: z.unknown().optional(),
      error: word.optional(),
    })
    .check(refusing(notOneOf(['result', 'error'])))
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
