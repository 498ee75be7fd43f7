/** Nothing is silent: unused turns, requests past the end and refusals are thrown, even when the app swallowed them. */
import Anthropic from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import {
  EnsaioError,
  fakeAnthropic,
  message,
  overloaded,
  rateLimited,
  respond,
  script,
  simulate,
  streamed,
  text,
  toolUse,
  when,
} from '../../fakes/index.ts';
import { body, HEADERS, send } from '../support/send.ts';

const params = { model: 'm', max_tokens: 5, messages: [{ role: 'user' as const, content: 'Hi.' }] };

test('says nothing when everything was used', async () => {
  const client = fakeAnthropic(['Hello.']);
  await client.messages.create(params);
  client.simulation.assertDone();
  client.simulation[Symbol.dispose]();
});

test('a simulation that nobody has asked says so, as after a forgotten `await`', async () => {
  const client = fakeAnthropic(['Hello.']);
  const forgotten = client.messages.create(params);
  expect(() => client.simulation.assertDone()).toThrowErrorMatchingInlineSnapshot(`
    [EnsaioError: [ensaio] The simulation is not done.

    Turns not used (1):
      turn 1: "Hello."

    No request has come. Does the app ask with this client, or where this simulation answers, and is it awaited?]
  `);
  await forgotten;
  client.simulation.assertDone();
});

test('the end of `using` throws what assertDone throws', () => {
  const simulation = simulate(['Hello.']);
  expect(() => simulation[Symbol.dispose]()).toThrow('Turns not used (1)');
});

test('a predicate that throws is a mistake of the script', async () => {
  const match = (): boolean => {
    throw new Error('oops');
  };
  const answer = await send(simulate([when(match, ['Hello.'])]), body());
  expect(answer.body.error).toEqual({
    type: 'invalid_request_error',
    message: '[ensaio] Request 1: a function threw: oops',
    details: { error_code: 'ensaio_turn_failed' },
  });
});

test('a token counter that throws is a mistake too, and nothing was found of the request', async () => {
  const tokens = (): number => {
    throw new Error('oops');
  };
  const simulation = simulate([], { tokens });
  const { max_tokens: _most, ...counted } = body();
  const answer = await send(simulation, counted, { path: '/v1/messages/count_tokens' });
  expect(answer.body.error.message).toBe('[ensaio] Request 1: a function threw: oops');
  expect(simulation.journal).toMatchObject([{ outcome: 'unexpected', violations: [], notes: [] }]);
});

test('a call id is given out once, and only those of the client are looked at', async () => {
  const tools = [{ name: 'look', input_schema: { type: 'object' } }];
  const [searched, found] = [
    { type: 'server_tool_use', id: 'srvtoolu_x', name: 'web_search', input: {} },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_x', content: [] },
  ];
  const call = toolUse('look', {}, { id: 'toolu_x' });
  const messages = [
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: [searched, found, text('So.'), call] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_x' }] },
  ];
  const again = [toolUse('look', {}, { id: 'srvtoolu_x' })];
  const simulation = simulate([again, [call]]);
  expect((await send(simulation, body({ tools, messages }))).status).toBe(200);
  expect((await send(simulation, body({ tools, messages }))).body.error.message).toBe(
    '[ensaio] Request 2: turn 2 failed: the call id toolu_x was used before in this conversation',
  );
});

test('answers a request past the end once, shaped like the API, not retried', async () => {
  const client = fakeAnthropic(['one', 'two']);
  await client.messages.create(params);
  await client.messages.create(params);
  const failure = await client.messages.create(params).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Anthropic.APIError);
  expect(failure).toMatchObject({ status: 418, type: 'invalid_request_error' });
  expect((failure as InstanceType<typeof Anthropic.APIError>).error).toMatchObject({
    type: 'error',
    error: {
      message:
        '[ensaio] Request 3: no turn is left for it: all 2 turns are used, the last was turn 2.',
      details: { error_code: 'ensaio_no_turn' },
    },
    request_id: expect.stringMatching(/^req_01/) as string,
  });
  // One attempt: the SDK would have made two more of a status it retries.
  expect(client.simulation.journal).toHaveLength(3);
  expect(client.simulation.unexpected).toEqual([client.simulation.journal[2]]);
});

