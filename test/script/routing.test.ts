/** Routed scripts: each request gets the turns that are for it, and a conversation stays where it is. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fakeAnthropic,
  formatTranscript,
  overloaded,
  simulate,
  toolUse,
  when,
  type Match,
} from '../../fakes/index.ts';
import { EnsaioError } from '../../src/error.ts';
import { body, send } from '../support/send.ts';

const tools = [
  { name: 'look', input_schema: { type: 'object' } },
  { name: 'move', input_schema: { type: 'object' } },
];

const planning = body({
  model: 'claude-opus-5',
  system: [{ type: 'text', text: 'You are the planner.' }],
  tools,
  messages: [
    { role: 'user', content: 'old question' },
    { role: 'assistant', content: 'answer' },
    { role: 'user', content: [{ type: 'text', text: 'new question' }] },
  ],
});

test.each<[string, Match, boolean]>([
  ['anything', {}, true],
  ['the model, whole', { model: 'claude-opus-5' }, true],
  ['a part of the model', { model: 'opus' }, false],
  ['a pattern of the model', { model: /opus/ }, true],
  ['a part of the system prompt', { system: 'planner' }, true],
  ['another system prompt', { system: 'writer' }, false],
  ['the newest user text', { user: 'new' }, true],
  ['an older user text', { user: 'old' }, false],
  ['a pattern with the g flag, twice', { user: /question/g }, true],
  ['a tool', { tools: 'look' }, true],
  ['all of several tools', { tools: ['look', 'move'] }, true],
  ['a tool that is missing', { tools: ['look', 'jump'] }, false],
  ['a header in any case', { header: { 'X-Agent': 'a' } }, true],
  ['another value of a header', { header: { 'x-agent': 'b' } }, false],
  ['a predicate', ({ messages }) => messages.length === 3, true],
  ['a predicate that says no', () => false, false],
  ['everything but one thing', { model: 'claude-opus-5', system: 'planner', user: 'old' }, false],
])('matches %s', async (_name, match, matches) => {
  const simulation = simulate([when(match, 'routed'), 'unrouted']);
  const answer = await send(simulation, planning, { headers: { 'x-agent': 'a' } });
  expect(answer.body.content[0].text).toBe(matches ? 'routed' : 'unrouted');
});

test('keeps a keyed header out of reach of a route', async () => {
  const simulation = simulate([when({ header: { 'x-api-key': /secret/ } }, 'routed'), 'unrouted']);
  expect((await send(simulation, body())).body.content[0].text).toBe('unrouted');
});

test('keeps a conversation on its route through its tool results', async () => {
  const simulation = simulate([
    when({ user: 'weather' }, [[toolUse('look', {}, { id: 'toolu_w' })], 'Sunny.']),
    [toolUse('look', {}, { id: 'toolu_o' })],
    'Other.',
  ]);
  const answers: string[] = [];
  for (const question of ['the weather?', 'the time?']) {
    const messages: unknown[] = [{ role: 'user', content: question }];
    const { body: call } = await send(simulation, body({ messages }));
    messages.push({ role: 'assistant', content: call.content });
    messages.push({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: call.content[0].id }],
    });
    answers.push((await send(simulation, body({ messages }))).body.content[0].text);
  }
  expect(answers).toEqual(['Sunny.', 'Other.']);
  simulation.assertDone();
});

test('answers each new question by its own route, whatever was routed before', async () => {
  const simulation = simulate([when({ user: 'pie' }, ['Pie.']), when({ user: 'bar' }, ['Bar.'])]);
  const messages: unknown[] = [{ role: 'user', content: 'a pie chart' }];
  const { body: pie } = await send(simulation, body({ messages }));
  messages.push(
    { role: 'assistant', content: pie.content },
    { role: 'user', content: 'a bar chart' },
  );
  const { body: bar } = await send(simulation, body({ messages }));
  expect([pie.content[0].text, bar.content[0].text]).toEqual(['Pie.', 'Bar.']);
});

test('goes on to the next route that matches when one is used up, and never to the unrouted turns', async () => {
  const simulation = simulate([when({ user: 'x' }, 'one'), when({ user: 'x' }, 'two'), 'unrouted']);
  const ask = () => send(simulation, body({ messages: [{ role: 'user', content: 'x' }] }));
  expect((await ask()).body.content[0].text).toBe('one');
  expect((await ask()).body.content[0].text).toBe('two');
  expect((await ask()).body.error.message).toBe(
    '[ensaio] Request 3: no turn is left for it: turn 1 of route 1, the only one, is used. The unrouted turns that are left are for requests that no route is for.',
  );
});

test('a predicate cannot change what was sent, and one that throws is a mistake of the script', async () => {
  const simulation = simulate([
    when((routed) => {
      routed.body.messages.length = 0;
      return true;
    }, 'never'),
  ]);
  const answer = await send(simulation, body());
  expect(answer.status).toBe(418);
  expect(answer.body.error.message).toMatch(/^\[ensaio\] Request 1: a function threw: Cannot/);
  expect(simulation.unexpected[0]!.request.body.messages).toHaveLength(1);
  expect(() => simulation.assertDone()).toThrow('a function threw');
});

test('a predicate sees no secrets', async () => {
  const seen: string[] = [];
  const simulation = simulate([
    when((routed) => {
      seen.push(JSON.stringify([routed.body, routed.headers]));
      return true;
    }, 'x'),
  ]);
  const server = {
    type: 'url',
    name: 'm',
    url: 'https://m.test/?t=hush',
    authorization_token: 'hush',
  };
  const toolset = { type: 'mcp_toolset', mcp_server_name: 'm' };
  await send(simulation, body({ mcp_servers: [server], tools: [toolset] }), {
    headers: { 'x-api-key': 'hush', 'anthropic-beta': 'mcp-client-2025-11-20' },
  });
  expect(seen[0]).toContain('m.test');
  expect(seen[0]).not.toContain('hush');
});

test('a route cannot hold a route', () => {
  expect(() => when({}, [when({}, 'a')] as never)).toThrow(EnsaioError);
});

test('keeps interleaved conversations apart, in their turns and in their transcripts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
      fc.scheduler(),
      async (lengths, scheduler) => {
        const client = fakeAnthropic(
          lengths.map((length, who) =>
            when(
              { system: `agent ${who}.` },
              Array.from({ length }, (_, turn) => `agent ${who} turn ${turn}`),
            ),
          ),
        );
        const talk = async (length: number, who: number): Promise<void> => {
          const messages: { role: 'user' | 'assistant'; content: string }[] = [];
          for (let turn = 0; turn < length; turn++) {
            await scheduler.schedule(Promise.resolve(), `${who}.${turn}`);
            // Every agent says the same, so only its own history tells it apart.
            messages.push({ role: 'user', content: 'Go on.' });
            const answer = await client.messages.create({
              model: 'm',
              max_tokens: 5,
              system: `agent ${who}.`,
              messages,
            });
            const [block] = answer.content;
            const said = block?.type === 'text' ? block.text : '';
            expect(said).toBe(`agent ${who} turn ${turn}`);
            messages.push({ role: 'assistant', content: said });
          }
        };
        await scheduler.waitFor(Promise.all(lengths.map(talk)));
        client.simulation.assertDone();
        const { transcripts } = client.simulation;
        expect(
          transcripts.map(({ messages }) => messages.length / 2).sort((a, b) => a - b),
        ).toEqual([...lengths].sort((a, b) => a - b));
        for (const transcript of transcripts) {
          expect(new Set(transcript.exchanges.map(({ request }) => request.body.system)).size).toBe(
            1,
          );
          expect(transcript.heads).toHaveLength(1);
          expect(formatTranscript(transcript)).toMatch(/^(user: text\nassistant: text\n?)+$/);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test.each<[string, unknown]>([
  ['a text', 'planner'],
  ['a pattern', /planner/],
  ['a list', ['planner']],
  ['nothing', null],
  ['a misspelt field', { sytem: 'planner' }],
  ['a field of another kind', { user: 5 }],
  ['tools that are numbers', { tools: [1] }],
])('refuses %s as a match: it would match everything', (_name, match) => {
  expect(() => when(match as never, 'R')).toThrow(
    expect.objectContaining({ code: 'script-invalid' }) as Error,
  );
});

test('says what a match is', () => {
  expect(() => when({ sytem: 'planner' } as never, 'R')).toThrowErrorMatchingInlineSnapshot(`
    [EnsaioError: [ensaio] when: \`sytem\` is nothing a request is matched by.

    Did you mean "system"?]
  `);
});

test('an async predicate is a mistake: it would match everything', async () => {
  const simulation = simulate([when((async () => Promise.resolve(false)) as never, 'R')]);
  expect((await send(simulation, body())).body.error.message).toContain(
    'a predicate of when answers true or false',
  );
});

test('a route that repeats gives each conversation its turns from the first on, over and over', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.nat(2), { maxLength: 12 }),
      async (length, order) => {
        const turns = Array.from({ length }, (_, index) => `answer ${index}`);
        const simulation = simulate([when({ system: 'side' }, turns, { repeats: true }), 'main']);
        const histories = ['a', 'b', 'c'].map((name): unknown[] => [
          { role: 'user', content: name },
        ]);
        const heard = histories.map((): string[] => []);
        for (const who of order) {
          const messages = histories[who]!;
          const answer = await send(simulation, body({ system: 'side', messages: [...messages] }));
          heard[who]!.push(answer.body.content[0].text);
          messages.push(
            { role: 'assistant', content: answer.body.content },
            { role: 'user', content: 'and?' },
          );
        }
        for (const told of heard) {
          expect(told).toEqual(told.map((_, index) => turns[index % length]));
        }
        expect(simulation.pending.map(({ place }) => place)).toEqual(['turn 1']);
        expect(simulation.transcripts).toHaveLength(new Set(order).size);
      },
    ),
    { numRuns: 50 },
  );
});

test('what is asked on the side is no part of the conversation that it repeats', async () => {
  const simulation = simulate([
    when({ user: 'Sum up' }, 'A summary.', { repeats: true }),
    [toolUse('look', {}, { id: 'toolu_a' })],
    [toolUse('look', {}, { id: 'toolu_b' })],
    'Done.',
  ]);
  const messages: unknown[] = [{ role: 'user', content: 'Go.' }];
  for (const id of ['toolu_a', 'toolu_b', undefined]) {
    const { body: reply } = await send(simulation, body({ messages: [...messages] }));
    if (id === undefined) break;
    messages.push({ role: 'assistant', content: reply.content });
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id }] });
    const asked = [...messages, { role: 'user', content: 'Sum up.' }];
    const summary = await send(simulation, body({ messages: asked }));
    expect(summary.body.content[0].text).toBe('A summary.');
  }
  expect(
    simulation.transcripts.map(({ exchanges }) => exchanges.map(({ index }) => index)),
  ).toEqual([[0, 2, 4], [1], [3]]);
  simulation.assertDone();
});

test('an error of a route that repeats is followed by its next turn', async () => {
  const turns = [overloaded({ retryAfterMs: 1 }), 'Found.'];
  const client = fakeAnthropic([when({}, turns, { repeats: true })]);
  for (const content of ['a', 'b']) {
    const messages = [{ role: 'user' as const, content }];
    const answer = await client.messages.create({
      model: 'claude-opus-5',
      max_tokens: 9,
      messages,
    });
    expect(answer.content[0]).toMatchObject({ text: 'Found.' });
  }
  client.simulation.assertDone();
});

test('a route that cannot repeat is refused', () => {
  expect(() => when({}, [], { repeats: true })).toThrow(
    'when: there is no turn to repeat.\n\nGive one: when(match, ["A summary."], { repeats: true }).',
  );
  expect(() => when({}, 'x', { repeat: true } as never)).toThrow(
    'when: the options are repeats, received repeat.',
  );
});

test('what is refused is refused in the words of the API, whatever a predicate makes of it', async () => {
  const aside = when(({ messages }) => messages.at(-1)!.content === 'x', 'Aside.', {
    repeats: true,
  });
  const { body: answer } = await send(simulate([aside, 'Hello.']), body({ messages: [] }));
  expect(answer.error.message).toBe('messages: at least one message is required');
});
