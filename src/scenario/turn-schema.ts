/** How a turn is written: what the model says, to whom, and what the request that gets it must hold. */
import * as z from 'zod';
import { delayed, streamed } from '../script/transport.ts';
import type { TurnInput } from '../script/turn.ts';
import { error } from './error-schema.ts';
import { fault, type Fault } from './fault-schema.ts';
import { mistakeIn } from './mistake-in.ts';
import { described, milliseconds, named, notOneOf, refusing, shared } from './named.ts';
import { reply, toReply } from './reply-schema.ts';
import { requestExpectations, type RequestExpectations } from './request-schema.ts';
import type { WrittenTurn } from './written.ts';

/** A turn as it was written. */
export interface ScenarioTurn {
  readonly turn: TurnInput;
  /** How often it is given, one time after another. */
  readonly times: number;
  /** The requests it is for. Default: those that no turn says it is for. */
  readonly when?: RequestExpectations;
  readonly expect: RequestExpectations;
}

/** The same with its parts read. */
interface ReadTurn {
  readonly when?: RequestExpectations | undefined;
  readonly expect?: RequestExpectations | undefined;
  readonly reply?: TurnInput | undefined;
  readonly error?: TurnInput | undefined;
  readonly fault?: Fault | undefined;
  readonly times?: number | undefined;
  readonly delay?: number | undefined;
}

function said({ reply: told, error: failed, fault: broken }: ReadTurn): TurnInput {
  if (broken && 'turn' in broken) return broken.turn();
  return broken ? streamed(told!, broken.shape) : (failed ?? told)!;
}

function toTurn(written: ReadTurn): TurnInput {
  const { delay } = written;
  return delay === undefined ? said(written) : delayed(said(written), delay);
}

function toScenarioTurn(written: ReadTurn): ScenarioTurn {
  const { when, expect = {}, times = 1 } = written;
  return { turn: toTurn(written), times, expect, ...(when === undefined ? {} : { when }) };
}

/** What is wrong with a turn whose parts are right. */
function mistake(written: ReadTurn): string | undefined {
  const { reply: told, fault: broken } = written;
  const isShaped = broken !== undefined && 'shape' in broken;
  if (isShaped && told === undefined) {
    return 'this fault shapes the stream of a reply; add the key "reply"';
  }
  const ways = isShaped ? ['reply', 'error'] : ['reply', 'error', 'fault'];
  return notOneOf(ways)(written) ?? mistakeIn(() => toTurn(written));
}

export const turn: z.ZodType<ScenarioTurn> = shared(
  'turn',
  named(
    'a turn',
    z
      .strictObject({
        when: described('The requests this turn is for.', requestExpectations).optional(),
        expect: described(
          'What the request that gets this turn must hold.',
          requestExpectations,
        ).optional(),
        reply: described('What the model says.', reply).optional(),
        error: described('An error in place of a reply.', error).optional(),
        fault: described('How the stream is shaped, or what comes instead.', fault).optional(),
        times: described('How often this turn is given.', z.int().min(1).max(1000)).optional(),
        delay: described(
          'Milliseconds before the answer, on the simulated clock.',
          milliseconds,
        ).optional(),
      })
      .check(refusing(mistake))
      .transform(toScenarioTurn),
  ),
);

/**
 * The turn that is written by code, and right by its type: only what stands for an error or a fault is checked.
 * @throws ZodError for an error or a fault that there is not
 */
export function trustedTurn({
  reply: told,
  error: failed,
  fault: broken,
  ...rest
}: WrittenTurn): ScenarioTurn {
  return toScenarioTurn({
    ...rest,
    ...(told === undefined ? {} : { reply: toReply(told) }),
    ...(failed === undefined ? {} : { error: error.parse(failed) }),
    ...(broken === undefined ? {} : { fault: fault.parse(broken) }),
  });
}
