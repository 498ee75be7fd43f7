/** What a multi-turn app is to a test: a conversation that its user steers, one command at a time. */

/** How a conversation is steered. Only what a session has is asked of it. */
export interface Session {
  /**
   * Says something and waits until the model is done, its tools and all. The `signal` aborts when the user interrupts;
   * it may settle either way then. Rejects when there is a reason: an error of the API, a broken stream, a refusal.
   */
  send(text: string, options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** Stops what is under way; also called when nothing is. */
  interrupt?(): unknown;
  /** Asks again for the reply that failed or was interrupted. */
  retry?(options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** Goes on where it stopped, interrupted or paused, without a new word of the user. */
  resume?(options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** Makes its history shorter, by itself or with the model's help. */
  compact?(options: { readonly signal: AbortSignal }): Promise<unknown>;
}

export type CommandKind = keyof Session;

/** One thing that the user does, as the `input` of a scenario holds it. */
export type SessionCommand =
  | {
      readonly send: string;
      /** While what was asked before is still under way. Default: when that is done. */
      readonly at_once?: true;
    }
  | Exclude<CommandKind, 'send'>;

export const commandKinds: readonly CommandKind[] = [
  'send',
  'interrupt',
  'retry',
  'resume',
  'compact',
];

export function kindOf(command: SessionCommand): CommandKind {
  return typeof command === 'string' ? command : 'send';
}

function isCommand(value: unknown): value is SessionCommand {
  if (typeof value === 'string') return value !== 'send' && commandKinds.includes(value as never);
  const { send } = Object(value) as { readonly send?: unknown };
  return typeof send === 'string';
}

/** The commands in the input of a scenario; nothing when it is asked otherwise. */
export function commandsIn(input: unknown): readonly SessionCommand[] | undefined {
  return Array.isArray(input) && input.every(isCommand) ? input : undefined;
}
