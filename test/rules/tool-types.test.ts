/** Computer tools, of which each model knows some. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send, type SendOptions } from '../support/send.ts';

type Json = Record<string, unknown>;

const OLD = 'computer_20250124';
const NEW = 'computer_20251124';
const BETAS: SendOptions = {
  headers: { 'anthropic-beta': 'computer-use-2025-01-24,computer-use-2025-11-24' },
};
const screen = { name: 'computer', display_width_px: 800, display_height_px: 600 };
const TOOLSET: Json = { type: 'computer_toolset_20260801' };

const on = (model: string, ...tools: Json[]): Json => body({ model, tools });
const works = (model: string, type: string): Json => on(model, { type, ...screen });

/** Which types are listed is the kit's own guess: only their beginning is compared. */
const begins = (model: string, types: string): string =>
  `'${model}' does not support tool types: ${types}. Did you mean one of bash_20250124, `;

interface Refused {
  readonly report: string;
  readonly sent: Json;
  readonly begins: string;
}

const REFUSED: readonly Refused[] = [
  {
    report: 'anthropics/anthropic-sdk-typescript#914',
    sent: works('claude-sonnet-4-6', OLD),
    begins: begins('claude-sonnet-4-6', OLD),
  },
  {
    report: "what's new in Opus 5.5",
    sent: works('claude-opus-5-5', NEW),
    begins: begins('claude-opus-5-5', NEW),
  },
  {
    report: 'computer-use docs, of the dated id',
    sent: works('claude-haiku-4-5', NEW),
    begins: begins('claude-haiku-4-5-20251001', NEW),
  },
  {
    report: 'computer-use docs, of the toolset',
    sent: on('claude-opus-4-7', TOOLSET),
    begins: begins('claude-opus-4-7', 'computer_toolset_20260801'),
  },
];

test.each(REFUSED)('refuses the tool of $report', async ({ sent, begins: words }) => {
  const simulation = simulate(['Never.']);
  const { status, body: answer } = await send(simulation, sent, BETAS);
  expect(status).toBe(400);
  expect(answer.error.type).toBe('invalid_request_error');
  expect(answer.error.message.startsWith(words)).toBe(true);
  expect(answer.error.message).toMatch(/\?$/);
  expect(simulation.violations[0]?.rule).toBe('tool-type-unsupported');
});

test.each([
  ['a tool the model knows', works('claude-opus-5', NEW)],
  ['an older one the model knows', works('claude-sonnet-4-5', OLD)],
  ['the toolset', on('claude-opus-5-5', TOOLSET)],
  ['any of a model that is not known', works('claude-test', OLD)],
  ['any of a model of which it is not known', works('claude-sonnet-5-5', NEW)],
])('accepts %s', async (_what, sent) => {
  const answer = await send(simulate(['Fine.']), sent, BETAS);
  expect(answer.status, answer.text).toBe(200);
});

test('suggests what the model knows, and nothing that needs a beta that is not there', async () => {
  const options: SendOptions = { headers: { 'anthropic-beta': 'computer-use-2025-11-24' } };
  const { body: answer } = await send(simulate([]), works('claude-opus-5-5', NEW), options);
  const suggested = /Did you mean one of (.*)\?$/.exec(answer.error.message)![1]!.split(', ');
  expect(suggested).toContain('computer_toolset_20260801');
  expect(suggested).not.toContain('custom');
  expect(suggested.filter((type) => type.startsWith('computer_20'))).toEqual([]);
});