test('reports all of it at once', async () => {
  const simulation = simulate([
    'Hello.',
    [text('Let me look.'), toolUse('look', { at: 'left' })],
    when({ system: 'planner' }, [rateLimited({ retryAfter: 3 })]),
    when({ model: 'other' }, [streamed('x'.repeat(200), { pieces: 1 }), respond(() => 'never')]),
  ]);
  await send(simulation, body());
  await send(simulation, body({ messages: [] }));
  await send(simulation, body());
  await send(
    simulation,
    body({ messages: [{ role: 'user', content: 'Look around, then tell me what you see.' }] }),
  );
  expect(() => simulation.assertDone()).toThrowErrorMatchingInlineSnapshot(`
    [EnsaioError: [ensaio] The simulation is not done.

    Turns not used (3):
      turn 1 of route 1: 429 rate_limit_error: This request would exceed your organization's rate limit of 50 requests per mi… (209 more)
      turn 1 of route 2: streamed "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (111 more)
      turn 2 of route 2: respond(…)

    Requests without a turn (1):
      journal[3]: no turn is left for it: all 2 turns are used, the last was turn 2. The nearest that is left is turn 1 of route 1, but system: expected to contain "planner", received "".
        its last message was user: "Look around, then tell me what you see."

    Refused by the API (1):
      journal[1]: messages-empty
        400 invalid_request_error: messages: at least one message is required]
  `);
  try {
    simulation.assertDone();
  } catch (error) {
    expect(error).toBeInstanceOf(EnsaioError);
    expect(error).toMatchObject({
      code: 'not-done',
      details: { unused: 3, unexpected: 1, refused: 1 },
    });
  }
});

test('names the nearest turn that is left and the first thing that differs', async () => {
  const simulation = simulate([
    when({ model: 'm', system: 'planner' }, ['plan']),
    when({ model: 'm', tools: 'look', user: 'around' }, ['look']),
    when({ model: 'other' }, ['else']),
  ]);
  const answer = await send(simulation, body({ model: 'm', system: 'You are a writer.' }));
  expect(answer.body.error.message).toMatchInlineSnapshot(
    `"[ensaio] Request 1: no turn is left for it: the script has no unrouted turns. The nearest that is left is turn 1 of route 2, but tools: expected "look" among them, received ""."`,
  );
});

test('shows a refusal that the app swallowed', async () => {
  const client = fakeAnthropic(['never']);
  await client.messages
    .create({
      ...params,
      messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x' }] }],
    })
    .catch(() => 'swallowed');
  expect(() => client.simulation.assertDone()).toThrow(
    /tool-result-unexpected[^]*Turns not used|Turns not used[^]*tool-result-unexpected/,
  );
});

test('starts over on reset, with the same script or another', async () => {
  const simulation = simulate(['one']);
  const first = await send(simulation, body());
  simulation.reset();
  expect(simulation.journal).toEqual([]);
  expect(simulation.transcripts).toEqual([]);
  expect((await send(simulation, body())).body).toEqual(first.body);
  simulation.reset(['two', 'three']);
  expect((await send(simulation, body())).body.content[0].text).toBe('two');
  expect(simulation.pending).toMatchObject([{ place: 'turn 2' }]);
});

test('lets what was under way at a reset change nothing after it', async () => {
  let finish: (text: string) => void = () => undefined;
  const simulation = simulate([
    respond(() => new Promise<string>((resolve) => (finish = resolve))),
    'next',
  ]);
  const late = send(simulation, body());
  await expect.poll(() => simulation.pending.length).toBe(1);
  simulation.reset(['one']);
  finish('late');
  expect((await late).body.content[0].text).toBe('late');
  expect(simulation.journal).toEqual([]);
  expect(simulation.pending).toHaveLength(1);
});

