/** `checkConversation`: any multi-turn app, steered by generated commands, until a few of them show what is wrong. */
import { EnsaioError } from '../../src/error.ts';
import { checkKinds } from '../arbitraries/check-kinds.ts';
import { checkGiven } from '../../src/check-options.ts';
import { commandKinds, type CommandKind } from '../session/session.ts';
import { sessionApp, type OpenSession } from '../session/session-app.ts';
import type { SessionCheckId } from '../session/session-checks.ts';
import {
  passed,
  toReport,
  withFastCheck,
  type CheckLoopReport,
  type CheckLoopResult,
} from './check-loop.ts';
import type { CheckLoopOptions } from './options.ts';
import { probeSession } from './probe-session.ts';
import { toCheckSettings } from './settings.ts';

export interface CheckConversationOptions extends Omit<CheckLoopOptions, 'finalTools'> {
  /**
   * What is not judged: ids of invariants, of rules, of checks of the client or of a conversation, or `timers-left`.
   * Default none.
   */
  readonly except?: readonly (SessionCheckId | (string & Record<never, never>))[];
  /** What the user does, of what the session has. Default: all of it. */
  readonly commands?: readonly CommandKind[];
  /** The most times that the user says something, asks again or has the history made shorter. Default 6. */
  readonly maxCommands?: number;
}

/**
 * Checks a conversation as {@link checkConversation} does, and reports what it finds without throwing it.
 * @throws EnsaioError `option-invalid`, `fast-check-missing`, or what a door that cannot be opened throws
 */
export async function reportConversation(
  open: OpenSession,
  { commands = commandKinds, maxCommands = 6, ...options }: CheckConversationOptions = {},
): Promise<CheckLoopReport> {
  const hint = 'checkConversation(({ client, tools }) => new Chat(client, tools)).';
  const what = 'a function that begins a session';
  checkGiven(typeof open === 'function', 'checkConversation', what, open, hint);
  if ('finalTools' in options) {
    const reason = 'finalTools is for checkLoop: a conversation goes on after its first answer.';
    throw new EnsaioError('option-invalid', reason);
  }
  const settings = toCheckSettings(options);
  checkKinds('commands', commands, commandKinds);
  if (!Number.isSafeInteger(maxCommands) || maxCommands < 1) {
    const reason = `maxCommands is a whole number from 1, received ${String(maxCommands)}.`;
    throw new EnsaioError('option-invalid', reason);
  }
  const { runCheck } = await withFastCheck(() => import('./run-check.ts'));
  const { sessionRehearsal } = await import('../arbitraries/session-rehearsal.ts');
  const { offered, ...probed } = await probeSession(open, settings);
  const isSession = offered.includes('send');
  checkGiven(isSession, 'checkConversation', 'a session with a function `send`', offered, hint);
  const asked = offered.filter((kind) => kind === 'send' || commands.includes(kind));
  const outcome = await runCheck(sessionApp(open), settings, (rehearsal) =>
    sessionRehearsal({ ...rehearsal, commands: asked, maxCommands, ...probed }),
  );
  return toReport(outcome, options, settings.seed);
}

/**
 * Rehearses a multi-turn app: a conversation that its user steers by `send`, and by `interrupt`, `retry`, `resume` and
 * `compact` as far as the session has them. Each run is judged as `checkLoop` judges one, and by what must hold of a
 * conversation: what is interrupted ends, what is said stands there once, one request is made at a time. The first run
 * that breaks something is made as small as it gets: the fewest commands, the smallest script.
 * @example
 * test('the chat is sound', async () => {
 *   await checkConversation(({ client, tools }) => {
 *     const chat = new Chat(client, tools);
 *     return {
 *       send: (text) => chat.send(text),
 *       interrupt: () => chat.stop(),
 *       retry: () => chat.regenerate(),
 *     };
 *   });
 * });
 * @throws CheckLoopError (`loop-broken`) with the smallest conversation that shows what is broken
 * @throws EnsaioError `option-invalid`, `fast-check-missing`, `door-unavailable`
 */
export async function checkConversation(
  open: OpenSession,
  options: CheckConversationOptions = {},
): Promise<CheckLoopResult> {
  return passed(await reportConversation(open, options));
}
