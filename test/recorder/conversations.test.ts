// Which conversations make up which scenarios: threads put back together, several at once, one after another.
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { expect, test } from 'vitest';
import {
  apiError,
  simulate,
  text,
  thinking,
  toolUse,
  when,
  type ScriptInput,
} from '../../fakes/index.ts';
import type { SimulationOptions } from '../../fakes/index.ts';
import type { WrittenScenario } from '../../src/scenario/written.ts';
import { runToolLoop } from '../../src/loop/index.ts';
import {
  formatProblems,
  loadScenarios,
  record,
  runScenario,
  type App,
  type RecordOptions,
} from '../../testing/index.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { ANYWHERE, saidIn } from './replay.ts';

type Client = Anthropic;

const say = async (
  client: Client,
  messages: Anthropic.MessageParam[],
  more: object = {},
): Promise<string> => {
  const reply = await client.messages.create({
    model: 'claude-opus-5',
    max_tokens: 64,
    messages,
    ...more,
  });
  messages.push({ role: 'assistant', content: reply.content });
  return reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
};

const user = (content: string): Anthropic.MessageParam => ({ role: 'user', content });

/** Records `app` and runs it again on each scenario that was written. */
async function replayed(
  script: ScriptInput,
  app: (client: Client) => Promise<unknown>,
  options: Partial<RecordOptions> & { readonly simulated?: SimulationOptions } = {},
): Promise<{
  scenarios: readonly WrittenScenario[];
  problems: string;
  said: unknown;
  was: unknown;
}> {
  const { simulated, ...rest } = options;
  const cwd = await tempFolder({});
  const upstream = simulate(script, simulated);
  const through = record(upstream.fetch, { ...ANYWHERE, cwd, ...rest });
  await app(new Anthropic({ apiKey: 'test', fetch: through.fetch })).catch(() => undefined);
  const { scenarios } = await through.finish();
  const loaded = await loadScenarios('recorded.yaml', { cwd });
  const again: App = ({ client }) => app(client);
  const results = await Promise.all(loaded.map((scenario) => runScenario(scenario, again)));
  return {
    scenarios,
    problems: results.map((result) => formatProblems(result.problems)).join('\n'),
    said: saidIn(results.flatMap(({ transcripts }) => transcripts)),
    was: saidIn(upstream.transcripts),
  };
}

const look = betaTool({
  name: 'look',
  description: 'Looks somewhere.',
  inputSchema: { type: 'object', properties: { at: { type: 'string' } } },
  run: ({ at }) => `seen ${String(at)}`,
});

test.each([true, false])('message threads of the tool runner, streamed: %s', async (stream) => {
  const runner = async (client: Client): Promise<unknown> => {
    const running = client.beta.messages.toolRunner({
      model: 'claude-opus-5',
      max_tokens: 64,
      system: 'Be brief.',
      tools: [look],
      messages: [user('Look twice.')],
      stream,
    });
    if (!stream) return running;
    let last: { finalMessage(): Promise<unknown> } | undefined;
    for await (const each of running) last = each as unknown as typeof last;
    return last!.finalMessage();
  };
  const { scenarios, problems, said, was } = await replayed(
    [
      [thinking('Left first.'), toolUse('look', { at: 'left' })],
      [toolUse('look', { at: 'right' })],
      'Both seen.',
    ],
    runner,
  );
  expect(problems).toBe('');
  expect(said).toEqual(was);
  expect(scenarios).toEqual([
    {
      name: 'Look twice.',
      input: 'Look twice.',
      tools: [
        {
          name: 'look',
          description: 'Looks somewhere.',
          input_schema: { type: 'object', properties: { at: { type: 'string' } } },
          answers: [
            { input: { at: 'left' }, result: 'seen left' },
            { input: { at: 'right' }, result: 'seen right' },
          ],
        },
      ],
      turns: [
        {
          reply: [
            { thinking: 'Left first.' },
            { tool_use: { id: 'toolu_01', name: 'look', input: { at: 'left' } } },
          ],
        },
        {
          expect: { tool_results: [{ tool_use_id: 'toolu_01', content: 'seen left' }] },
          reply: [{ tool_use: { id: 'toolu_02', name: 'look', input: { at: 'right' } } }],
        },
        {
          expect: { tool_results: [{ tool_use_id: 'toolu_02', content: 'seen right' }] },
          reply: 'Both seen.',
        },
      ],
      expect: { answer: 'Both seen.', requests: 3 },
    },
  ]);
});

test('a thread that is lost is begun anew', async () => {
  const lost = await replayed(
    [[toolUse('look', { at: 'left' })], 'Seen.'],
    async (client) =>
      client.beta.messages.toolRunner({
        model: 'claude-opus-5',
        max_tokens: 64,
        tools: [look],
        messages: [user('Look.')],
      }),
    { simulated: { threads: 'lose' } },
  );
  expect(lost.problems).toBe('');
  expect(lost.scenarios[0]!.turns[1]).toEqual({
    expect: { tool_results: [{ tool_use_id: 'toolu_01', content: 'seen left' }] },
    error: 'thread_not_found',
  });
});

