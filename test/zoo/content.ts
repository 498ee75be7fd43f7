/** Requests that the API refuses for what stands in them. */
import type { ToolOutput } from '../../src/loop/index.ts';
import type { BadLoop } from './bad-loop.ts';
import {
  ToolLoop,
  type Block,
  type Body,
  type Call,
  type Message,
  type Param,
  type Result,
} from './loop.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const picture: Block = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: PIXEL },
};

export const content: readonly BadLoop[] = [
  {
    id: 'empty-text-added',
    mistake: 'has an empty text in each turn that calls without a word',
    source: 'C025',
    caughtBy: ['text-empty'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override keep(message: Message): Block[] {
        const blocks = super.keep(message);
        if (blocks[0]?.type !== 'tool_use') return blocks;
        return [{ type: 'text', text: '' }, ...blocks];
      }
    },
  },
  {
    id: 'results-as-returned',
    mistake: 'sends what a tool returns as it is: null, a number, an object',
    source: 'C032',
    caughtBy: ['field-type'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override succeed({ id }: Call, output: ToolOutput): Result {
        return { type: 'tool_result', tool_use_id: id, content: output as string };
      }
    },
  },
  {
    id: 'picture-of-failure',
    mistake: 'shows a picture of what went wrong in a result with `is_error`',
    source: 'C031',
    caughtBy: ['tool-error-content'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override fail(call: Call, error: unknown): Result {
        const { content: text, ...failure } = super.fail(call, error);
        return {
          ...failure,
          content: [{ type: 'text', text: String(text) }, picture as never],
        };
      }
    },
  },
  {
    id: 'cut-in-a-character',
    mistake: 'cuts long results at a fixed length, in the middle of a character',
    source: 'lesson 9, C035',
    caughtBy: ['body-not-json'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override succeed(call: Call, output: ToolOutput): Result {
        return super.succeed(call, typeof output === 'string' ? output.slice(0, 1000) : output);
      }
    },
  },
  {
    id: 'tools-added-again',
    mistake: 'adds its tools to those of the request before',
    source: 'C038',
    caughtBy: ['tool-name-repeated'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      #tools: NonNullable<Body['tools']> = [];
      override body(messages: Param[]): Body {
        const body = super.body(messages);
        this.#tools = [...this.#tools, ...body.tools!];
        return { ...body, tools: this.#tools };
      }
    },
  },
  {
    id: 'dotted-names',
    mistake: 'puts the name of a server and a dot in front of tool names',
    source: 'C037',
    caughtBy: ['tool-name-pattern'],
    size: [1, 0],
    Loop: class extends ToolLoop {
      override body(messages: Param[]): Body {
        const body = super.body(messages);
        const tools = body.tools!.map((tool) => ({
          ...tool,
          name: `desk.${(tool as { name: string }).name}`,
        }));
        return { ...body, tools: tools as never };
      }
    },
  },
  {
    id: 'marks-left',
    mistake: 'marks the newest message for the cache, and leaves the old marks',
    source: 'prompt-caching documentation',
    caughtBy: ['few-cache-marks'],
    size: [5, 4],
    Loop: class extends ToolLoop {
      override say(results: readonly Result[]): Param[] {
        const marked = results.map((result, index) =>
          index === results.length - 1
            ? { ...result, cache_control: { type: 'ephemeral' as const } }
            : result,
        );
        return super.say(marked);
      }
      override body(messages: Param[]): Body {
        return {
          ...super.body(messages),
          system: [{ type: 'text', text: 'You help.', cache_control: { type: 'ephemeral' } }],
        };
      }
    },
  },
  {
    id: 'clock-in-prompt',
    mistake: 'has the time in a system prompt that it marks for the cache',
    source: 'prompt-caching documentation',
    caughtBy: ['cached-prompt-kept'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      #asked = 0;
      override body(messages: Param[]): Body {
        this.#asked += 1;
        const text = `You help. It is ${this.#asked} o'clock.`;
        return {
          ...super.body(messages),
          system: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
        };
      }
    },
  },
];
