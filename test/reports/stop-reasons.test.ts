/** Reports about what a turn stopped for: paused, refused, cut at the limit. */
import { expect, test } from 'vitest';
import {
  events,
  message,
  pauseTurn,
  refusal,
  simulate,
  streamed,
  text,
  toolUse,
  type Message,
  type TurnInput,
} from '../../fakes/index.ts';
import { TurnLimitError } from '../../src/loop/index.ts';
import { body, send } from '../support/send.ts';
import { eagerRunners, ownLoops, runners, streamingLoops, streamingRunners } from './loops.ts';
import { helpers, params, quick, raw, rows } from './readers.ts';
import { describeReport, wireOf } from './report.ts';

/** A paused turn: a server call whose result is still to come. */
function paused(nth: number): TurnInput {
  return pauseTurn([
    text(`Searching, ${nth}.`),
    { type: 'server_tool_use', id: `srvtoolu_${nth}`, name: 'web_search', input: { query: 'q' } },
  ]);
}

describeReport('C049', ({ responses, bad_request, good_request, http }) => {
  const [first, second] = responses as [Message, Message];

  test('the stored half is refused with a prompt behind it, and taken as it is', async () => {
    const headers = { 'anthropic-version': '2023-06-01' };
    const refused = await send(simulate(['Fine.']), bad_request, { headers });
    expect(refused.status).toBe(http.status);
    expect(refused.body.error.type).toBe('invalid_request_error');
    expect(refused.body.error.message).toContain(http.message_contains);
    expect((await send(simulate(['Fine.']), good_request, { headers })).status).toBe(200);
  });

  test.each(rows(ownLoops))('%s resumes with the reply unchanged', async (_name, { play }) => {
    const { sent, message: last, simulation } = await play([first, second]);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual([
      ...params.messages,
      { role: 'assistant', content: (simulation.journal[0]!.response!.body as Message).content },
    ]);
    expect(sent[1]!.at(-1)).toMatchObject({ content: first.content });
    expect(last).toMatchObject({ stop_reason: 'end_turn' });
    simulation.assertDone();
  });

  test.each(rows(ownLoops))('%s gives up on a turn that never ends', async (_name, { play }) => {
    const pauses = Array.from({ length: 6 }, (_, nth) => paused(nth));
    const { error, sent } = await play(pauses, { most: 4 });
    expect(error).toBeInstanceOf(TurnLimitError);
    expect(sent.map((messages) => messages.length)).toEqual([1, 2, 3, 4]);
    expect(sent.at(-1)!.map(({ role }) => role)).toEqual(['user', ...Array(3).fill('assistant')]);
  });
});

describeReport('C050', ({ responses }) => {
  // SDK 0.120.0 ended after one request, with stop_reason pause_turn.
  test.each(rows(runners))('%s resumes', async (_name, { play }) => {
    const { sent, message: last, simulation } = await play(responses);
    expect(sent).toHaveLength(2);
    expect(sent[1]!.at(-1)).toMatchObject({ role: 'assistant', content: responses[0]!.content });
    expect(last!.stop_reason).toBe('end_turn');
    simulation.assertDone();
  });

  test.each(rows(runners))(
    '%s resumes without end, but for max_iterations',
    async (_name, loop) => {
      const pauses = Array.from({ length: 30 }, (_, nth) => paused(nth));
      const patient = await loop.play([...pauses, 'Found it.']);
      expect(patient.sent).toHaveLength(31);
      const bounded = await loop.play(pauses, { most: 3 });
      expect(bounded.sent).toHaveLength(3);
      expect(bounded.message!.stop_reason).toBe('pause_turn');
    },
  );

  test.each(rows([...ownLoops, ...runners]))(
    '%s runs the tools that a resumed turn asks for',
    async (_name, { play }) => {
      const { ran, simulation } = await play([paused(1), [toolUse('look', { at: 1 })], 'Seen.']);
      expect(ran).toEqual([{ name: 'look', input: { at: 1 } }]);
      simulation.assertDone();
    },
  );
});

