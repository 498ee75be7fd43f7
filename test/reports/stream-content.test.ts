/** Reports about what a stream tells: inputs, indices, compaction, usage. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compaction,
  events,
  fakeAnthropic,
  message,
  simulate,
  streamed,
  text,
  thinking,
  toolUse,
  type Message,
  type StreamEvent,
  type TurnInput,
} from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';
import { ownLoops, runners, streamingLoops, streamingRunners } from './loops.ts';
import {
  betaHelpers,
  fakeHelpers,
  helpers,
  params,
  plainHelpers,
  quick,
  raw,
  rows,
  sdkHelpers,
} from './readers.ts';
import { describeReport, wireOf, type ReportedEvent } from './report.ts';
import { sdkFault } from './sdk-fault.ts';
import { unhandledIn } from './unhandled.ts';

function isOnTheWire(sse: readonly ReportedEvent[]): void {
  test('is on the wire as it was reported', async () => {
    const { text: wire } = await send(simulate([events(sse)]), body({ stream: true }));
    expect(wire).toBe(wireOf(sse));
  });
}

/** The events of a report with others in the place of some. */
function altered(
  sse: readonly ReportedEvent[],
  alter: (event: ReportedEvent) => unknown,
): TurnInput {
  return events(
    sse.flatMap((one) => {
      const data = alter(one);
      if (Array.isArray(data))
        return data.map((each: unknown) => ({ event: one.event, data: each }));
      return [data === undefined ? one : { event: one.event, data }];
    }),
  );
}

describeReport('C055', ({ response }) => {
  test.each(rows([...ownLoops, ...runners]))(
    '%s runs the tool with its input and sends it back unchanged',
    async (_name, { play }) => {
      const { ran, sent } = await play([response, 'Three.']);
      expect(ran).toEqual([{ name: 'add', input: { a: 1, b: 2 } }]);
      expect(sent[1]![1]).toMatchObject({ role: 'assistant', content: response.content });
    },
  );

  test.each(['runToolLoop', 'toolRunner'])(
    '%s does the same with a stream and without one, whatever the input',
    async (name) => {
      const twins = [...ownLoops, ...runners].filter(
        (loop) => loop.name.startsWith(name) && loop.door === 'fakeAnthropic',
      );
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
          async (input) => {
            // What JSON keeps of it: no -0.
            const kept = JSON.parse(JSON.stringify(input)) as Record<string, unknown>;
            const played = await Promise.all(
              twins.map(({ play }) =>
                play([[toolUse('add', kept), toolUse('look', { at: kept })], 'Done.']),
              ),
            );
            expect(played).toHaveLength(2);
            for (const { ran, sent, error } of played) {
              expect(error).toBeUndefined();
              expect(ran.map((one) => one.input)).toEqual([kept, { at: kept }]);
              expect(sent).toEqual(played[0]!.sent);
            }
          },
        ),
        { numRuns: 20 },
      );
    },
  );
});

