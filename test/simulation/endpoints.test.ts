/** The endpoints that need no turn: how many tokens, which models. */
import Anthropic, { APIConnectionError } from '@anthropic-ai/sdk';
import type { ModelInfo } from '@anthropic-ai/sdk/resources/models';
import { expect, test } from 'vitest';
import {
  connectionReset,
  delayed,
  fakeAnthropic,
  overloaded,
  rateLimited,
  simulate,
  when,
  type Simulation,
} from '../../fakes/index.ts';
import { MODELS, modelTraits } from '../../src/wire/models.ts';
import { generationOnlyFields } from '../../src/wire/request/request.ts';
import { body, HEADERS, send, type Sent, type SendOptions } from '../support/send.ts';

const COUNT: SendOptions = { path: '/v1/messages/count_tokens' };
const { max_tokens: _left, ...countable } = body();

function ask(path: string, simulation: Simulation = simulate([])): Promise<Sent> {
  return send(simulation, undefined, { path, method: 'GET' });
}

const client = ({ fetch }: Simulation): Anthropic =>
  new Anthropic({ apiKey: 'sk-ant-test', maxRetries: 0, fetch });

test.each(generationOnlyFields)('count_tokens knows no %s', async (field) => {
  const answer = await send(simulate([]), { ...countable, [field]: 1 }, COUNT);
  expect(answer.body.error.message).toBe(`${field}: Extra inputs are not permitted`);
});

test('counts tokens without a turn, and no compaction (5.7)', async () => {
  const simulation = simulate([]);
  const beta = { 'anthropic-beta': 'compact-2026-09-04' };
  const plain = await send(simulation, countable, COUNT);
  expect(plain.body).toEqual({ input_tokens: expect.any(Number) as number });
  const messages = [...(countable['messages'] as object[]), { role: 'assistant', content: 'x' }];
  const summed = { ...countable, messages, compaction: { type: 'summarize' } };
  expect((await send(simulation, summed, { ...COUNT, headers: beta })).status).toBe(200);
  simulation.assertDone();
});

test('lists the models that are not retired, the newest first, twenty a page', async () => {
  const simulation = simulate([]);
  const { body: page, headers } = await ask('/v1/models', simulation);
  const ids = (page.data as { id: string }[]).map(({ id }) => id);
  const listed = [...new Set(Object.values(MODELS))].filter(
    ({ lifecycle }) => lifecycle !== 'retired',
  );
  expect(ids).toEqual(listed.slice(0, 20).map(({ id }) => id));
  expect(page).toMatchObject({
    has_more: listed.length > 20,
    first_id: ids[0],
    last_id: ids.at(-1),
  });
  expect(headers.get('request-id')).toMatch(/^req_/);
  expect(simulation.journal).toMatchObject([
    {
      request: { method: 'GET', path: '/v1/models' },
      outcome: 'answered',
      response: { status: 200, body: page as object },
    },
  ]);
  simulation.assertDone();
});

test('describes a model as the SDK types it', async () => {
  const { body: model } = await ask('/v1/models/claude-haiku-4-5');
  const yes = { supported: true };
  const no = { supported: false };
  expect(model).toEqual({
    id: 'claude-haiku-4-5-20251001',
    type: 'model',
    display_name: 'Claude Haiku 4.5',
    created_at: '2025-10-15T00:00:00Z',
    deprecated_at: null,
    retires_at: null,
    lifecycle: 'active',
    line: 'haiku',
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    capabilities: {
      batch: yes,
      citations: yes,
      code_execution: yes,
      context_management: {
        supported: true,
        clear_thinking_20251015: yes,
        clear_tool_uses_20250919: yes,
        compact_20260112: yes,
      },
      effort: { supported: false, low: no, medium: no, high: no, xhigh: no, max: no },
      image_input: yes,
      pdf_input: yes,
      server_tools: { supported: true, code_execution: yes, web_search: yes },
      structured_outputs: yes,
      thinking: {
        supported: true,
        types: { adaptive: no, between_tools: no, disabled: yes, enabled: yes },
      },
    },
  });
});

