/** The smaller arbitraries: what each makes is what it says. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fakeAnthropic,
  fakeMessages,
  simulate,
  streamed,
  text,
  toolUse,
  type MessageTurn,
} from '../../../fakes/index.ts';
import type { WrittenTool } from '../../../src/scenario/written.ts';
import { turn as turnSchema } from '../../../src/scenario/turn-schema.ts';
import { defineTool } from '../../../src/loop/index.ts';
import { chunking } from '../../../testing/arbitraries/chunking.ts';
import { faultKinds, faults, type FaultKind } from '../../../testing/arbitraries/faults.ts';
import { script } from '../../../testing/arbitraries/script.ts';
import { toolset } from '../../../testing/arbitraries/toolset.ts';
import { body, send } from '../../support/send.ts';

const params = {
  model: 'claude-opus-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Go.' }],
};

test('a stream that is cut up is the same message', async () => {
  const said = [text('\u{1F469}\u200D\u{1F680} é 東京'), toolUse('look', { at: '\u{1F680}' })];
  const plain = await fakeMessages([said]).messages.create(params);
  await fc.assert(
    fc.asyncProperty(chunking(), async (shape) => {
      const client = fakeAnthropic([streamed({ type: 'message', content: said }, shape)]);
      const { content } = await client.messages.stream(params).finalMessage();
      expect(content).toEqual(plain.content);
    }),
    { numRuns: 60 },
  );
});

test('chunking shrinks to whole pieces', () => {
  const { counterexample } = fc.check(
    fc.property(chunking(), () => false),
    { seed: 1 },
  );
  expect(counterexample).toEqual([{ pieces: 1000 }]);
});

test('every fault is one of the scenario language, beside a reply or by itself', () => {
  const seen = new Set<FaultKind>();
  fc.assert(
    fc.property(faults({ kinds: faultKinds }), ({ kind, ...written }) => {
      seen.add(kind);
      const needsReply = written.fault !== undefined && !turnSchema.safeParse(written).success;
      const turn = needsReply ? { reply: 'Half of it.', ...written } : written;
      expect(turnSchema.safeParse(turn).error).toBeUndefined();
    }),
    { numRuns: 500, seed: 1 },
  );
  expect([...seen].toSorted()).toEqual(faultKinds.toSorted());
});

describe('a toolset', () => {
  test.each(['2023-06-01', '2026-10-21'])('is taken by the API of %s', async (version) => {
    await fc.assert(
      fc.asyncProperty(toolset(), async (tools) => {
        const simulation = simulate(['Fine.']);
        const sent = tools.map(({ name, description, input_schema }) => ({
          name,
          description,
          input_schema,
        }));
        const headers = { 'anthropic-version': version };
        await send(simulation, body({ tools: sent }), { headers });
        simulation.assertDone();
      }),
    );
  });

  test('can be defined', () => {
    fc.assert(
      fc.property(toolset(), (tools) => {
        for (const { name, description, input_schema: inputSchema } of tools) {
          defineTool({ name, description, inputSchema, effect: 'read', run: () => '' });
        }
      }),
    );
  });

  test('holds as many tools as it is asked for', () => {
    fc.assert(
      fc.property(toolset({ minTools: 2, maxTools: 3 }), ({ length }) => {
        expect(length).toBeGreaterThanOrEqual(2);
        expect(length).toBeLessThanOrEqual(3);
      }),
    );
  });

  test('shrinks to one tool without properties', () => {
    const { counterexample } = fc.check(
      fc.property(toolset(), () => false),
      { seed: 1 },
    );
    const [[tool, ...others]] = counterexample as [WrittenTool[]];
    expect(others).toEqual([]);
    expect(tool).toMatchObject({
      description: 'Hm.',
      input_schema: { type: 'object', properties: {}, required: [] },
      effect: 'read',
    });
  });
});

test('a list of no kinds is refused', () => {
  expect(() => faults({ kinds: [] })).toThrow(
    expect.objectContaining({
      code: 'option-invalid',
      message: `[ensaio] kinds: there must be at least one.\n\nThe kinds are ${faultKinds.join(', ')}.`,
    }) as Error,
  );
});

test('a script shrinks to the smallest one', () => {
  const { counterexample } = fc.check(
    // An error that is tried again is a turn as well.
    fc.property(script({ faults: [] }), ({ turns }) => turns.length < 2),
    { seed: 4 },
  );
  const [{ turns }] = counterexample!;
  expect(turns.map((turn) => (turn as MessageTurn).content)).toEqual([
    [toolUse('look', { at: 'left' }, { id: 'toolu_1' })],
    [text('Hm.')],
  ]);
});