describeReport('C056', ({ sse }) => {
  isOnTheWire(sse);

  test.each(rows(helpers))(
    '%s fails once, catchably, where the call ends',
    async (_name, { read }) => {
      let reading: Awaited<ReturnType<typeof read>> | undefined;
      const unhandled = await unhandledIn(async () => {
        reading = await read(events(sse));
      });
      expect(unhandled).toEqual([]);
      const { events: seen, thrown, failed } = reading!;
      expect(seen.map(({ type }) => type).at(-1)).toBe('content_block_delta');
      expect(failed).toBe(thrown);
      expect(String(thrown)).toContain('Bad escaped character in JSON');
    },
  );

  test.each(rows(betaHelpers))('%s says what to do and shows the text', async (_name, { read }) => {
    const { thrown } = await read(events(sse));
    expect(String(thrown)).toContain('Unable to parse tool parameter JSON from model.');
    expect(String(thrown)).toContain(String.raw`JSON: {"ns": "App\Http"}`);
  });

  sdkFault(
    'messages.stream says of a call that is no JSON neither the text nor the tool',
    async () => {
      for (const { read } of plainHelpers) {
        const { thrown } = await read(events(sse));
        expect((thrown as Error).message).toMatch(/^Bad escaped character in JSON at position \d+/);
      }
    },
  );

  sdkFault('no helper names the tool whose input is no JSON', async () => {
    for (const { read } of sdkHelpers) {
      const { failed } = await read(events(sse));
      expect((failed as Error).message).not.toContain('edit');
      expect((failed as Error).message).not.toContain('toolu_ao1');
    }
  });

  test.each(rows(raw))('%s leaves the text to its reader', async (_name, { read }) => {
    const { events: seen, thrown } = await read(events(sse));
    expect(thrown).toBeUndefined();
    expect(seen).toEqual(sse.map(({ data }) => data));
  });

  test.each(rows([...streamingLoops, ...streamingRunners]))(
    '%s runs no tool and ends with the one error',
    async (_name, { play }) => {
      const { ran, sent, error } = await play([events(sse), 'Too far.']);
      expect(ran).toEqual([]);
      expect(sent).toHaveLength(1);
      expect(String(error)).toContain('Bad escaped character');
    },
  );

  test.each([
    ['an escape that JSON does not have', String.raw`{"ns": "App\Http"}`],
    ['a quote in a value', '{"say": "he said "no" to it"}'],
    ['a value without quotes', '{"at": left}'],
    ['no JSON at all', 'left, please'],
  ])('every helper fails at %s, in pieces of any size', async (_what, input) => {
    for (const pieces of [1, 3, 100]) {
      for (const { name, read } of quick(helpers)) {
        const { message: given, failed } = await read(
          streamed([text('So.'), toolUse('edit', { at: 'left' })], { input, pieces }),
        );
        expect(given, name).toBeUndefined();
        expect(String(failed), name).toMatch(/JSON/);
      }
    }
  });
});

describeReport('C058', ({ sse, good_inputs }) => {
  isOnTheWire(sse);

  const expected = Object.entries(good_inputs).map(([id, input]) => ({ id, input }));

  test.each(rows(helpers))('%s gives each call its own input', async (_name, { read }) => {
    const { message: given } = await read(events(sse));
    expect(given!.content).toMatchObject(expected);
  });

  test.each(rows([...streamingLoops, ...streamingRunners]))(
    '%s runs each tool with its own input',
    async (_name, { play }) => {
      const { ran } = await play([events(sse), 'Both.']);
      expect(ran.map(({ input }) => input)).toEqual(expected.map(({ input }) => input));
    },
  );

  test('every helper gives the same message, interleaved or not', async () => {
    const blocks = [thinking('Hm, hm.'), text('Well, well.'), toolUse('look', { at: 'left' })];
    for (const { name, read } of quick(helpers)) {
      for (const pieces of [1, 4]) {
        const { message: mixed } = await read(
          streamed(blocks, { pieces, faults: ['interleaved-blocks'] }),
        );
        const { message: plain } = await read(streamed(blocks, { pieces }));
        expect(mixed, name).toEqual(plain);
      }
    }
  });

  sdkFault(
    'the `text` event of interleaved blocks comes with another block or not at all',
    async () => {
      const told: string[] = [];
      const note = (delta: string): void => void told.push(delta);
      const turn = streamed([text('Well.'), toolUse('look', { at: 1 })], {
        faults: ['interleaved-blocks'],
      });
      const { beta, messages } = fakeAnthropic([turn, turn]);
      await messages.stream(params).on('text', note).finalMessage();
      await beta.messages.stream(params).on('text', note).finalMessage();
      expect(told).toEqual([]);
    },
  );
});

