/** Turns with every key that they may have. */
import * as fc from 'fast-check';
import type { WrittenRoute, WrittenTurn } from '../../../src/scenario/written.ts';
import { error, instead, shape, streamFault } from './fault.ts';
import { request } from './matchers.ts';
import { reply } from './reply.ts';
import { some } from './values.ts';

const saying = (): fc.Arbitrary<WrittenTurn> =>
  fc.oneof(
    { weight: 4, arbitrary: reply().map((told) => ({ reply: told })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(reply(), fc.oneof(streamFault(), shape()))
        .map(([told, fault]) => ({ reply: told, fault })),
    },
    { weight: 1, arbitrary: error().map((given) => ({ error: given })) },
    { weight: 1, arbitrary: instead().map((fault) => ({ fault })) },
  );

export const turn = (): fc.Arbitrary<WrittenTurn> =>
  fc
    .tuple(
      some<Pick<WrittenTurn, 'when' | 'expect' | 'times' | 'delay'>>({
        when: request(),
        expect: request(),
        times: fc.integer({ min: 1, max: 3 }),
        delay: fc.nat(),
      }),
      saying(),
    )
    .map(([rest, said]) => ({ ...rest, ...said }));

export const route = (): fc.Arbitrary<WrittenRoute> =>
  fc.record({
    when: request(),
    turns: fc.array(
      turn().map(({ when: _when, expect: _expect, ...said }) => said),
      { minLength: 1, maxLength: 2 },
    ),
  });