test('conversations at the same time are one scenario, each on its own route', async () => {
  const { scenarios, problems, said, was } = await replayed(
    [
      when({ user: 'Ask two others.' }, [[toolUse('look', { at: 'a' })], 'All done.']),
      when({ user: 'You are' }, ['I am.', 'I am.']),
    ],
    async (client) =>
      runToolLoop(client, {
        model: 'claude-opus-5',
        max_tokens: 64,
        messages: [user('Ask two others.')],
        tools: [
          {
            name: 'look',
            effect: 'read',
            definition: { name: 'look', description: 'Asks.', input_schema: { type: 'object' } },
            parse: async (input) => ({ ok: true, input }),
            run: async () => {
              const answers = await Promise.all([
                say(client, [user('You are first.')]),
                say(client, [user('You are second,\nand last.')]),
              ]);
              return answers.join(' ');
            },
          },
        ],
      }),
  );
  expect(problems).toBe('');
  expect(said).toEqual(was);
  expect(scenarios).toMatchObject([
    {
      name: 'Ask two others.',
      input: 'Ask two others.',
      turns: [
        { when: { user: 'Ask two others.' }, reply: [{ tool_use: { name: 'look' } }] },
        { when: { user: 'You are first.' }, reply: 'I am.' },
        { when: { user: { contains: 'You are second,' } }, reply: 'I am.' },
        {
          when: { user: 'Ask two others.' },
          expect: { tool_results: [{ content: 'I am. I am.' }] },
          reply: 'All done.',
        },
      ],
      expect: { answer: 'All done.', requests: 4 },
    },
  ]);
});

test('what tells conversations apart is what they ask, or else their system prompt, or nothing', async () => {
  const together = async (client: Client, system: readonly string[]): Promise<unknown> =>
    Promise.all(system.map((each) => say(client, [user('Go.')], { system: each })));
  const apart = await replayed([when({ system: 'plan' }, ['Planned.']), 'Written.'], (client) =>
    together(client, ['You plan.', 'You write.']),
  );
  expect(apart.problems).toBe('');
  expect(apart.said).toEqual(apart.was);
  expect(apart.scenarios.map(({ turns }) => turns)).toEqual([
    [
      { when: { system: 'You plan.' }, reply: 'Planned.' },
      { when: { system: 'You write.' }, reply: 'Written.' },
    ],
  ]);
  const alike = await replayed(['One.', 'Two.'], (client) => together(client, ['Same.', 'Same.']));
  expect(alike.problems).toBe('');
  expect(alike.scenarios.map(({ turns }) => turns)).toEqual([
    [{ reply: 'One.' }, { reply: 'Two.' }],
  ]);
});

test('conversations one after another are scenarios of their own', async () => {
  const { scenarios } = await replayed(['One.', 'Two.'], async (client) => {
    await say(client, [user('First?')]);
    await say(client, [user('Second?')]);
  });
  expect(scenarios).toEqual([
    {
      name: 'First?',
      input: 'First?',
      turns: [{ reply: 'One.' }],
      expect: { answer: 'One.', requests: 1 },
    },
    {
      name: 'Second?',
      input: 'Second?',
      turns: [{ reply: 'Two.' }],
      expect: { answer: 'Two.', requests: 1 },
    },
  ]);
});

const chat = async (client: Client): Promise<unknown> => {
  const messages = [user('Hi.')];
  await say(client, messages);
  messages.push(user('And now?'));
  return say(client, messages);
};

test('a chat is one scenario that expects each question', async () => {
  const { scenarios, problems, said, was } = await replayed(['Hello.', 'Bye.'], async (client) =>
    chat(client),
  );
  expect(problems).toBe('');
  expect(said).toEqual(was);
  expect(scenarios[0]).toEqual({
    name: 'Hi.',
    input: 'Hi.',
    turns: [{ reply: 'Hello.' }, { expect: { user: 'And now?' }, reply: 'Bye.' }],
    expect: { answer: 'Bye.', requests: 2 },
  });
});

