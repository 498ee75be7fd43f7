/** Whether an app may end with the calls of a reply: one of them is of a tool that ends the loop, and did not fail. */
import { blocksOf, textField } from '../wire/conversation.ts';
import type { Message } from '../wire/message.ts';
import type { RunRecord } from './run-record.ts';

/** A tool that the app need not run, such as one whose input is the answer, has not failed. */
export function endsWithFinalCall(
  { content, stop_reason: reason }: Message,
  { finalTools = [], tools = [], toolRuns = [] }: RunRecord,
): boolean {
  if (reason !== 'tool_use' || finalTools.length === 0) return false;
  return blocksOf(content).some((block) => {
    const [id, called] = [textField(block, 'id'), textField(block, 'name')];
    if (block.type !== 'tool_use' || !finalTools.includes(called)) return false;
    const { accepts } = tools.find(({ name }) => name === called) ?? {};
    const run = toolRuns.findLast(({ name, callId = id }) => name === called && callId === id);
    return accepts?.(block['input']) !== false && (run?.outcome ?? 'returned') === 'returned';
  });
}