test('a script is a value that any number of simulations can play', async () => {
  const shared = script('one', 'two');
  const [a, b] = [simulate(shared), simulate(shared)];
  await send(a, body());
  expect(a.pending).toHaveLength(1);
  expect(b.pending).toHaveLength(2);
});

test('answers with an error of the script, which the SDK retries as it would a real one', async () => {
  const client = fakeAnthropic([overloaded({ headers: { 'retry-after-ms': '1' } }), 'Back.']);
  const answer = await client.messages.create(params);
  expect(answer.content).toMatchObject([{ text: 'Back.' }]);
  expect(client.simulation.journal.map(({ outcome, turn }) => [outcome, turn])).toEqual([
    ['failed', 'turn 1'],
    ['answered', 'turn 2'],
  ]);
  expect(client.simulation.transcripts).toHaveLength(1);
  client.simulation.assertDone();
});

test('a respond function sees the whole request and makes the turn, sync or async', async () => {
  const simulation = simulate([
    respond((request, { messages, exchange }) => `${request.model} ${messages.length} ${exchange}`),
    respond(async () => Promise.resolve([toolUse('look')])),
    respond(() => respond(() => message('nested'))),
  ]);
  expect((await send(simulation, body())).body.content[0].text).toBe('claude-opus-5 1 0');
  expect((await send(simulation, body())).body.stop_reason).toBe('tool_use');
  expect((await send(simulation, body())).body.content[0].text).toBe('nested');
});

test('a respond function that throws is a mistake of the script, and recorded', async () => {
  const simulation = simulate([
    respond(() => {
      throw new Error('oops');
    }),
    respond(() => 42 as never),
    respond((request) => {
      request.messages.push({ role: 'user', content: 'changed' });
      return 'never';
    }),
  ]);
  const answers = [
    await send(simulation, body()),
    await send(simulation, body()),
    await send(simulation, body()),
  ];
  expect(answers.map(({ status, body: { error } }) => `${status} ${error.message}`))
    .toMatchInlineSnapshot(`
      [
        "418 [ensaio] Request 1: turn 1 failed: oops",
        "418 [ensaio] Request 2: turn 2 failed: what respond returned: this is not a turn, received 42. A turn is a text, a list of content blocks, message(), an error such as overloaded(), streamed(), events(), delayed(), hang(), rawAnswer() or respond(). flaky() and when() stand beside turns, not inside them: flaky() is a whole script.",
        "418 [ensaio] Request 3: turn 3 failed: Cannot add property 1, object is not extensible",
      ]
    `);
  expect(simulation.unexpected).toHaveLength(3);
});

test.each([
  ['a number', [1]],
  ['an empty object', [{}]],
  ['a block that is none', [[{ text: 'x' }]]],
  ['a turn among blocks', [[overloaded()]]],
  ['a text instead of a list', 'Hello.'],
  ['a message without content', [{ type: 'message' }]],
])('refuses a script with %s at once', (_name, wrong) => {
  expect(() => simulate(wrong as never)).toThrow(EnsaioError);
});

test('says which turn is none, and what one is', () => {
  expect(() => simulate(['one', when({}, ['a', 5 as never])])).toThrowErrorMatchingInlineSnapshot(`
    [EnsaioError: [ensaio] turn 2: this is not a turn, received 5.

    A turn is a text, a list of content blocks, message(), an error such as overloaded(), streamed(), events(), delayed(), hang(), rawAnswer() or respond(). flaky() and when() stand beside turns, not inside them: flaky() is a whole script.]
  `);
  expect(() => simulate([], { allow: ['tool-result-mising'] })).toThrow(
    /there is no rule "tool-result-mising"/,
  );
});

