/** Exercise 2: reads side by side. Only how the calls are run differs; the message that is made of the results is the same. */
import type {
  MessageParam,
  ToolResultBlockParam,
  ToolUseBlock,
} from '@anthropic-ai/sdk/resources/messages';

export type RunCall = (call: ToolUseBlock) => Promise<ToolResultBlockParam>;
type Answer = (calls: readonly ToolUseBlock[]) => Promise<MessageParam[]>;

const together = (results: ToolResultBlockParam[]): MessageParam[] => [
  { role: 'user', content: results },
];

/** One call after another. */
export const inTurn =
  (run: RunCall): Answer =>
  async (calls) => {
    const results: ToolResultBlockParam[] = [];
    // oxlint-disable-next-line no-await-in-loop -- that is what this one is about
    for (const call of calls) results.push(await run(call));
    return together(results);
  };

/** All at once. `Promise.all` keeps the order of the calls, whichever is done first. */
export const sideBySide =
  (run: RunCall): Answer =>
  async (calls) =>
    together(await Promise.all(calls.map(run)));
