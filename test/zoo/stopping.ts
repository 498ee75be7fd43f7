/** Stop reasons that are misread, and loops that end too early, too late, or without a word. */
import type { BadLoop } from './bad-loop.ts';
import { ToolLoop, type Block, type Body, type Message, type Param } from './loop.ts';

type Next = ReturnType<ToolLoop['next']>;

/** A loop that answers the calls of turns that stopped for other reasons too. */
const answering = (...reasons: readonly Message['stop_reason'][]): typeof ToolLoop =>
  class extends ToolLoop {
    override next(message: Message): Next {
      const isWanted = reasons.includes(message.stop_reason) && this.callsOf(message).length > 0;
      return isWanted ? 'answer' : super.next(message);
    }
  };

const textOf = ({ content }: Message): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('');

export const stopping: readonly BadLoop[] = [
  {
    id: 'pause-ends',
    mistake: 'takes a pause for the end',
    source: 'C049, C050',
    caughtBy: ['paused-turn-resumed'],
    size: [2, 0],
    Loop: class extends ToolLoop {
      override next(message: Message): Next {
        return message.stop_reason === 'tool_use' ? 'answer' : 'end';
      }
    },
  },
  {
    id: 'pause-spoken-to',
    mistake: 'says "Continue." to a turn that was paused',
    source: 'C049',
    caughtBy: ['paused-turn-resumed'],
    size: [2, 0],
    Loop: class extends ToolLoop {
      override resume(): Param[] {
        return [{ role: 'user', content: 'Continue.' }];
      }
    },
  },
  {
    id: 'pause-dropped',
    mistake: 'asks again without the turn that was paused',
    source: 'C049',
    caughtBy: ['paused-turn-resumed'],
    size: [3, 1],
    Loop: class extends ToolLoop {
      #paused: Block[] | undefined;
      override keep(message: Message): Block[] {
        const blocks = super.keep(message);
        if (message.stop_reason === 'pause_turn') this.#paused = blocks;
        return blocks;
      }
      override body(messages: Param[]): Body {
        return super.body(messages.filter(({ content }) => content !== this.#paused));
      }
    },
  },
  {
    id: 'refused-calls-run',
    mistake: 'runs the calls of a turn that was refused',
    source: 'C052',
    caughtBy: ['nothing-after-refusal', 'request-unexpected'],
    size: [1, 1],
    Loop: answering('refusal'),
  },
  {
    id: 'cut-calls-run',
    mistake: 'runs the calls of a reply that was cut',
    source: 'C053',
    caughtBy: ['nothing-on-cut-input', 'request-unexpected'],
    size: [1, 1],
    Loop: answering('max_tokens', 'model_context_window_exceeded'),
  },
  {
    id: 'ends-at-end-turn-only',
    mistake: 'goes on until the model says `end_turn`',
    source: 'lesson 3, C053',
    caughtBy: ['prefill-unsupported'],
    size: [1, 0],
    Loop: class extends ToolLoop {
      override next(message: Message): Next {
        const next = super.next(message);
        if (message.stop_reason === 'end_turn' || this.callsOf(message).length > 0) return next;
        return 'resume';
      }
    },
  },
  {
    id: 'empty-asked-again',
    mistake: 'asks again when an answer is empty',
    source: 'C028',
    caughtBy: ['request-unexpected'],
    size: [1, 0],
    Loop: class extends ToolLoop {
      override async ask(body: Body): Promise<Message> {
        const message = await super.ask(body);
        return message.content.length > 0 ? message : super.ask(body);
      }
    },
  },
  {
    id: 'empty-thrown',
    mistake: 'fails when an answer is empty',
    source: 'C028',
    caughtBy: ['app-failed'],
    size: [1, 0],
    Loop: class extends ToolLoop {
      override end(message: Message): unknown {
        if (message.content.length === 0) throw new Error('The model said nothing.');
        return super.end(message);
      }
    },
  },
  {
    id: 'no-limit',
    mistake: 'asks for as many turns as the model likes',
    source: 'lesson 9, C094',
    caughtBy: ['ends-within-limit'],
    size: [3, 2],
    options: { limit: 2 },
    Loop: class extends ToolLoop {
      override readonly limit = Infinity;
    },
  },
  {
    id: 'one-turn-too-many',
    mistake: 'counts turns from 0, and has one more than its limit',
    source: 'C104',
    caughtBy: ['ends-within-limit'],
    size: [3, 2],
    options: { limit: 2 },
    Loop: class extends ToolLoop {
      constructor(...[context, limit]: ConstructorParameters<typeof ToolLoop>) {
        super(context, limit! + 1);
      }
    },
  },
  {
    id: 'limit-unsaid',
    mistake: 'answers with what there is at its limit, as if it were done',
    source: 'lesson 9, C104',
    caughtBy: ['says-when-unfinished'],
    size: [3, 2],
    options: { limit: 2 },
    Loop: class extends ToolLoop {
      override stop(_messages: Param[], last: Message): unknown {
        return textOf(last);
      }
    },
  },
];
