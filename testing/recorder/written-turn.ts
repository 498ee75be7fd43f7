/** An answer as the turn that gives it again: the shortest one that says the same when it is played. */
import type { WrittenTurn } from '../../src/scenario/written.ts';
import type { Heard, HeardAnswer, HeardBroken } from './heard.ts';
import { rehearseTurn, saysTheSame } from './rehearse-turn.ts';
import { ended, shapedTurn, verbatimTurn, type TurnOptions } from './stream-turns.ts';
import { writtenError } from './written-error.ts';
import { writtenReply } from './written-reply.ts';
import { paceOf } from './written-pace.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What stands for a reply that nobody wrote down. */
export const UNKNOWN_REPLY = 'Done.';

function writtenBroken({ message, code }: HeardBroken): WrittenTurn {
  if (message === 'fetch failed') {
    if (code === 'ECONNREFUSED') return { fault: 'connection_refused' };
    if (code === 'ECONNRESET') return { fault: 'connection_reset' };
  }
  return { fault: { connection_error: { message, code } } };
}

function rawTurn(status: number, contentType: string | undefined, body: string): WrittenTurn {
  const headers = contentType === undefined ? {} : { headers: { 'content-type': contentType } };
  return { fault: { raw: { status, ...headers, body } } };
}

async function* candidates(heard: Heard, options: TurnOptions): AsyncGenerator<WrittenTurn> {
  const { answer } = heard;
  switch (answer.type) {
    case 'message':
      yield { reply: writtenReply(answer.message, options) };
      yield rawTurn(200, 'application/json', JSON.stringify(answer.message));
      return;
    case 'stream': {
      const shaped = await shapedTurn(heard, answer, options);
      if (shaped) yield shaped;
      yield verbatimTurn(answer, options);
      return;
    }
    case 'error':
      yield { error: writtenError(answer, options.streams === 'timing') };
      return;
    case 'raw':
      yield rawTurn(answer.status, answer.contentType, answer.body);
      return;
    case 'broken':
      yield writtenBroken(answer);
      return;
    case 'silence':
      yield { fault: 'hang' };
      return;
    case 'unknown':
      yield { reply: UNKNOWN_REPLY };
  }
}

/** Nothing is to be played of these. */
const isPlayed = ({ type }: HeardAnswer): boolean => type !== 'silence' && type !== 'unknown';

async function firstThatSaysIt(heard: Heard, options: TurnOptions): Promise<WrittenTurn> {
  let last: WrittenTurn = {};
  for await (const candidate of candidates(heard, options)) {
    last = candidate;
    if (!isPlayed(heard.answer)) break;
    const played = await rehearseTurn(ended(candidate), heard);
    if (saysTheSame(heard.answer, played, options.streams !== 'plain')) break;
  }
  return last;
}

async function withTiming(turn: WrittenTurn, heard: Heard): Promise<WrittenTurn> {
  const delay = Math.round(heard.waitedMs);
  const late = delay > 0 ? { ...turn, delay } : turn;
  if (heard.answer.type !== 'stream') return late;
  const played = await rehearseTurn(ended(turn), heard);
  if (played?.type !== 'stream') return late;
  const pace = paceOf(heard.answer, heard.waitedMs, played);
  return pace ? { ...late, fault: { ...(Object(turn.fault) as Fields), pace } } : late;
}

/** The turn that answers as was heard. */
export async function writtenTurn(heard: Heard, options: TurnOptions): Promise<WrittenTurn> {
  const turn = await firstThatSaysIt(heard, options);
  return options.streams === 'timing' ? withTiming(turn, heard) : turn;
}
