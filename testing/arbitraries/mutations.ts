/** Single faults for valid conversations, each with the rule that refuses it. */
import * as fc from 'fast-check';
import { conversation, type Block, type Body, type Message } from './conversation.ts';

interface Mutation {
  /** What is done, for people. */
  readonly name: string;
  /** The rule that answers. */
  readonly rule: string;
  /** Breaks a copy in place; false when this conversation has nothing to break this way. `pick` chooses where. */
  apply(body: Body, pick: (count: number) => number): boolean;
}

interface Found {
  readonly message: Message;
  readonly block: Block;
  readonly index: number;
}

function find({ messages }: Body, type: string): Found[] {
  return messages.flatMap((message) =>
    message.content.flatMap((block, index) =>
      block.type === type ? [{ message, block, index }] : [],
    ),
  );
}

/** A mutation of one block of a type. */
function ofBlock(
  name: string,
  rule: string,
  type: string,
  mutate: (found: Found, body: Body, all: Found[]) => boolean | void,
): Mutation {
  return {
    name,
    rule,
    apply(body, pick) {
      const all = find(body, type);
      return all.length > 0 && mutate(all[pick(all.length)]!, body, all) !== false;
    },
  };
}

const text = (value: string): Block => ({ type: 'text', text: value });

/** Every mutation. A name says what was done to a conversation that was right before. */
export const mutations: readonly Mutation[] = [
  ofBlock('drop a result', 'tool-result-missing', 'tool_result', ({ message, index }) => {
    message.content.splice(index, 1, text('(no result)'));
  }),
  ofBlock('move text forward', 'tool-result-missing', 'tool_result', ({ message }) => {
    message.content.unshift(text('Before the results.'));
  }),
  ofBlock(
    'put text between results',
    'tool-result-missing',
    'tool_result',
    ({ message, index }) => {
      if (index === 0) return false;
      message.content.splice(index, 0, text('Between the results.'));
      return true;
    },
  ),
  ofBlock(
    'drop the message with the results',
    'tool-result-missing',
    'tool_result',
    ({ message }, body) => {
      message.content = [text('Something else.')];
      body.messages.splice(body.messages.indexOf(message) + 1);
    },
  ),
  ofBlock(
    'split the results with text between',
    'tool-result-missing',
    'tool_result',
    ({ message, index }, body) => {
      if (index === 0) return false;
      const rest = message.content.splice(index);
      const at = body.messages.indexOf(message) + 1;
      body.messages.splice(
        at,
        0,
        { role: 'user', content: [text('One more thing.')] },
        { role: 'user', content: rest },
      );
      return true;
    },
  ),
  ofBlock(
    'swap a call and its result',
    'tool-use-misplaced',
    'tool_result',
    ({ message, block, index }, body) => {
      const call = find(body, 'tool_use').find(
        (found) => found.block['id'] === block['tool_use_id'],
      )!;
      message.content[index] = call.block;
      call.message.content[call.index] = block;
    },
  ),
  ofBlock('rename the id of a result', 'tool-result-unexpected', 'tool_result', ({ block }) => {
    block['tool_use_id'] = 'toolu_nobody';
  }),
  ofBlock('rename the id of a call', 'tool-result-unexpected', 'tool_use', ({ block }) => {
    block['id'] = 'toolu_nobody';
  }),
  ofBlock(
    'answer a call again, later',
    'tool-result-unexpected',
    'tool_result',
    ({ block }, body) => {
      body.messages.push(
        { role: 'assistant', content: [text('Done.')] },
        { role: 'user', content: [block] },
      );
    },
  ),
  ofBlock(
    'answer a call twice',
    'tool-result-repeated',
    'tool_result',
    ({ message, block, index }) => {
      message.content.splice(index, 0, { ...block });
    },
  ),
  ofBlock('use a call id twice', 'tool-use-id-repeated', 'tool_use', ({ message, block }) => {
    message.content.push({ ...block });
  }),
  ofBlock('make a call in a user message', 'tool-use-misplaced', 'text', ({ message, index }) => {
    if (message.role !== 'user') return false;
    message.content.splice(index + 1, 0, {
      type: 'tool_use',
      id: 'toolu_u',
      name: 'look',
      input: {},
    });
    return true;
  }),
  ofBlock(
    'answer a call in the assistant message',
    'tool-result-misplaced',
    'tool_use',
    ({ message, block }) => {
      message.content.push({ type: 'tool_result', tool_use_id: block['id'], content: 'ok' });
    },
  ),
  ofBlock('empty a text', 'text-empty', 'text', ({ block }) => {
    block['text'] = '';
  }),
  ofBlock('blank the only text of a message', 'text-blank', 'text', ({ message, block }) => {
    if (message.content.length > 1) return false;
    block['text'] = ' \n\t';
    return true;
  }),
  ofBlock('empty a user message', 'user-content-empty', 'text', ({ message }) => {
    if (message.role !== 'user' || message.content.length > 1) return false;
    message.content = [];
    return true;
  }),
  {
    name: 'send no messages',
    rule: 'messages-empty',
    apply(body) {
      body.messages = [];
      return true;
    },
  },
  {
    name: 'list a tool twice',
    rule: 'tool-name-repeated',
    apply(body) {
      body.tools = [...body.tools, body.tools[0]!];
      return true;
    },
  },
  {
    name: 'name a tool with a dot',
    rule: 'tool-name-pattern',
    apply(body) {
      body.tools = [{ ...body.tools[0]!, name: 'server.look' }, ...body.tools.slice(1)];
      return true;
    },
  },
  ...(['model', 'max_tokens', 'messages'] as const).map((field) => ({
    name: `leave out ${field}`,
    rule: 'field-required',
    apply(body: Partial<Body>) {
      delete body[field];
      return true;
    },
  })),
];

export interface Mutated {
  readonly name: string;
  readonly rule: string;
  readonly body: Body;
}

/**
 * A conversation that was valid and is broken in exactly one way, which `name` says, with the id of the rule that refuses
 * it. Never two ways at once, never a body that is no JSON. Shrinks as `conversation` does, to the first places that can
 * be broken.
 */
export function mutatedConversation(): fc.Arbitrary<Mutated> {
  return fc
    .tuple(conversation(), fc.constantFrom(...mutations), fc.nat())
    .map(([valid, { name, rule, apply }, position]) => {
      const body = structuredClone(valid);
      return apply(body, (count) => position % count) ? { name, rule, body } : undefined;
    })
    .filter((mutated) => mutated !== undefined);
}
