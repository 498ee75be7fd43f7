/** Whether a scenario is played on a stage, where time is the run's own, or beside everything else there is. */
import type { WrittenTool } from '../../src/scenario/written.ts';
import type { Scenario } from '../scenario.ts';
import { commandsIn } from '../session/session.ts';

/**
 * One that says what may become of an app that waits, or whose tools take time. On a stage the app's own timers take no
 * time either, what it leaves behind is known, and one that waits for what never happens is called off. All others share
 * their process with whatever the app asks besides: its timers are real.
 */
export function needsStage({ abort, expect, input, stream, written }: Scenario): boolean {
  const { may_stop: mayStop, left_timers: leftTimers } = expect;
  const tools: readonly WrittenTool[] = typeof written.tools === 'object' ? written.tools : [];
  const takesTime = tools.some(({ answers }) =>
    answers.some((answer) => answer.delay !== undefined || 'hangs' in answer),
  );
  const isStopped = abort !== undefined || commandsIn(input)?.includes('interrupt') === true;
  return (
    mayStop === true || leftTimers !== undefined || stream === 'both' || takesTime || isStopped
  );
}