describeReport('C052', ({ sse }) => {
  test('is on the wire as it was reported', async () => {
    const { text: wire } = await send(simulate([events(sse)]), body({ stream: true }));
    expect(wire).toBe(wireOf(sse));
  });

  test.each(rows(helpers))('%s gives the refusal with an empty input', async (_name, { read }) => {
    const { message: given } = await read(events(sse));
    expect(given).toMatchObject({
      stop_reason: 'refusal',
      content: [{ type: 'tool_use', id: 'toolu_ak1', input: {} }],
    });
  });

  test.each(rows([...streamingLoops, ...streamingRunners, ...eagerRunners]))(
    '%s runs no tool and ends',
    async (_name, { play }) => {
      const { ran, sent, message: last } = await play([events(sse), 'Too far.']);
      expect(ran).toEqual([]);
      expect(sent).toHaveLength(1);
      expect(last!.stop_reason).toBe('refusal');
    },
  );

  test.each(rows([...ownLoops, ...runners, ...eagerRunners]))(
    '%s runs no tool of a refused turn, however whole its call',
    async (_name, { play }) => {
      const turn = refusal({ content: [text('I '), toolUse('transfer', { amount: 9 })] });
      const { ran, sent } = await play([turn]);
      expect(ran).toEqual([]);
      expect(sent).toHaveLength(1);
    },
  );
});

describeReport('C053', ({ sse }) => {
  const input = { title: 'draft', body: 'Once upon a "time"', n: [1, true, null] };
  const written = '{"title": "draft", "body": "Once upon a \\"time\\"", "n": [1, true, null]}';
  const cutAt = (at: number): TurnInput =>
    streamed(message([toolUse('write_text', input)], { stop_reason: 'max_tokens' }), {
      input: written.slice(0, at),
    });

  test('is on the wire as it was reported', async () => {
    const { text: wire } = await send(simulate([events(sse)]), body({ stream: true }));
    expect(wire).toBe(wireOf(sse));
  });

  test.each(rows(helpers))('%s gives what was said to the end', async (_name, { read }) => {
    const { message: given } = await read(events(sse));
    // SDK 0.120.0 gave the half text "Once upon" too.
    expect(given!.content).toMatchObject([{ input: { title: 'draft' } }]);
    expect(given!.stop_reason).toBe('max_tokens');
  });

  test.each(rows(raw))('%s shows the text as it was cut', async (_name, { read }) => {
    const { events: seen, thrown } = await read(events(sse));
    expect(seen).toEqual(sse.map(({ data }) => data));
    expect(thrown).toBeUndefined();
  });

  // SDK 0.120.0 ran the tool and sent a second request.
  test.each(rows([...streamingLoops, ...streamingRunners, ...eagerRunners]))(
    '%s does not run the tool and ends',
    async (_name, { play }) => {
      const { ran, sent, message: last } = await play([events(sse), 'Too far.']);
      expect(ran).toEqual([]);
      expect(sent).toHaveLength(1);
      expect(last!.stop_reason).toBe('max_tokens');
    },
  );

  test.each(rows([...ownLoops, ...runners, ...eagerRunners]))(
    '%s does not run the last call of a cut turn, however whole it is',
    async (_name, { play }) => {
      const turn = message([toolUse('write_text', input)], { stop_reason: 'max_tokens' });
      const { ran, sent } = await play([turn]);
      expect(ran).toEqual([]);
      expect(sent).toHaveLength(1);
    },
  );

  test.each(rows(eagerRunners))(
    '%s has run the calls before the cut one by then',
    async (_name, { play }) => {
      const turn = streamed(
        message([toolUse('look', { at: 1 }), toolUse('write_text', input)], {
          stop_reason: 'max_tokens',
        }),
        { input: written.slice(0, 30) },
      );
      const { ran, sent } = await play([turn]);
      expect(ran).toEqual([{ name: 'look', input: { at: 1 } }]);
      expect(sent).toHaveLength(1);
    },
  );

  test('every helper gives the same input, wherever it is cut', async () => {
    const [reference, ...others] = quick(helpers);
    for (let at = 0; at <= written.length; at += 1) {
      const { message: expected, thrown } = await reference!.read(cutAt(at));
      expect(thrown).toBeUndefined();
      for (const { name, read } of others) {
        const { message: given } = await read(cutAt(at));
        expect(given!.content, `${name}: ${written.slice(0, at)}`).toEqual(expected!.content);
      }
    }
  });
});
