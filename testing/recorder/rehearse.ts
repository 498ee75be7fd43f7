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
  /** What the rules refuse in it, as far as the simulation is sure of them or the API says so. */
  readonly refusals: readonly Violation[];
  /** What they refuse, and the API did not. */
  readonly passed: readonly Violation[];
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

/** Whether the API refused a request in the very words of a rule: then it is sure that it does. */
function isToldBy({ status, message }: Violation, answer: HeardAnswer): boolean {
  return answer.type === 'error' && answer.status === status && answer.error.message === message;
}

type Judged = Pick<Rehearsed, 'refusals' | 'passed'>;

/** What counts: what the state of the server refuses is nobody's fault, and what is doubtful must be said by the API. */
function judge({ violations, notes }: Exchange, answer: HeardAnswer): Judged {
  const sure = [...violations, ...notes].flatMap((violation) => {
    const rule = ruleById(violation.rule);
    if (rule === undefined || violation.blameless === true) return [];
    const counts = rule.doubt === undefined || isToldBy(violation, answer);
    return counts ? [{ violation, stage: rule.stage }] : [];
  });
  const [first] = sure;
  const status = answer.type === 'error' ? answer.status : undefined;
  const isRefused = answer.type === 'unknown' || status === first?.violation.status;
  if (!isRefused) return { refusals: [], passed: sure.map(({ violation }) => violation) };
  // A stage that refuses ends it.
  const ending = sure.filter(({ stage }) => stage === first?.stage);
  return { refusals: ending.map(({ violation }) => violation), passed: [] };
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
      ...judge(journal[index]!, each.answer),
    })),
    transcripts,
  };
}
