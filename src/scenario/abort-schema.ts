/** How it is written when the app is told to stop. */
import * as z from 'zod';
import { named, notOneOf, refusing, shared, word } from './named.ts';

/** A moment of a run: the app is held there, and told to stop when nothing else goes on by itself. */
export type AbortMoment =
  /** Before it begins. */
  | 'start'
  /** While the turn of this number, from 1, is waited for; with `events`, once so many events of its stream have come. */
  | { readonly turn: number; readonly events?: number }
  /** While the tool is at work for the call of this id. */
  | { readonly call: string }
  /** When it has answered that call. */
  | { readonly after_call: string };

const MOMENTS = ['turn', 'call', 'after_call'] as const;

export const abortMoment: z.ZodType<AbortMoment> = shared(
  'abort',
  named(
    '`start`, or a mapping with `turn`, `call` or `after_call`',
    z.union([
      z.literal('start'),
      z
        .strictObject({
          turn: z.int().min(1).optional(),
          events: z.int().min(0).optional(),
          call: word.optional(),
          after_call: word.optional(),
        })
        .check(refusing(notOneOf(MOMENTS)))
        .check(
          refusing(({ turn, events }) =>
            events !== undefined && turn === undefined
              ? '`events` are those of a turn; add the key "turn"'
              : undefined,
          ),
        )
        .transform((value) => value as AbortMoment),
    ]),
  ),
) as z.ZodType<AbortMoment>;
