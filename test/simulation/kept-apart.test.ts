/** What simulations share of requests is nobody's to change: each is judged as if it were the only one. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import type { Simulation, SimulationOptions } from '../../fakes/index.ts';
import { body, send, type Sent } from '../support/send.ts';
import { tool, user } from '../rules/tool-bodies.ts';

const THREADS = { headers: { 'anthropic-beta': 'message-threads-2026-08-12' } };

const create = (simulation: Simulation, fields = {}): Promise<Sent> =>
  send(simulation, body({ thread: { type: 'create' }, ...fields }), THREADS);

const goOn = (simulation: Simulation, { body: reply }: Sent, fields = {}): Promise<Sent> => {
  const thread = { type: 'continue', previous_message_id: reply.id };
  return send(simulation, body({ messages: [user('On.')], thread, ...fields }), THREADS);
};

type Written = { -readonly [Field in 'system' | 'tools']?: unknown };

test('what somebody makes of a journal changes no thread, and no other simulation', async () => {
  const [changed, other] = [simulate(['a', 'b']), simulate(['a', 'b'])];
  const said = { system: 'Short.', tools: [tool('kept_apart')] };
  const first = await create(changed, said);
  const recorded = changed.journal[0]!.request.body as Written;
  recorded.system = 'Long. '.repeat(10_000);
  delete recorded.tools;
  const [own, theirs] = [await goOn(changed, first), await goOn(other, await create(other, said))];
  expect(own.body.usage).toEqual(theirs.body.usage);
  expect(theirs.body.usage.input_tokens).toBeLessThan(200);
});

test('the betas of a journal are its own', async () => {
  const simulation = simulate(['a', 'b']);
  const beta = { headers: { 'anthropic-beta': 'files-api-2025-04-14,compact-2026-09-04' } };
  await send(simulation, body(), beta);
  (simulation.journal[0]!.request.betas as string[]).length = 0;
  await send(simulation, body(), beta);
  expect(simulation.journal[1]!.request.betas).toHaveLength(2);
});

test('a version and betas are told apart, whatever stands in them', async () => {
  const sent = body({ context_management: { edits: [] } });
  const ask = async (
    headers: Record<string, string>,
    options: SimulationOptions,
  ): Promise<number> => (await send(simulate(['a'], options), sent, { headers })).status;
  const lax = await ask(
    { 'anthropic-version': '2023-06-01 x', 'anthropic-beta': 'context-management-2025-06-27' },
    { strict: false },
  );
  const strict = await ask(
    { 'anthropic-version': '2023-06-01', 'anthropic-beta': 'x context-management-2025-06-27' },
    { allow: ['beta-misnamed'] },
  );
  expect([lax, strict]).toEqual([200, 400]);
});

test('tools that a thread does not go on with are looked at all the same', async () => {
  const simulation = simulate(['a', 'b'], { allow: ['thread-fingerprint-mismatch'] });
  const marked = { ...tool('marked'), cache_control: { type: 'ephemeral' } };
  const tools = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...marked, name }));
  const refused = await goOn(simulation, await create(simulation), { tools });
  expect(refused.body.error.message).toBe(
    'A maximum of 4 blocks with cache_control may be provided. Found 5.',
  );
});
