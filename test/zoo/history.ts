/** What was said before, changed or left out. */
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
import { ThreadLoop, type ThreadBody } from './thread-loop.ts';

const blocksOf = ({ content }: Param): readonly Block[] =>
  typeof content === 'string' ? [] : content;

const isOfResults = (param: Param): boolean =>
  blocksOf(param).some(({ type }) => type === 'tool_result');

/** A loop that keeps something else of each block of a reply; what is made nothing of is left out. */
const keeping = (change: (block: Block) => Block | undefined): typeof ToolLoop =>
  class extends ToolLoop {
    override keep(message: Message): Block[] {
      return super.keep(message).flatMap((block) => change(block) ?? []);
    }
  };

/** A loop that sends something else than all that was said. */
const remembering = (change: (messages: Param[]) => Param[]): typeof ToolLoop =>
  class extends ToolLoop {
    override body(messages: Param[]): Body {
      return super.body(change(messages));
    }
  };

export const history: readonly BadLoop[] = [
  {
    id: 'window-cuts-calls',
    mistake: 'sends the newest three messages only, wherever that cuts',
    source: 'C019',
    caughtBy: ['no-result-without-call', 'history-grows'],
    size: [3, 2],
    Loop: remembering((messages) => messages.slice(-3)),
  },
  {
    id: 'old-results-dropped',
    mistake: 'leaves old results out, and keeps their calls',
    source: 'C019',
    caughtBy: ['one-result-per-call'],
    size: [3, 2],
    Loop: remembering((messages) => {
      const newest = messages.findLast(isOfResults);
      return messages.filter((message) => message === newest || !isOfResults(message));
    }),
  },
  {
    id: 'rounds-dropped',
    mistake: 'remembers the question and the newest round only',
    source: 'C022',
    caughtBy: ['history-grows'],
    size: [3, 2],
    Loop: remembering(([question, ...messages]) => [
      question!,
      ...messages.slice(Math.max(0, messages.findLastIndex(isOfResults) - 1)),
    ]),
  },
  {
    id: 'thinking-dropped',
    mistake: 'keeps the texts and calls of a reply, and not its thinking',
    source: 'C043',
    caughtBy: ['thinking-unchanged'],
    size: [2, 1],
    Loop: keeping((block) => (block.type === 'thinking' ? undefined : block)),
  },
  {
    id: 'redacted-dropped',
    mistake: 'leaves out thinking that is redacted',
    source: 'C046',
    caughtBy: ['thinking-unchanged'],
    size: [2, 1],
    Loop: keeping((block) => (block.type === 'redacted_thinking' ? undefined : block)),
  },
  {
    id: 'thinking-trimmed',
    mistake: 'tidies up the words of the model, its thinking too',
    source: 'C043',
    caughtBy: ['thinking-unchanged'],
    size: [2, 1],
    Loop: keeping((block) =>
      block.type === 'thinking' ? { ...block, thinking: block.thinking.replace('.', '') } : block,
    ),
  },
  {
    id: 'redacted-called',
    mistake: 'takes redacted thinking for a call',
    source: 'C047',
    caughtBy: ['no-result-without-call'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override callsOf(message: Message): Call[] {
        return message.content.flatMap((block) => {
          if (block.type === 'tool_use') return [block];
          if (block.type !== 'redacted_thinking') return [];
          return [{ type: 'tool_use', id: 'redacted', name: 'redacted', input: {} } as Call];
        });
      }
    },
  },
  {
    id: 'inputs-dropped',
    mistake: 'sends calls back without their input',
    source: 'C034',
    caughtBy: ['history-unchanged'],
    size: [2, 1],
    Loop: keeping((block) => (block.type === 'tool_use' ? { ...block, input: {} } : block)),
  },
  {
    id: 'inputs-mended',
    mistake: 'writes what its schema makes of an input into the history',
    source: 'C034',
    caughtBy: ['history-unchanged'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override async answer(call: Call): Promise<Result> {
        Object.assign(call.input as object, { checked: true });
        return super.answer(call);
      }
    },
  },
  {
    id: 'ids-counted',
    mistake: 'gives calls ids of its own, which it counts anew in each turn',
    source: 'lesson 3, C014, C017',
    caughtBy: ['unique-ids'],
    size: [3, 2],
    // What it changes on purpose is not its mistake.
    options: { except: ['history-unchanged'] },
    Loop: class extends ToolLoop {
      override async ask(body: Body): Promise<Message> {
        const message = await super.ask(body);
        for (const [index, call] of this.callsOf(message).entries()) call.id = `call_${index}`;
        return message;
      }
    },
  },
  {
    id: 'calls-told',
    mistake: 'keeps the words of a reply, and tells its calls and their results in words',
    source: 'C022',
    caughtBy: ['history-unchanged'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override keep(message: Message): Block[] {
        return super
          .keep(message)
          .map((block) =>
            block.type === 'tool_use' ? { type: 'text', text: `I call ${block.name}.` } : block,
          );
      }
      override say(results: readonly Result[]): Param[] {
        const text = results.map(({ content }) => JSON.stringify(content)).join('\n');
        return [{ role: 'user', content: text }];
      }
    },
  },
  {
    id: 'thread-tools-changed',
    mistake: 'goes on with a thread, and offers fewer tools than it was created with',
    source: 'message-threads documentation',
    caughtBy: ['thread-keeps-tools-and-system'],
    size: [2, 1],
    Loop: class extends ThreadLoop {
      override goOn(body: Body, previous: string): ThreadBody {
        return { ...super.goOn(body, previous), tools: body.tools!.slice(1) };
      }
    },
  },
  {
    id: 'thread-replayed-bare',
    mistake: 'sends all that was said again when its thread is lost, and forgets the tools',
    source: 'message-threads documentation',
    caughtBy: ['thread-keeps-tools-and-system'],
    size: [2, 1],
    Loop: class extends ThreadLoop {
      override beginAnew({ tools: _tools, ...body }: Body): ThreadBody {
        return super.beginAnew(body);
      }
    },
  },
];
