/** The loop with a reader of streams of its own, as many an app has one: events in, a message out. */
import type Anthropic from '@anthropic-ai/sdk';
import { ToolLoop, type Body, type Message } from './loop.ts';

export type Event = Anthropic.RawMessageStreamEvent;
export type Delta = Anthropic.RawContentBlockDeltaEvent;

/** What has been heard of a block; the JSON of its input comes in pieces. */
export type Heard = Record<string, unknown> & { json?: string };

/** What has been heard of a message. */
export interface Draft {
  message: Message | undefined;
  readonly blocks: Heard[];
  isWhole: boolean;
}

export class StreamLoop extends ToolLoop {
  override async ask(body: Body): Promise<Message> {
    const { client, signal } = this.context;
    const events = await client.messages.create({ ...body, stream: true }, { signal });
    const draft: Draft = { message: undefined, blocks: [], isWhole: false };
    await this.hearAll(events, draft);
    if (!this.isWhole(draft)) throw new Error('The stream ended before its message did.');
    const content = draft.blocks.map((block) =>
      this.finish(block),
    ) as unknown as Message['content'];
    return { ...draft.message!, content };
  }

  async hearAll(events: AsyncIterable<Event>, draft: Draft): Promise<void> {
    for await (const event of events) this.hear(event, draft);
  }

  hear(event: Event, draft: Draft): void {
    if (event.type === 'message_start') {
      if (draft.message) throw new Error('The stream began twice.');
      draft.message = event.message;
    } else if (event.type === 'content_block_start') {
      draft.blocks[event.index] = { ...event.content_block };
    } else if (event.type === 'content_block_delta') {
      this.grow(this.blockOf(event, draft), event.delta);
    } else if (event.type === 'message_delta') {
      draft.message = { ...draft.message!, ...event.delta } as Message;
    } else if (event.type === 'message_stop') draft.isWhole = true;
  }

  isWhole({ isWhole }: Draft): boolean {
    return isWhole;
  }

  /** The block that a delta is of. */
  blockOf({ index }: Delta, { blocks }: Draft): Heard {
    return blocks[index]!;
  }

  grow(block: Heard, delta: Delta['delta']): void {
    const add = (name: string, more: string): void => {
      block[name] = `${(block[name] as string | undefined) ?? ''}${more}`;
    };
    if (delta.type === 'text_delta') add('text', delta.text);
    else if (delta.type === 'thinking_delta') add('thinking', delta.thinking);
    else if (delta.type === 'signature_delta') add('signature', delta.signature);
    else if (delta.type === 'input_json_delta') add('json', delta.partial_json);
  }

  finish({ json, ...block }: Heard): Heard {
    return json === undefined || json === '' ? block : { ...block, input: this.read(json) };
  }

  read(json: string): unknown {
    return JSON.parse(json);
  }
}