test.each([
  ['claude-opus-4-8', 'Claude Opus 4.8', 'opus'],
  ['claude-opus-5', 'Claude Opus 5', 'opus'],
  ['claude-mythos-preview', 'Claude Mythos Preview', 'mythos'],
  ['claude-3-5-haiku-20241022', 'Claude Haiku 3.5', 'haiku'],
])('calls %s %s', async (id, name, line) => {
  const { body: model } = await ask(`/v1/models/${id}`);
  expect(model).toMatchObject({ display_name: name, line });
});

test('is paged through by the SDK, forwards and backwards', async () => {
  const simulation = simulate([]);
  const { models } = client(simulation);
  const all = (await models.list({ limit: 1000 })).data.map(({ id }) => id);
  const forwards: string[] = [];
  for await (const { id } of models.list({ limit: 3 })) forwards.push(id);
  expect(forwards).toEqual(all);
  const backwards: string[] = [];
  let page = await models.list({ before_id: all.at(-1)!, limit: 3 });
  for (;;) {
    backwards.unshift(...page.data.map(({ id }) => id));
    if (!page.hasNextPage()) break;
    // oxlint-disable-next-line no-await-in-loop -- one page after another
    page = await page.getNextPage();
  }
  expect(backwards).toEqual(all.slice(0, -1));
  simulation.assertDone();
});

const RETIRED_TOO = 'lifecycle=active&lifecycle=deprecated&lifecycle=retired';

test.each<[limit: string | undefined, size: number]>([
  [undefined, 20],
  ['1', 1],
  ['3', 3],
  ['1000', 1000],
  ['0', 20],
  ['1001', 20],
  ['many', 20],
])('a page of limit %s holds as many as that, or as usual', async (limit, size) => {
  const named = limit === undefined ? '' : `&limit=${limit}`;
  const simulation = simulate([], { allow: ['page-size'] });
  const { body: page } = await ask(`/v1/models?${RETIRED_TOO}${named}`, simulation);
  const all = new Set(Object.values(MODELS).map(({ id }) => id)).size;
  expect(all).toBeGreaterThan(20);
  expect(page.data).toHaveLength(Math.min(size, all));
  expect(page.has_more).toBe(size < all);
});

test.each([
  [1, { size: 1, isWhole: true }],
  [2, { size: 2, isWhole: true }],
  [3, { size: 2, isWhole: false }],
  [5, { size: 2, isWhole: false }],
])('a page before the model at place %i ends right before it', async (place, { size, isWhole }) => {
  const { models } = client(simulate([]));
  const all = (await models.list({ limit: 1000 })).data;
  const page = await models.list({ before_id: all[place]!.id, limit: 2 });
  expect(page.data).toEqual(all.slice(place - size, place));
  expect(page).toMatchObject({
    has_more: !isWhole,
    first_id: all[place - size]!.id,
    last_id: all[place - 1]!.id,
  });
});

test.each([
  ['after_id', 'none'],
  ['before_id', 'none'],
])('a cursor %s that is no model is left alone', async (cursor, id) => {
  const [{ body: page }, { body: first }] = [
    await ask(`/v1/models?limit=2&${cursor}=${id}`),
    await ask('/v1/models?limit=2'),
  ];
  expect(page).toEqual(first);
});

test('an empty page has no first and no last', async () => {
  const { models } = client(simulate([]));
  const [last] = (await models.list({ limit: 1000 })).data.slice(-1);
  expect(await models.list({ after_id: last!.id })).toMatchObject({
    data: [],
    has_more: false,
    first_id: null,
    last_id: null,
  });
});

test.each([
  ['claude-sonnet-4-6', 'sonnet', '2026-02-17T00:00:00Z'],
  ['claude-fable-5', 'fable', '1970-01-01T00:00:00Z'],
])('tells what is known of %s', async (id, line, created_at) => {
  const { body: model } = await ask(`/v1/models/${id}`);
  expect(model).toMatchObject({ line, created_at });
});

test('the efforts of a model are those that a request may ask of it', async () => {
  const listed = await ask(`/v1/models?limit=1000&${RETIRED_TOO}`);
  for (const { id, lifecycle, capabilities } of listed.body.data as ModelInfo[]) {
    const { efforts, thinking } = modelTraits(id);
    if (lifecycle === 'retired') expect(capabilities).toBeNull();
    else {
      const { supported, ...levels } = capabilities!.effort;
      const taken = Object.entries(levels).filter(([, level]) => level?.supported);
      expect(supported).toBe(efforts.length > 0);
      expect(taken.map(([name]) => name).toSorted()).toEqual([...efforts].toSorted());
      const { types } = capabilities!.thinking;
      expect(types.enabled.supported).toBe(thinking.enabled !== 'no');
      expect(types.adaptive.supported).toBe(thinking.adaptive !== 'no');
    }
  }
});