test('says what is still under way', async () => {
  const simulation = simulate(['one', respond(() => new Promise<never>(() => undefined))]);
  const response = await simulation.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(body({ stream: true })),
  });
  void send(simulation, body());
  await expect.poll(() => simulation.journal.length).toBe(2);
  expect(() => simulation.assertDone()).toThrowErrorMatchingInlineSnapshot(`
    [EnsaioError: [ensaio] The simulation is not done.

    Still under way (2):
      journal[0]: its stream was not read to the end
      journal[1]: no answer yet]
  `);
  await response.body!.cancel();
  expect(() => simulation.assertDone()).toThrow(/journal\[1\]: no answer yet$/);
});

test('a token counter that throws is told, not thrown at the client', async () => {
  const simulation = simulate(['one'], {
    tokens: () => {
      throw new Error('no tokens');
    },
  });
  const counted = { model: 'm', messages: body()['messages'] };
  expect((await send(simulation, body())).status).toBe(418);
  expect((await send(simulation, counted, { path: '/v1/messages/count_tokens' })).status).toBe(418);
  expect(simulation.unexpected.map(({ problem }) => problem)).toEqual([
    'turn 1 failed: no tokens',
    'a function threw: no tokens',
  ]);
});

test.each<[string, unknown]>([
  ['a call without a name', [{ type: 'tool_use', input: {} }]],
  ['a call whose input is no object', [toolUse('look', 'left' as never)]],
  ['a call id with a space', [toolUse('look', {}, { id: 'a b' })]],
  ['two calls of one id', [toolUse('a', {}, { id: 'x' }), toolUse('b', {}, { id: 'x' })]],
  ['a text that is a number', [text(5 as never)]],
])('refuses a turn with %s, which the API never says', (_name, turn) => {
  expect(() => simulate([turn as never])).toThrow(EnsaioError);
});

test('a call id that the conversation has already is a mistake of the script, not of the app', async () => {
  const call = toolUse('look', {}, { id: 'toolu_a' });
  const simulation = simulate([[call], [call]]);
  const first = await send(simulation, body());
  const answered = [
    ...(body()['messages'] as object[]),
    { role: 'assistant', content: first.body.content },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_a' }] },
  ];
  const second = await send(simulation, body({ messages: answered }));
  expect(second.body.error.message).toBe(
    '[ensaio] Request 2: turn 2 failed: the call id toolu_a was used before in this conversation',
  );
  expect(simulation.violations).toEqual([]);
});

test.each([1, 5000])(
  'a call that stands where none may has its id as well, in a body of %i characters and more',
  async (length) => {
    const call = toolUse('look', {}, { id: 'toolu_a' });
    const simulation = simulate([[call]], { strict: false });
    const content = [{ type: 'text', text: 'x'.repeat(length) }, call];
    const { body: answer } = await send(
      simulation,
      body({ messages: [{ role: 'user', content }] }),
    );
    expect(answer.error.message).toContain('the call id toolu_a was used before');
  },
);

test.each<[string, object]>([
  ['a misspelt option', { stict: false }],
  ['a strict that is a word', { strict: 'false' }],
  ['threads that are nothing', { threads: 'loose' }],
  ['models that are nothing', { models: 'all' }],
  ['an allow that is a text', { allow: 'text-blank' }],
  ['a latency below zero', { latency: -1 }],
  ['a seed that is a text', { seed: 'x' }],
  ['a clock that is none', { clock: {} }],
  ['a counter that is a number', { tokens: 5 }],
])('refuses %s', (_name, options) => {
  expect(() => simulate([], options)).toThrow(
    expect.objectContaining({ code: 'option-invalid' }) as Error,
  );
});

test('says what an option may be', () => {
  expect(() => simulate([], { threads: 'loose' as never })).toThrowErrorMatchingInlineSnapshot(
    `[EnsaioError: [ensaio] threads is "keep" or "lose" or "refuse", received "loose".]`,
  );
});
