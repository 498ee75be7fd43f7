/** The good loop on message threads: each request sends what is new, and goes on from the reply before it. */
import { ToolLoop, type Body, type Message, type Param } from './loop.ts';

const headers = { 'anthropic-beta': 'message-threads-2026-08-12' };

/** What a request of a thread says besides its limits. */
export type ThreadBody = Partial<Body> & {
  readonly thread: Readonly<Record<string, string>>;
  readonly messages: readonly Param[];
};

export class ThreadLoop extends ToolLoop {
  #previous: string | undefined;
  /** How many messages the thread holds. */
  #held = 0;

  override async ask(body: Body): Promise<Message> {
    const { client, signal, stream } = this.context;
    const asked = this.#previous === undefined ? begun(body) : this.goOn(body, this.#previous);
    const params = asked as unknown as Body;
    const message = stream
      ? await client.messages.stream(params, { signal, headers }).finalMessage()
      : await client.messages.create(params, { signal, headers });
    this.#previous = message.id;
    this.#held = body.messages.length + 1;
    return message;
  }

  /** The tools are those that the thread was created with. */
  goOn({ tools: _tools, messages, ...body }: Body, previous: string): ThreadBody {
    const thread = { type: 'continue', previous_message_id: previous };
    return { ...body, messages: messages.slice(this.#held), thread };
  }
}

const begun = (body: Body): ThreadBody => ({ ...body, thread: { type: 'create' } });