test('tells of retired models when they are asked for', async () => {
  const { models } = client(simulate([]));
  const retired = await models.list({ lifecycle: ['retired'] });
  expect(new Set(retired.data.map(({ lifecycle }) => lifecycle))).toEqual(new Set(['retired']));
  const both = await models.list({ lifecycle: ['active', 'retired'], limit: 1000 });
  expect(new Set(both.data.map(({ lifecycle }) => lifecycle))).toEqual(
    new Set(['active', 'retired']),
  );
});

test('has an answer for a model that is not there, and does not hold the question against the app', async () => {
  const simulation = simulate([]);
  await expect(client(simulation).models.retrieve('claude-next')).rejects.toMatchObject({
    status: 404,
    type: 'not_found_error',
  });
  simulation.assertDone();
  const lenient = simulate([], { allow: ['model-not-listed', 'page-size'] });
  const { status, body: answer } = await ask('/v1/models/claude-next', lenient);
  expect(status).toBe(404);
  expect(answer.error).toMatchObject({ type: 'not_found_error', message: 'model: claude-next' });
  expect(lenient.journal[0]!.outcome).toBe('failed');
  expect((await ask('/v1/models?limit=0', lenient)).status).toBe(200);
  expect(lenient.violations).toEqual([]);
});

test('keeps questions about models apart from conversations', async () => {
  const simulation = simulate(['Fine.']);
  await ask('/v1/models', simulation);
  await send(simulation, body());
  await ask('/v1/models/claude-opus-5', simulation);
  expect(simulation.transcripts).toHaveLength(1);
  expect(JSON.stringify(simulation.journal)).not.toContain(HEADERS['x-api-key']);
  simulation.assertDone();
});

test.each([
  ['/v1/models/claude-opus-5', 200, '/v1/models/claude-opus-5'],
  ['/proxy/v1/models', 200, '/v1/models'],
  // Gateways have a version of their own in front.
  ['/v1/account/gateway/anthropic/v1/models', 200, '/v1/models'],
  // The base URL ended in /v1, and the client added one: a mistake that the API answers with 404.
  ['/v1/v1/models', 404, '/v1/v1/models'],
  ['/proxy/v1/v1/models', 404, '/v1/v1/models'],
  ['/v1', 404, '/v1'],
])('finds the path of the API in %s', async (path, status, expected) => {
  const simulation = simulate([]);
  expect((await ask(path, simulation)).status).toBe(status);
  expect(simulation.journal[0]!.request.path).toBe(expected);
});

test('a route that names an endpoint has turns for it, before the simulation answers by itself', async () => {
  const script = [
    when({ endpoint: 'count_tokens' }, [overloaded(), connectionReset()]),
    when({ endpoint: 'models' }, [delayed(rateLimited(), 0)]),
    when(() => true, ['Hello.']),
  ];
  const api = fakeAnthropic(script, { maxRetries: 0 });
  const count = (): Promise<unknown> => api.messages.countTokens(countable as never);
  await expect(count()).rejects.toMatchObject({ status: 529 });
  await expect(count()).rejects.toBeInstanceOf(APIConnectionError);
  expect(await count()).toEqual({ input_tokens: expect.any(Number) });
  await expect(api.models.retrieve('claude-opus-5')).rejects.toMatchObject({ status: 429 });
  expect((await api.models.retrieve('claude-opus-5')).id).toBe('claude-opus-5');
  expect((await api.messages.create(body() as never)).content).toMatchObject([{ text: 'Hello.' }]);
  api.simulation.assertDone();
  expect(api.simulation.journal[0]!.turn).toBe('turn 1 of route 1');
});

test('a message is no answer to a question about tokens', async () => {
  const simulation = simulate([when({ endpoint: 'count_tokens' }, ['Seven.'])]);
  const { body: answer } = await send(simulation, countable, COUNT);
  expect(answer.error.message).toBe(
    '[ensaio] Request 1: turn 1 of route 1 failed: a message is no answer to this endpoint',
  );
});
