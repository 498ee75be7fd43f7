/** Whether a scenario tells what becomes of a call: what the app's own tools do, nobody knows. */
import type { ToolRun } from '../../src/invariants/run-record.ts';
import type { Scenario } from '../scenario.ts';

/** Tells of each run of a tool whether the scenario answers it, or holds it for good. */
export function toldCalls({ abort, written: { tools } }: Scenario): (run: ToolRun) => boolean {
  const scripted = new Set(typeof tools === 'object' ? tools.map(({ name }) => name) : []);
  const held = typeof abort === 'object' && 'call' in abort ? abort.call : undefined;
  return ({ name, callId }) => scripted.has(name) || (callId !== undefined && callId === held);
}