describeReport('C059', ({ sse }) => {
  isOnTheWire(sse);

  const full = altered(sse, ({ data }) => {
    const { delta } = data as { delta?: { partial_json?: string } };
    return delta?.partial_json === undefined
      ? undefined
      : { ...(data as object), delta: { ...delta, partial_json: '{"at": "left"}' } };
  });

  test.each(rows(helpers))('%s leaves no hole where the index was', async (_name, { read }) => {
    const { message: given, thrown } = await read(events(sse));
    expect(thrown).toBeUndefined();
    expect(given!.content.map(({ type }) => type)).toEqual(['thinking', 'tool_use']);
    expect(Object.keys(given!.content)).toEqual(['0', '1']);
  });

  sdkFault('the input of a call behind a gap is lost without a word', async () => {
    for (const { read } of sdkHelpers) {
      const { message: given, failed } = await read(full);
      expect(failed).toBeUndefined();
      expect(given!.content[1]).toMatchObject({ type: 'tool_use', input: {} });
    }
  });

  sdkFault('the runner runs a tool without the input that was lost', async () => {
    for (const { play } of streamingRunners) {
      const { ran } = await play([full, 'Seen.']);
      expect(ran).toEqual([{ name: 'look', input: {} }]);
    }
  });

  test.each(rows(fakeHelpers))('%s keeps the input by its index', async (_name, { read }) => {
    const { message: given } = await read(full);
    expect(given!.content[1]).toMatchObject({ input: { at: 'left' } });
  });

  test('the kit counts its blocks without a gap unless it is told to', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom(text('So.'), thinking('Hm.'), toolUse('look'), toolUse('edit', { a: 1 })),
          { maxLength: 5 },
        ),
        async (blocks) => {
          const [first] = raw;
          const { events: seen } = await first!.read(blocks);
          expect(ordered(seen)).toBe(blocks.length);
        },
      ),
      { numRuns: 50 },
    );
    const [first] = raw;
    const { events: seen } = await first!.read(
      streamed([text('So.'), toolUse('look')], { faults: ['index-gap'] }),
    );
    expect(() => ordered(seen)).toThrow('index 2 where 1 was due');
  });
});

/** How many blocks there are when each starts once, in order, has its deltas, and stops once; throws when not. */
function ordered(seen: readonly StreamEvent[]): number {
  let next = 0;
  let open: number | undefined;
  for (const event of seen) {
    if (event.type === 'content_block_start') {
      if (open !== undefined) throw new Error(`index ${event.index} starts inside ${open}`);
      if (event.index !== next) throw new Error(`index ${event.index} where ${next} was due`);
      open = event.index;
    }
    if (event.type === 'content_block_delta' && event.index !== open) {
      throw new Error(`a delta of index ${event.index} outside its block`);
    }
    if (event.type === 'content_block_stop') {
      if (event.index !== open) throw new Error(`index ${event.index} stops and is not open`);
      open = undefined;
      next += 1;
    }
  }
  return next;
}

describeReport('C073', ({ sse }) => {
  isOnTheWire(sse);

  const whole = [
    { type: 'compaction', content: 'Summary: user wants X.', encrypted_content: 'ENC' },
    { type: 'text', text: 'Going on.' },
  ];
  const delta = (content: string | null): unknown => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'compaction_delta', content, encrypted_content: null },
  });
  const isSummary = ({ data }: ReportedEvent): boolean =>
    (data as { delta?: { type?: string } }).delta?.type === 'compaction_delta';
  const nothing = altered(sse, (one) => (isSummary(one) ? delta(null) : undefined));
  const knowing = [...betaHelpers, ...fakeHelpers];

  test.each(rows(knowing))('%s keeps the summary out of the answer', async (_name, { read }) => {
    const { message: given } = await read(events(sse));
    expect(given!.content).toEqual(whole);
  });

  // SDK 0.120.0 made the text "null" of it.
  test.each(rows(knowing))('%s keeps a summary that failed as null', async (_name, { read }) => {
    const { message: given } = await read(nothing);
    expect(given!.content[0]).toStrictEqual({
      type: 'compaction',
      content: null,
      encrypted_content: null,
    });
  });

  sdkFault(
    'messages.stream, which has no compaction, drops the summary without a word',
    async () => {
      for (const { read } of plainHelpers) {
        const { message: given, failed } = await read(events(sse));
        expect(failed).toBeUndefined();
        expect(given!.content[0]).toStrictEqual({ type: 'compaction', content: null });
      }
    },
  );

  test.each(rows(knowing))(
    '%s takes the last of two deltas as the whole',
    async (_name, reader) => {
      const twice = altered(sse, (one) =>
        isSummary(one) ? [delta('Sum'), delta('mary')] : undefined,
      );
      const { message: given } = await reader.read(twice);
      // The delta carries the block's final value (SDK 1.14.0).
      expect(given!.content[0]).toMatchObject({ content: 'mary' });
    },
  );

  test('the text is the answer alone, and the summary goes back unchanged', async () => {
    const { beta, simulation } = fakeAnthropic([events(sse), 'And on.']);
    const stream = beta.messages.stream({ ...params, betas: ['compact-2026-01-12'] });
    const told: string[] = [];
    stream.on('text', (piece) => told.push(piece));
    const { content } = await stream.finalMessage();
    expect(told).toEqual(['Going on.']);
    expect(await stream.finalText()).toBe('Going on.');
    await beta.messages.create({
      ...params,
      betas: ['compact-2026-01-12'],
      messages: [
        ...params.messages,
        { role: 'assistant', content },
        { role: 'user', content: 'Go on.' },
      ],
    });
    expect(simulation.journal[1]!.messages[1]).toEqual({ role: 'assistant', content: whole });
    simulation.assertDone();
  });

  test('a message with a summary is streamed as the report has it', async () => {
    const { text: wire } = await send(
      simulate([[{ type: 'compaction', content: 'S', encrypted_content: 'E' }, text('On.')]]),
      body({ stream: true }),
    );
    expect(wire).toContain('"content_block":{"type":"compaction","content":null');
    expect(wire).toContain('"delta":{"type":"compaction_delta","content":"S"');
    const { text: signed } = await send(simulate([[compaction('S')]]), body({ stream: true }));
    expect(signed).not.toContain('compaction_delta');
  });
});

