/** What was heard, sent once more to a simulation: it puts threads and conversations back together, and knows the rules. */
import { message as scripted, respond } from '../../src/script/builders.ts';
import { connectionReset } from '../../src/script/transport.ts';
import type { TurnInput } from '../../src/script/turn.ts';
import { ruleById } from '../../src/rules/registry.ts';
import { simulate } from '../../src/simulation/simulation.ts';
import type { Transcript } from '../../src/transcript/transcript.ts';
import type { Exchange, Violation } from '../../src/wire/exchange.ts';
import { messageIn, type Heard, type HeardAnswer } from './heard.ts';
import { MESSAGES_URL, sendInit } from './send.ts';
import { UNKNOWN_REPLY } from './written-turn.ts';

/** A request that was heard, with its whole conversation. */
export interface Rehearsed {
  readonly heard: Heard;
  readonly exchange: Exchange;
  /** What the rules refuse in it, as far as the simulation is sure of them. */
  readonly refusals: readonly Violation[];
}

export interface Rehearsal {
  readonly requests: readonly Rehearsed[];
  /** The conversations; the number of an exchange is that of its request. */
  readonly transcripts: readonly Transcript[];
}

function turnFor(answer: HeardAnswer): TurnInput {
  const message = messageIn(answer);
  if (message) return { ...message };
  return answer.type === 'unknown' ? scripted(UNKNOWN_REPLY) : connectionReset();
}

/** What would be refused: a stage that refuses ends it, and what the state of the server refuses is nobody's fault. */
function refusalsIn({ violations, notes }: Exchange): Violation[] {
  const sure = [...violations, ...notes].flatMap((violation) => {
    const rule = ruleById(violation.rule);
    const counts = rule !== undefined && rule.doubt === undefined && violation.blameless !== true;
    return counts ? [{ violation, stage: rule.stage }] : [];
  });
  return sure.filter(({ stage }) => stage === sure[0]!.stage).map(({ violation }) => violation);
}

/** Sends everything once more, in order and at the time that it was sent. */
export async function rehearse(heard: readonly Heard[]): Promise<Rehearsal> {
  let current: Heard | undefined;
  const simulation = simulate(
    heard.map(() => respond(() => turnFor(current!.answer))),
    {
      strict: false,
      clock: { now: () => current?.startedAt ?? 0, sleep: () => Promise.resolve() },
    },
  );
  for (const each of heard) {
    current = each;
    try {
      const response = await simulation.fetch(MESSAGES_URL, sendInit(each.request));
      await response.arrayBuffer();
    } catch (error) {
      // Where there was no reply, there is none.
      if (!(error instanceof TypeError)) throw error;
    }
  }
  const { journal, transcripts } = simulation;
  return {
    requests: heard.map((each, index) => ({
      heard: each,
      exchange: journal[index]!,
      refusals: refusalsIn(journal[index]!),
    })),
    transcripts,
  };
}
