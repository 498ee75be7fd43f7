/** The model's name: who is served, and what is said of the others. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';
import { checkCases } from './cases.ts';

const COUNT = { path: '/v1/messages/count_tokens' };
const known = { models: 'known' } as const;
const countOf = (model: string) => ({ model, messages: [{ role: 'user', content: 'Hello.' }] });

checkCases([
  {
    name: 'a model nobody knows, where only known ones are served',
    rule: 'model-unknown',
    facts: ['H13'],
    sent: body({ model: 'claude-opus-9' }),
    simulation: known,
    answer: '404 not_found_error: model: claude-opus-9',
    accepted: body({ model: 'claude-opus-5-5' }),
  },
  {
    name: 'a retired model, where only known ones are served',
    rule: 'model-unknown',
    facts: ['H13'],
    sent: body({ model: 'claude-opus-4-1-20250805' }),
    simulation: known,
    answer: '404 not_found_error: model: claude-opus-4-1-20250805',
    accepted: body({ model: 'claude-opus-4-5-20251101' }),
  },
  {
    name: 'to count for a model nobody knows',
    rule: 'model-unknown',
    facts: ['H13'],
    sent: countOf('claude-opus-9'),
    options: COUNT,
    simulation: known,
    answer: '404 not_found_error: model: claude-opus-9',
    accepted: countOf('claude-opus-5-5'),
    acceptedOptions: COUNT,
  },
]);

test('accepts any model by default, with a note on those it does not know', async () => {
  const simulation = simulate(['Fine.', 'Fine.']);
  expect((await send(simulation, body({ model: 'claude-test' }))).status).toBe(200);
  expect((await send(simulation, body())).status).toBe(200);
  expect(simulation.notes).toEqual([
    {
      exchange: 0,
      rule: 'model-unknown',
      status: 404,
      type: 'not_found_error',
      message: 'model: claude-test',
      path: 'model',
    },
  ]);
});

test('looks at the shape before the model', async () => {
  const simulation = simulate(['Never said.'], known);
  const answer = await send(simulation, { ...body({ model: 'claude-test' }), max_tokens: 'x' });
  expect(answer.body.error.message).toBe('max_tokens: Input should be a valid integer');
});

test('has nothing to say of a body without a model that is let through', async () => {
  const simulation = simulate(['Fine.'], { strict: false });
  await send(simulation, { ...body(), model: undefined });
  expect(simulation.notes.map(({ rule }) => rule)).toEqual(['field-required']);
});
