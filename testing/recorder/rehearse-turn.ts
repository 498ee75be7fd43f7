/** What comes of a turn when it is played: only what says the same as what was heard is written. */
import { simulate } from '../../src/simulation/simulation.ts';
import { safeParseScript } from '../../src/scenario/parse-script.ts';
import { printScenario } from '../../src/scenario/print-scenario.ts';
import { Source } from '../../src/scenario/source.ts';
import type { WrittenTurn } from '../../src/scenario/written.ts';
import { sameJson } from '../../src/wire/json/same-json.ts';
import type { Heard, HeardAnswer, HeardStream } from './heard.ts';
import { hear } from './hear.ts';
import { Listener } from './listen.ts';
import { sendInit, MESSAGES_URL } from './send.ts';
import { signsIn } from './written-pace.ts';
import { writtenReply } from './written-reply.ts';

/** The answer that the turn gives to what was asked; undefined when it cannot be played. */
export async function rehearseTurn(
  written: WrittenTurn,
  { request }: Heard,
): Promise<HeardAnswer | undefined> {
  const text = printScenario({ name: 'rehearsal', input: '', turns: [written] });
  const script = safeParseScript(new Source('rehearsal', text));
  if (!script.ok) return undefined;
  const listener = new Listener(simulate(script.value.script, { strict: false }).fetch);
  try {
    const response = await listener.fetch(MESSAGES_URL, sendInit(request));
    await response.arrayBuffer();
  } catch {
    // A connection that breaks is an answer too.
  }
  return hear(listener.passages[0]!).answer;
}

const PLAIN = { usage: false };

function sameStream(one: HeardStream, other: HeardStream): boolean {
  const [a, b] = [one.message, other.message];
  return (
    one.told === other.told &&
    one.input === other.input &&
    sameJson(one.error, other.error, ['details']) &&
    (a === undefined) === (b === undefined) &&
    (!a || !b || sameJson(writtenReply(a, PLAIN), writtenReply(b, PLAIN)))
  );
}

type Same = {
  readonly [Type in HeardAnswer['type']]: (
    one: Extract<HeardAnswer, { type: Type }>,
    other: Extract<HeardAnswer, { type: Type }>,
  ) => boolean;
};

const SAME: Same = {
  message: (one, other) =>
    sameJson(writtenReply(one.message, PLAIN), writtenReply(other.message, PLAIN)),
  stream: sameStream,
  error: (one, other) => sameJson(one, other, ['headers']),
  raw: (one, other) => sameJson(one, other),
  broken: (one, other) => sameJson(one, other),
  silence: () => true,
  unknown: () => true,
};

/** Whether two streams have the same deltas in the same order, as far as that is known. */
function isCutAlike(one: HeardStream, other: HeardStream): boolean {
  return one.joined || sameJson(signsIn(one), signsIn(other));
}

/**
 * Whether two answers say the same; how a stream closed does not count.
 * @param cut whether it counts how a stream is cut into deltas
 */
export function saysTheSame(
  one: HeardAnswer,
  other: HeardAnswer | undefined,
  cut: boolean,
): boolean {
  if (one.type !== other?.type) return false;
  if (cut && one.type === 'stream' && !isCutAlike(one, other as HeardStream)) return false;
  return (SAME[one.type] as (a: HeardAnswer, b: HeardAnswer) => boolean)(one, other);
}
