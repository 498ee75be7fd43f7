/** Temperature and its like, by version and model, and where an answer stops. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send, type SendOptions } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';

const OLD: SendOptions = { headers: { 'anthropic-version': '2023-06-01' } };
const COUNT = '/v1/messages/count_tokens';

const on = (model: string, fields: object = {}) => body({ model, ...fields });
const haiku = (fields: object = {}) => on('claude-haiku-4-5', fields);
const thinking = { type: 'enabled', budget_tokens: 1024 };
const thoughtful = (fields: object = {}) => haiku({ max_tokens: 2048, thinking, ...fields });
const adaptive = (fields: object = {}) =>
  on('claude-opus-4-6', { thinking: { type: 'adaptive' }, ...fields });

/** A case of the version that still has the fields. */
const old = (fields: Omit<Case, 'options' | 'acceptedOptions'>): Case => ({
  options: OLD,
  acceptedOptions: OLD,
  ...fields,
});

const deprecated = (field: string): string => refused(`\`${field}\` is deprecated for this model.`);
const BOTH = refused(
  '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
);

checkCases([
  ...['temperature', 'top_p', 'top_k'].map((field): Case => ({
    name: `${field} in the new version, even at its default`,
    rule: 'sampling-removed',
    facts: ['1.3'],
    sent: haiku({ [field]: 1 }),
    answer: refused(`${field}: Extra inputs are not permitted`),
    accepted: haiku({ [field]: 1 }),
    acceptedOptions: OLD,
  })),
  ...['2023-06-01', '2026-10-21'].map((version): Case => ({
    name: `temperature to count by, in version ${version}`,
    rule: 'field-unknown',
    facts: ['1.3'],
    sent: {
      model: 'claude-haiku-4-5',
      messages: [{ role: 'user', content: 'x' }],
      temperature: 1,
    },
    options: { path: COUNT, headers: { 'anthropic-version': version } },
    answer: refused('temperature: Extra inputs are not permitted'),
    accepted: { model: 'claude-haiku-4-5', messages: [{ role: 'user', content: 'x' }] },
    acceptedOptions: { path: COUNT, headers: { 'anthropic-version': version } },
  })),
  old({
    name: 'a temperature below its range',
    rule: 'number-range',
    facts: ['S06'],
    sent: haiku({ temperature: -1 }),
    answer: refused('temperature: range: 0..1'),
    accepted: haiku({ temperature: 0 }),
  }),
  old({
    name: 'a temperature of a model since 4.7',
    rule: 'sampling-deprecated',
    facts: ['P01'],
    sent: on('claude-opus-4-7', { temperature: 0.5 }),
    answer: deprecated('temperature'),
    accepted: on('claude-opus-4-7', { temperature: 1 }),
  }),
  old({
    name: 'a top_p of a model since 4.7',
    rule: 'sampling-deprecated',
    facts: ['P01'],
    sent: on('claude-sonnet-5', { top_p: 0.98 }),
    answer: deprecated('top_p'),
    accepted: on('claude-sonnet-5', { top_p: 0.99 }),
  }),
  old({
    name: 'a top_p of 1 for Haiku 5.5, whose default is another',
    rule: 'sampling-deprecated',
    facts: ['P01'],
    sent: on('claude-haiku-5-5', { top_p: 1 }),
    answer: deprecated('top_p'),
    accepted: on('claude-haiku-5-5', { top_p: 0.99 }),
  }),
  old({
    name: 'any top_k of a model since 4.7',
    rule: 'sampling-deprecated',
    facts: ['P01'],
    sent: on('claude-opus-5', { top_k: 40 }),
    answer: deprecated('top_k'),
    accepted: on('claude-opus-4-6', { top_k: 40 }),
  }),
  old({
    name: 'both temperature and top_p',
    rule: 'sampling-both',
    facts: ['P02'],
    sent: haiku({ temperature: 0.5, top_p: 0.5 }),
    answer: BOTH,
    accepted: haiku({ temperature: 0.5, top_k: 5 }),
  }),
  old({
    name: 'both at their defaults, where that is asked for',
    rule: 'sampling-both-at-default',
    facts: ['P02'],
    simulation: { refuse: ['sampling-both-at-default'] },
    sent: on('claude-opus-5', { temperature: 1, top_p: 0.99 }),
    answer: BOTH,
    accepted: on('claude-opus-5', { temperature: 1 }),
  }),
  old({
    name: 'a temperature with a thinking budget',
    rule: 'thinking-temperature',
    facts: ['P03'],
    sent: thoughtful({ temperature: 0.5 }),
    answer: refused(
      '`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.',
    ),
    accepted: thoughtful({ temperature: 1 }),
  }),
  old({
    name: 'a temperature in adaptive mode',
    rule: 'thinking-temperature',
    facts: ['P03'],
    sent: adaptive({ temperature: 0 }),
    answer: refused(
      '`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.',
    ),
    accepted: adaptive({ thinking: { type: 'disabled' }, temperature: 0 }),
  }),
  old({
    name: 'a small top_p while thinking',
    rule: 'thinking-top-p',
    facts: ['P04'],
    sent: thoughtful({ top_p: 0.94 }),
    answer: refused(
      '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled',
    ),
    accepted: thoughtful({ top_p: 0.95 }),
  }),
  old({
    name: 'any top_p while thinking, where that is asked for',
    rule: 'thinking-top-p-set',
    facts: ['P05'],
    simulation: { refuse: ['thinking-top-p-set'] },
    sent: thoughtful({ top_p: 0.95 }),
    answer: refused('`top_p` must be unset when thinking is enabled.'),
    accepted: thoughtful(),
  }),
  old({
    name: 'top_k while thinking',
    rule: 'thinking-top-k',
    facts: ['P05'],
    sent: thoughtful({ top_k: 5 }),
    answer: refused('`top_k` must be unset when thinking is enabled.'),
    accepted: haiku({ max_tokens: 2048, top_k: 5 }),
  }),
  ...['', ' \n'].map((blank): Case => ({
    name: `the stop sequence ${JSON.stringify(blank)}`,
    rule: 'stop-sequence-blank',
    facts: ['P06'],
    sent: body({ stop_sequences: ['END', blank] }),
    answer: refused('stop_sequences: each stop sequence must contain non-whitespace'),
    accepted: body({ stop_sequences: ['END', ' x '] }),
  })),
]);

test('a temperature to count by, let through as a field that is unknown, is let through', async () => {
  const { max_tokens: _most, ...counted } = body({ temperature: 1 });
  const simulation = simulate([], { allow: ['field-unknown'] });
  const answer = await send(simulation, counted, { path: COUNT });
  expect(answer.status, answer.text).toBe(200);
});

const ACCEPTED: readonly (readonly [what: string, sent: object])[] = [
  ['anything of a model it does not know', on('claude-test', { temperature: 0, top_p: 0.1 })],
  ['each of the three of an old model', haiku({ temperature: 0, top_k: 1 })],
  ['the defaults of a new model together', on('claude-opus-5', { temperature: 1, top_p: 1 })],
  ['the default temperature while thinking', adaptive({ temperature: 1 })],
];

test.each(ACCEPTED)('accepts %s in version 2023-06-01', async (_what, sent) => {
  const simulation = simulate(['Fine.']);
  const answer = await send(simulation, sent, OLD);
  expect(answer.status, answer.text).toBe(200);
});
