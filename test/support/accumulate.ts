/** Puts a streamed message together by hand, as a client without helper would: from the documentation of the events alone. */

type Json = Record<string, unknown>;

/** An event as JSON off the wire. */
export type WireEvent = Json & { readonly type: string };

/** Where each kind of delta goes in its block: texts are joined, values are set. */
function grow(block: Json, delta: Json, json: string[], index: number): void {
  switch (delta['type']) {
    case 'text_delta':
      block['text'] = String(block['text']) + String(delta['text']);
      break;
    case 'thinking_delta':
      block['thinking'] = String(block['thinking']) + String(delta['thinking']);
      break;
    case 'citations_delta':
      block['citations'] = [...((block['citations'] as unknown[] | null) ?? []), delta['citation']];
      break;
    case 'signature_delta':
      block['signature'] = delta['signature'];
      break;
    case 'compaction_delta':
      block['content'] = delta['content'];
      block['encrypted_content'] = delta['encrypted_content'];
      break;
    case 'input_json_delta':
      json[index] = (json[index] ?? '') + String(delta['partial_json']);
      break;
  }
}

/** The message that events make up. Counters of `message_delta` are totals: they replace what was known before. */
export async function accumulate(
  events: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<unknown> {
  let message: Json = {};
  const content: Json[] = [];
  const json: string[] = [];
  for await (const event of events as AsyncIterable<WireEvent>) {
    const index = event['index'] as number;
    switch (event.type) {
      case 'message_start':
        message = { ...(event['message'] as Json), content };
        break;
      case 'content_block_start': {
        const block = event['content_block'] as Json;
        content[index] = { ...block };
        if (block['type'] === 'fallback') message['model'] = (block['to'] as Json)['model'];
        break;
      }
      case 'content_block_delta':
        grow(content[index]!, event['delta'] as Json, json, index);
        break;
      case 'content_block_stop':
        if (json[index]) content[index]!['input'] = JSON.parse(json[index]);
        break;
      case 'message_delta': {
        const { type: _type, delta, usage, ...siblings } = event;
        Object.assign(message, delta, siblings);
        message['usage'] = { ...(message['usage'] as Json), ...(usage as Json) };
        break;
      }
    }
  }
  return message;
}
