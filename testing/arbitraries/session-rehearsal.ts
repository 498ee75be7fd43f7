/** Rehearsals of a conversation that its user steers: what is said, interrupted, asked for again and made shorter. */
import * as fc from 'fast-check';
import { breakdown, mishaps } from './mishaps.ts';
import { ending } from './planned-ending.ts';
import { goingOn } from './planned-turn.ts';
import { rehearsalParts } from './rehearsal.ts';
import {
  SessionWriter,
  type Hold,
  type PlannedStep,
  type SessionRehearsal,
  type SessionRehearsalOptions,
} from './session-writer.ts';

const seldom = (weight: number): fc.Arbitrary<boolean> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  );

function holds(isWanted: boolean): fc.Arbitrary<Hold | undefined> {
  if (!isWanted) return fc.constant(undefined);
  const hold = fc.record({
    where: fc.constantFrom<Hold['where'][]>('turn', 'tool', 'tool', 'tool', 'stream', 'end'),
    at: fc.nat({ max: 2 }),
    events: fc.nat({ max: 5 }),
  });
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: hold },
  );
}

const WEIGHTS = { send: 4, retry: 2, resume: 2, compact: 3 } as const;

/**
 * Rehearsals for a conversation: commands, and for each what the model answers, what goes wrong and what tools do. Never
 * begins with anything but what the user says, never asks again where nothing failed, never ends in a pause; each text
 * of the user is another. Shrinks to fewer commands, to plain sends, and then as `rehearsal` does.
 * @throws EnsaioError `option-invalid` for a kind that there is not
 */
export function sessionRehearsal(options: SessionRehearsalOptions): fc.Arbitrary<SessionRehearsal> {
  const { commands, maxCommands, maxTurns = 2 } = options;
  const { own, tools, streams, threads } = rehearsalParts(options);
  const turn = goingOn(own);
  const hows = (Object.keys(WEIGHTS) as PlannedStep['how'][]).filter((how) =>
    commands.includes(how),
  );
  const step = fc.record<PlannedStep>({
    how: fc.oneof(
      { withCrossShrink: true },
      ...hows.map((how) => ({ weight: WEIGHTS[how], arbitrary: fc.constant(how) })),
    ),
    turns: turn ? fc.array(turn, { maxLength: Math.min(maxTurns, 2) }) : fc.constant([]),
    last: ending(own),
    mishaps: mishaps(own),
    breakdown: breakdown(own),
    hold: holds(commands.includes('interrupt')),
    pauses: commands.includes('resume') ? seldom(7) : fc.constant(false),
    overlaps: seldom(7),
  });
  return fc
    .tuple(fc.array(step, { maxLength: maxCommands }), streams, threads)
    .map(([steps, stream, lost]): SessionRehearsal => {
      const writer = new SessionWriter(stream, options);
      for (const each of steps) writer.do(each);
      writer.end();
      return { ...writer.written, tools, stream, ...lost };
    });
}