test('or a scenario for each question, with what was said before', async () => {
  const { scenarios } = await replayed(['Hello.', 'Bye.'], chat, {
    split: 'questions',
    name: 'chat',
  });
  expect(scenarios).toEqual([
    {
      name: 'chat',
      input: 'Hi.',
      turns: [{ reply: 'Hello.' }],
      expect: { answer: 'Hello.', requests: 1 },
    },
    {
      name: 'chat (2)',
      input: [
        { role: 'user', content: 'Hi.' },
        { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
        { role: 'user', content: 'And now?' },
      ],
      turns: [{ reply: 'Bye.' }],
      expect: { answer: 'Bye.', requests: 1 },
    },
  ]);
});

test('the input is all of the first request, for apps that send it so', async () => {
  const server = { type: 'code_execution_20250825', name: 'code_execution' };
  const own = { name: 'look', input_schema: { type: 'object' } };
  const dotted = { ...own, name: 'a.b' };
  const asking = async (client: Client): Promise<unknown> => {
    const messages = [user('Hi.')];
    const first = {
      system: 'Be kind.',
      tools: [server, own, dotted],
    };
    const headers = { 'anthropic-beta': 'one,two' };
    await say(client.withOptions({ defaultHeaders: headers }), messages, first);
    messages.push(user('And now?'));
    return say(client, messages);
  };
  const { scenarios, problems } = await replayed(['Hello.', 'Bye.'], asking, {
    input: 'request',
    simulated: { strict: false },
  });
  expect(problems).toBe('');
  expect(scenarios).toMatchObject([
    {
      input: {
        messages: 'Hi.',
        model: 'claude-opus-5',
        max_tokens: 64,
        system: 'Be kind.',
        tools: [server, dotted],
        betas: ['one', 'two'],
        then: ['And now?'],
      },
      tools: [{ name: 'look' }],
    },
  ]);
});

test.each<[what: string, more: object, input: unknown]>([
  ['a text where nothing else is unusual', { model: 'claude-haiku-5-5', max_tokens: 1024 }, 'Hi.'],
  [
    'no more than what is unusual',
    { stream: false },
    { messages: 'Hi.', model: 'claude-opus-5', max_tokens: 64 },
  ],
])('the input is %s', async (_what, more, input) => {
  const { scenarios } = await replayed(['Hello.'], (client) => say(client, [user('Hi.')], more), {
    input: 'request',
  });
  expect(scenarios.map((scenario) => scenario.input)).toEqual([input]);
});

test('what the API lets pass is allowed, and what it refuses is refused by the simulation itself', async () => {
  const blank = async (client: Client): Promise<unknown> => say(client, [user(' ')]);
  const lenient = await replayed(['Hello.'], blank, { simulated: { strict: false } });
  expect(lenient.problems).toBe('');
  expect(lenient.scenarios[0]).toMatchObject({ options: { allow: ['text-blank'] }, turns: [{}] });
  const strict = await replayed(['Hello.'], blank);
  expect(strict.problems).toBe('');
  expect(strict.scenarios[0]).toMatchObject({
    turns: [],
    expect: { error: { status: 400 }, refused: ['text-blank'] },
  });
  const emptyResult: Anthropic.MessageParam[] = [
    user('Hi.'),
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_a', name: 'look', input: {} }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_a', content: '' }] },
  ];
  const doubtful = await replayed(['Hello.'], async (client) => say(client, [...emptyResult]), {
    simulated: { refuse: ['tool-result-empty'] },
  });
  expect(doubtful.problems).toBe('');
  expect(doubtful.scenarios[0]).toMatchObject({
    options: { refuse: ['tool-result-empty'] },
    turns: [],
    expect: { refused: ['tool-result-empty'] },
  });
  const other = await replayed([apiError(400, 'Not today.')], async (client) =>
    say(client, [user('Hi.')]),
  );
  expect(other.problems).toBe('');
  expect(other.scenarios[0]!.turns).toEqual([
    { error: { name: 'bad_request', message: 'Not today.' } },
  ]);
});

test('an old version, broken invariants and tokens are told', async () => {
  const careless = async (client: Client): Promise<unknown> => {
    const messages = [user('Look.')];
    const headers = { headers: { 'anthropic-version': '2023-06-01' } };
    const ask = async (): Promise<Anthropic.Message> =>
      client.messages.create({ model: 'claude-opus-5', max_tokens: 64, messages }, headers);
    const reply = await ask();
    const [call] = reply.content.filter((block) => block.type === 'tool_use');
    messages.push(
      { role: 'assistant', content: [call!] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call!.id, content: 'seen' }] },
    );
    return ask();
  };
  const { scenarios, problems } = await replayed(
    [[text('I look.'), toolUse('look', {})], 'Seen.'],
    careless,
    { usage: true },
  );
  expect(problems).toBe('');
  expect(scenarios[0]).toMatchObject({
    options: { version: '2023-06-01' },
    turns: [
      { reply: { usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) } } },
      { reply: { content: 'Seen.' } },
    ],
    expect: { invariants: { except: [expect.any(String)] } },
  });
});

test('the same traffic is the same file, whatever ids it had', async () => {
  const texts = await Promise.all(
    [1, 2].map(async (seed) => {
      const { scenarios } = await replayed(
        [[toolUse('look', { at: 'left' })], 'Seen.'],
        async (client) =>
          client.beta.messages.toolRunner({
            model: 'claude-opus-5',
            max_tokens: 64,
            tools: [look],
            messages: [user('Look.')],
          }),
        { simulated: { seed } },
      );
      return scenarios;
    }),
  );
  expect(texts[0]).toEqual(texts[1]);
});