describeReport('C074', ({ sse, good_usage }) => {
  isOnTheWire(sse);

  test.each(rows(helpers))('%s takes the last value of each count', async (_name, { read }) => {
    const { message: given } = await read(events(sse));
    expect(given!.usage).toMatchObject(good_usage);
  });

  test.each(rows([...streamingLoops, ...streamingRunners]))(
    'the cost of %s is the sum over its messages',
    async (_name, { play }) => {
      const call = message([toolUse('look')], { usage: { input_tokens: 3, output_tokens: 2 } });
      const { simulation } = await play([call, events(sse)]);
      const usages = simulation.journal.map((one) => (one.response!.body as Message).usage);
      const sumOf = (count: 'input_tokens' | 'output_tokens'): number =>
        usages.reduce((sum, usage) => sum + usage[count], 0);
      expect(sumOf('input_tokens')).toBe(3 + good_usage['input_tokens']!);
      expect(sumOf('output_tokens')).toBe(2 + good_usage['output_tokens']!);
    },
  );

  test('the journal has the last values too', async () => {
    const { simulation } = await helpers[0]!.read(events(sse));
    expect((simulation.journal[0]!.response!.body as Message).usage).toMatchObject(good_usage);
  });

  test.each(rows(quick(helpers)))(
    '%s gives the usage of the plain answer, whatever it is',
    async (_name, { read }) => {
      const count = fc.nat(1e6);
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            input_tokens: count,
            output_tokens: count,
            cache_read_input_tokens: count,
            cache_creation_input_tokens: count,
          }),
          async (usage) => {
            const { message: given } = await read(message([text('ok')], { usage }));
            expect(given!.usage).toMatchObject(usage);
          },
        ),
        { numRuns: 20 },
      );
    },
  );
});

describeReport('C076', ({ sse }) => {
  isOnTheWire(sse);

  sdkFault('the helpers lose a turn whose message_delta has no usage', async () => {
    for (const { read } of sdkHelpers) {
      const { message: given, thrown, failed } = await read(events(sse));
      expect(given).toBeUndefined();
      expect(failed).toBe(thrown);
      expect((failed as Error).message).toBe(
        "Cannot read properties of undefined (reading 'output_tokens')",
      );
    }
  });

  test.each(rows([...raw, ...fakeHelpers]))('%s loses nothing', async (_name, { read }) => {
    const { events: seen, thrown } = await read(events(sse));
    expect(thrown).toBeUndefined();
    expect(seen).toEqual(sse.map(({ data }) => data));
  });

  test.each(rows(streamingLoops))(
    '%s survives or fails with one error',
    async (_name, { play }) => {
      const { error, message: last, sent } = await play([events(sse)]);
      expect([error, last].filter((one) => one !== undefined)).toHaveLength(1);
      expect(sent).toHaveLength(1);
    },
  );

  test('the kit leaves usage out only when it is told to', async () => {
    const usages = async (turn: TurnInput): Promise<number> => {
      const { text: wire } = await send(simulate([turn]), body({ stream: true }));
      return wire.match(/"usage":/g)?.length ?? 0;
    };
    expect(await usages('ok')).toBe(2);
    expect(await usages(streamed('ok', { faults: ['no-usage'] }))).toBe(0);
  });
});
