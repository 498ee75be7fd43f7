/** The client door is the genuine SDK: everything it can do works, and nothing leaves the process. */
import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { expect, expectTypeOf, test, vi } from 'vitest';
import * as z from 'zod';
import {
  connectionError,
  FakeAnthropic,
  fakeAnthropic,
  fakeMessages,
  internalError,
  toolUse,
  type Simulation,
} from '../../fakes/index.ts';

const params = {
  model: 'claude-opus-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Hi.' }],
};

test('is an Anthropic, by type and by instance', () => {
  const client = fakeAnthropic([]);
  expect(client).toBeInstanceOf(Anthropic);
  expectTypeOf(client).toExtend<Anthropic>();
  expectTypeOf(client.simulation).toEqualTypeOf<Simulation>();
  expect(Object.keys(client)).not.toContain('simulation');
});

test('takes nothing from the environment and sends nothing to the network', async () => {
  vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:1');
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-ant-real');
  vi.stubGlobal('fetch', () => {
    throw new Error('the network was used');
  });
  try {
    const client = fakeAnthropic(['Hello.']);
    await client.messages.create(params);
    expect(JSON.stringify(client.simulation.journal)).not.toContain('sk-ant-real');
    expect(client.baseURL).toBe('https://api.anthropic.com');
  } finally {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  }
});

test('passes options on to the SDK: headers, retries, timeout, middleware', async () => {
  const seen: string[] = [];
  const client = fakeAnthropic([internalError()], {
    maxRetries: 0,
    defaultHeaders: { 'x-team': 'a' },
    timeout: 1234,
    seed: 3,
    middleware: [
      async (request, next) => {
        seen.push(request.url);
        return next(request);
      },
    ],
  });
  await expect(client.messages.create(params)).rejects.toBeInstanceOf(
    Anthropic.InternalServerError,
  );
  expect(client.simulation.journal).toHaveLength(1);
  expect(client.simulation.journal[0]!.request.headers).toMatchObject({
    'x-team': 'a',
    'anthropic-version': '2026-10-21',
  });
  expect(client.timeout).toBe(1234);
  expect(seen).toEqual(['https://api.anthropic.com/v1/messages']);
});

test('shares one simulation with clients derived from it', async () => {
  const client = fakeAnthropic(['one', 'two']);
  const derived = client.withOptions({ maxRetries: 5 });
  await derived.messages.create(params);
  expect(derived.simulation).toBe(client.simulation);
  await client.messages.create(params);
  client.simulation.assertDone();
  expect(client.simulation.journal).toHaveLength(2);
});

test('asks for the key it was given', async () => {
  const client = fakeAnthropic(['one'], { apiKey: 'sk-ant-mine' });
  await client.messages.create(params);
  await expect(
    client.withOptions({ apiKey: 'sk-ant-other' }).messages.create(params),
  ).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
});

test('breaks the connection as fetch does, and the SDK tries again', async () => {
  const client = fakeAnthropic([connectionError(), 'Back.'], { maxRetries: 0 });
  await expect(client.messages.create(params)).rejects.toBeInstanceOf(Anthropic.APIConnectionError);
  expect((await client.messages.create(params)).content).toMatchObject([{ text: 'Back.' }]);
  // The fields that code reads off the error of the SDK.
  await expect(fakeMessages([connectionError()]).messages.create(params)).rejects.toMatchObject({
    message: 'Connection error.',
    status: undefined,
    cause: { name: 'TypeError' },
  });
});

test('counts tokens with the rules of a message', async () => {
  const client = fakeAnthropic([]);
  const { max_tokens: _none, ...counted } = params;
  expect((await client.messages.countTokens(counted)).input_tokens).toBeGreaterThan(0);
  await expect(
    client.messages.countTokens({
      ...counted,
      messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x' }] }],
    }),
  ).rejects.toThrow('unexpected `tool_use_id`');
  expect(client.simulation.transcripts).toEqual([]);
});

test('runs the tool runner of the SDK, whose unknown tools and failures are answered', async () => {
  const client = fakeAnthropic([
    [toolUse('add', { a: 1, b: 2 }), toolUse('nobody'), toolUse('add', { a: 'x' })],
    'Three.',
  ]);
  const add = betaZodTool({
    name: 'add',
    description: 'Adds.',
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    run: ({ a, b }) => String(a + b),
  });
  const answer = await client.beta.messages.toolRunner({ ...params, tools: [add] });
  expect(answer.content).toMatchObject([{ text: 'Three.' }]);
  expect(
    client.simulation.transcripts[0]!.toolCalls.map(({ result }) => result!['is_error'] === true),
  ).toEqual([false, true, true]);
  client.simulation.assertDone();
});

test('parses structured output', async () => {
  const client = fakeAnthropic(['{"city":"Oslo"}']);
  const { zodOutputFormat } = await import('@anthropic-ai/sdk/helpers/zod');
  const answer = await client.messages.parse({
    ...params,
    output_config: { format: zodOutputFormat(z.object({ city: z.string() })) },
  });
  expect(answer.parsed_output).toEqual({ city: 'Oslo' });
});

test('a derived client is one of its own: it is made of the same simulation only', () => {
  expect(() => new FakeAnthropic({ apiKey: 'x' })).toThrow('made by fakeAnthropic');
});

test('does not take a base URL with the version in it', async () => {
  const client = fakeAnthropic(['never'], {
    baseURL: 'https://api.anthropic.com/v1',
    maxRetries: 0,
  });
  await expect(client.messages.create(params)).rejects.toBeInstanceOf(Anthropic.NotFoundError);
});

test('headers of fakeMessages have no case, and leaving its stream early ends the request', async () => {
  const fake = fakeMessages(['one', 'two']);
  await fake.messages.create(params, { headers: { 'Anthropic-Version': '2023-06-01' } });
  // oxlint-disable-next-line no-unreachable-loop
  for await (const _event of await fake.messages.create({ ...params, stream: true })) {
    await new Promise((resolve) => setImmediate(resolve));
    break;
  }
  expect(fake.simulation.journal.map(({ outcome }) => outcome)).toEqual(['answered', 'aborted']);
});

test('a fake that is given another fetch says how to have one', () => {
  const client = fakeAnthropic([]);
  expect(() => client.withOptions({ fetch: globalThis.fetch })).toThrowErrorMatchingInlineSnapshot(`
    [EnsaioError: [ensaio] A FakeAnthropic is made by fakeAnthropic(script): this \`fetch\` reaches no simulation.

    Leave \`fetch\` out of withOptions(). A client with a fetch of its own is new Anthropic({ fetch }), which may call \`client.simulation.fetch\`.]
  `);
});
