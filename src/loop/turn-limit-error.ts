/** Nothing in the API stops a model from asking for ever, so the loop does, and keeps what was said. */

import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';

/** The model was not finished after the last allowed turn; none of that turn's tools were run. */
export class TurnLimitError extends Error {
  override readonly name = 'TurnLimitError';
  /** How many turns the model had. */
  readonly turns: number;
  /** The messages so far, ending with the unfinished turn of the model. */
  readonly transcript: MessageParam[];

  constructor(turns: number, transcript: MessageParam[]) {
    super(
      `[ensaio] Failed to finish the conversation: the model was not done after ${turns} ${turns === 1 ? 'turn' : 'turns'}. Raise maxTurns, or read error.transcript to see what it was doing.`,
    );
    this.turns = turns;
    this.transcript = transcript;
  }
}
