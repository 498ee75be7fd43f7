/** Exercise 3: the network fails inside the tool. Told to the model, or let out of the loop. */
import type { ToolUseBlock } from '@anthropic-ai/sdk/resources/messages';
import type { RunCall } from './parallel-reads.ts';

type LookUp = (call: ToolUseBlock) => Promise<string>;

/** The failure becomes a result. The details are for the developer; the model gets what it can act on. */
export const toldToTheModel =
  (lookUp: LookUp, log: (error: unknown) => void): RunCall =>
  async (call) => {
    const result = { type: 'tool_result' as const, tool_use_id: call.id };
    try {
      return { ...result, content: await lookUp(call) };
    } catch (error) {
      log(error);
      const content = 'The order system cannot be reached. Try again in a minute.';
      return { ...result, content, is_error: true };
    }
  };

/** The failure leaves the loop: the call stays open, and the model hears nothing of it. */
export const letOut =
  (lookUp: LookUp): RunCall =>
  async (call) => ({ type: 'tool_result', tool_use_id: call.id, content: await lookUp(call) });
