/** Hooks watch the loop and do not steer it: a broken one must not leave a call unanswered. */

import type { ToolCall } from './loop-tool.ts';

/** What a caller may listen to. */
export interface CallHooks {
  onCall?: ((call: ToolCall) => unknown) | undefined;
  onToolError?: ((error: unknown, call: ToolCall) => unknown) | undefined;
}

/** Tells the caller that a call starts; an error of the hook goes to `onToolError`. */
export function reportCall(hooks: CallHooks, call: ToolCall): void {
  watch(
    () => hooks.onCall?.(call),
    (error) => reportError(hooks, error, call),
  );
}

/** Tells the caller the real error behind a generic answer; an error of the hook itself is dropped. */
export function reportError(hooks: CallHooks, error: unknown, call: ToolCall): void {
  watch(
    () => hooks.onToolError?.(error, call),
    () => {},
  );
}

function watch(hook: () => unknown, failed: (error: unknown) => void): void {
  try {
    const answer = hook();
    // An async hook is not waited for, but its rejection must not bring the process down.
    if (answer instanceof Promise) answer.catch(failed);
  } catch (error) {
    failed(error);
  }
}
