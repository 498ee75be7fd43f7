/** The order desk of the lesson's tests: a read, a write, and requests that hold calls and results. */
import type Anthropic from '@anthropic-ai/sdk';
import * as z from 'zod';
import { fakeAnthropic, simulate, toolUse, type FakeAnthropic } from '../../../fakes/index.ts';
import {
  defineTool,
  runToolLoop,
  type LoopResult,
  type LoopTool,
} from '../../../src/loop/index.ts';
import type { TurnInput } from '../../../src/script/turn.ts';
import { body, send, type Sent } from '../../support/send.ts';

type Block = Anthropic.ContentBlockParam;

export interface OrderInput {
  readonly number: string;
}

const inputSchema: z.ZodType<OrderInput> = z.strictObject({
  number: z.string().regex(/^A-\d{4}$/),
});

type Work = (input: OrderInput) => string | Promise<string>;

const tool = (name: string, effect: 'read' | 'write', run: Work): LoopTool =>
  defineTool({ name, description: 'An order, by its number.', inputSchema, effect, run });

export const getOrder = (run: Work = ({ number }) => `${number} has shipped`): LoopTool =>
  tool('get_order', 'read', run);

export const refund = (run: Work = ({ number }) => `${number} is refunded`): LoopTool =>
  tool('refund_order', 'write', run);

export const callOrder = (number: unknown = 'A-1001', id = 'toolu_1'): Block =>
  toolUse('get_order', { number }, { id }) as Block;

export const callRefund = (number = 'A-1001', id = 'toolu_w'): Block =>
  toolUse('refund_order', { number }, { id }) as Block;

/** Has a scripted model go through `turns` with the loop of the kit. */
export async function loopOver(
  turns: readonly unknown[],
  tools: readonly LoopTool[] = [getOrder()],
  more: object = {},
): Promise<{ client: FakeAnthropic; result: LoopResult; results: unknown[] }> {
  const client = fakeAnthropic(turns as TurnInput[]);
  const messages = [{ role: 'user' as const, content: 'Where is A-1001?' }];
  const params = { model: 'claude-opus-5', max_tokens: 1024, messages };
  const result = await runToolLoop(client, { ...params, tools, ...more });
  client.simulation.assertDone();
  const results = client.simulation.transcripts[0]!.toolCalls.map((call) => call.result);
  return { client, result, results };
}

export const resultFor = (tool_use_id: string, content = 'has shipped'): Block => ({
  type: 'tool_result',
  tool_use_id,
  content,
});

/** Sends a conversation in which `calls` are answered by `messages`. */
export function answered(calls: readonly Block[], ...messages: object[]): Promise<Sent> {
  const conversation = [
    { role: 'user', content: 'Where is A-1001?' },
    { role: 'assistant', content: calls },
    ...messages,
  ];
  const tools = [getOrder().definition, refund().definition];
  return send(simulate(['Understood.']), body({ tools, messages: conversation }));
}

export const user = (...content: Block[]): object => ({ role: 'user', content });

/** Sends a request with one tool, whose fields are these. */
export const defined = (fields: object, more: object = {}): Promise<Sent> =>
  send(simulate(['Understood.']), body({ tools: [fields], ...more }));
