/** A scenario as data, in the keys of the language: what a file holds once its variables and shared parts are put in. */
import type { RequestExpectations } from './request-schema.ts';
import type { ReadScenario } from './scenario-schema.ts';
import type { ToolAnswer } from './tool-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A text, a block in its short form, or one as the API has it. */
export type WrittenBlock =
  | string
  | { readonly text: string }
  | { readonly thinking: string }
  | { readonly redacted_thinking: string | null }
  | {
      readonly tool_use: {
        readonly id?: string;
        readonly name: string;
        readonly input?: Fields;
      };
    }
  | (Fields & { readonly type: string });

/** A text, blocks, or a message with fields of its own. */
export type WrittenReply =
  | string
  | readonly WrittenBlock[]
  | (Fields & { readonly content: string | readonly WrittenBlock[] });

export interface WrittenTurn {
  readonly when?: RequestExpectations;
  readonly expect?: RequestExpectations;
  readonly reply?: WrittenReply;
  readonly error?: string | Fields;
  readonly fault?: string | Fields;
  readonly times?: number;
  readonly delay?: number;
}

/** Turns of requests on the side, over and over. */
export interface WrittenRoute {
  readonly when: RequestExpectations;
  readonly turns: readonly Omit<WrittenTurn, 'when' | 'expect'>[];
}

export interface WrittenTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Fields;
  readonly effect?: 'read' | 'write';
  readonly answers: readonly ToolAnswer[];
}

/** A scenario as it is written, and printed. */
export interface WrittenScenario extends Omit<ReadScenario, 'tools' | 'turns' | 'routes'> {
  readonly tools?: string | readonly WrittenTool[];
  readonly turns: readonly WrittenTurn[];
  readonly routes?: readonly WrittenRoute[];
}
