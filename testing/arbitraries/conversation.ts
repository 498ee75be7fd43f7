/** Conversations the API accepts, and the same conversations broken in exactly one named way. */
import * as fc from 'fast-check';
import { readableText } from './text.ts';

/** One content block, loosely: mutations need to write what no type allows. */
export interface Block {
  type: string;
  [field: string]: unknown;
}

export interface Message {
  role: 'user' | 'assistant';
  content: Block[];
}

/** The body of a request, as far as conversations go. */
export interface Body {
  model: string;
  max_tokens: number;
  tools: { name: string; description?: string; input_schema: object }[];
  messages: Message[];
}

const TOOL_NAMES = ['look', 'move', 'find-all', 'Get_Order_2'];

const tools = TOOL_NAMES.map((name) => ({
  name,
  description: `Does ${name}.`,
  input_schema: { type: 'object', properties: {}, additionalProperties: true },
}));

const textBlock = (): fc.Arbitrary<Block> => readableText().map((text) => ({ type: 'text', text }));

interface Call {
  name: string;
  input: object;
  result: string;
  failed: boolean;
}

const call = (): fc.Arbitrary<Call> =>
  fc.record({
    name: fc.constantFrom(...TOOL_NAMES),
    input: fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 3,
    }),
    result: fc.string({ maxLength: 20 }),
    failed: fc.boolean(),
  });

interface Round {
  before: Block[];
  calls: Call[];
  after: Block[];
}

const fewTexts = (): fc.Arbitrary<Block[]> => fc.array(textBlock(), { maxLength: 1 });

/** One round: the assistant speaks and calls, the user answers each call and may add text. */
const round = (): fc.Arbitrary<Round> =>
  fc.record({ before: fewTexts(), calls: fc.array(call(), { maxLength: 4 }), after: fewTexts() });

function toMessages(rounds: readonly Round[], opening: Block): Message[] {
  const messages: Message[] = [{ role: 'user', content: [opening] }];
  for (const [number, { before, calls, after }] of rounds.entries()) {
    const idOf = (index: number): string => `toolu_${number}_${index}`;
    messages.push({
      role: 'assistant',
      content: [
        ...before,
        ...calls.map(({ name, input }, i) => ({ type: 'tool_use', id: idOf(i), name, input })),
      ],
    });
    const results = calls.map(({ result, failed }, i) => ({
      type: 'tool_result',
      tool_use_id: idOf(i),
      // An empty result may stand, an error says something.
      content: failed && result.trim() === '' ? 'failed' : result,
      ...(failed ? { is_error: true } : {}),
    }));
    const said =
      results.length === 0 && after.length === 0 ? [{ type: 'text', text: 'Go on.' }] : after;
    messages.push({ role: 'user', content: [...results, ...said] });
  }
  return messages;
}

/**
 * A request body with a conversation the API accepts: calls answered in full before any text, ids unique. Never holds
 * thinking, server tools, images, system messages or consecutive messages of one role. Shrinks to fewer rounds with fewer
 * calls, shorter texts and emptier inputs.
 */
export function conversation(): fc.Arbitrary<Body> {
  return fc
    .record({ rounds: fc.array(round(), { maxLength: 4 }), opening: textBlock() })
    .map(({ rounds, opening }) => ({
      model: 'claude-opus-5',
      max_tokens: 1024,
      tools,
      messages: toMessages(rounds, opening),
    }));
}
