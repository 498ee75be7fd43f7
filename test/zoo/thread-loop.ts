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
    const message = await this.#askOn(body, this.#previous);
    this.#previous = message.id;
    this.#held = body.messages.length + 1;
    return message;
  }

  async #askOn(body: Body, previous: string | undefined): Promise<Message> {
    if (previous === undefined) return this.#send(this.begin(body));
    try {
      return await this.#send(this.goOn(body, previous));
    } catch (error) {
      if ((error as { errorCode?: unknown }).errorCode !== 'thread_not_found') throw error;
      return this.#send(this.beginAnew(body));
    }
  }

  #send(asked: ThreadBody): Promise<Message> {
    const { client, signal, stream } = this.context;
    const params = asked as unknown as Body;
    return stream
      ? client.messages.stream(params, { signal, headers }).finalMessage()
      : client.messages.create(params, { signal, headers });
  }

  begin(body: Body): ThreadBody {
    return { ...body, thread: { type: 'create' } };
  }

  /** When the server has lost the thread: all that was said, and the tools. */
  beginAnew(body: Body): ThreadBody {
    return this.begin(body);
  }

  /** The tools are those that the thread was created with. */
  goOn({ tools: _tools, messages, ...body }: Body, previous: string): ThreadBody {
    const thread = { type: 'continue', previous_message_id: previous };
    return { ...body, messages: messages.slice(this.#held), thread };
  }
}
