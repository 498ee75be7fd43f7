/** Runs the programs of a language against a model that is served, and says what came of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, type TestContext } from 'vitest';
import {
  compaction,
  message,
  simulate,
  toolUse,
  type Simulation,
  type TurnInput,
} from '../../../fakes/index.ts';
import { serve } from '../../../fakes/server.ts';
import { loadScenarios } from '../../../testing/index.ts';
import type { Language } from '../../seeds/seed-rows.ts';
import { seen } from '../rehearse.ts';
import { installPrograms, programs, versionOf } from './languages.ts';
import { NOT_FETCHED, NOT_THERE, playAloud } from './process.ts';

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ensaio-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const REASONS = [NOT_THERE, NOT_FETCHED];

/** On CI only what is not there, and cannot be fetched, is a reason to skip: a program that does not build fails. */
async function skipUnlessInstalled(language: Language, { skip }: TestContext): Promise<void> {
  const problem = await installPrograms(language);
  const isAbsent = REASONS.some((reason) => problem?.includes(reason));
  if (problem && process.env['CI'] && !isAbsent) throw new Error(problem);
  skip(problem !== undefined, problem);
}

/** A JSON value with the keys of its objects in order: some SDKs write them in any. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, inOrder(one)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Runs the example of a language, and compares what it sent with what was written down; `vitest -u` writes it anew. */
export async function playExample(language: Language, context: TestContext): Promise<void> {
  await skipUnlessInstalled(language, context);
  await using server = await serve(await loadScenarios('examples/weather-and-sum.yaml'));
  const { client, package: name, example } = programs[language];
  const { stdout } = await playAloud(example, server.url, home());
  const simulation = server.simulation();
  simulation.assertDone();
  expect(stdout).toContain('It is sunny in Paris, and 15 + 27 is 42.');
  const results = simulation.transcripts[0]!.toolCalls.map(({ result }) => JSON.stringify(result));
  expect(results).toEqual([expect.stringContaining('sunny'), expect.stringContaining('42')]);
  const sent = seen({ client, versions: { [name]: versionOf(language) } }, simulation);
  const { marksErrors: _, ...rest } = sent;
  const { body, headers } = simulation.journal[0]!.request;
  const stainless = Object.keys(headers).filter((header) => header.startsWith('x-stainless-'));
  await expect(
    `${JSON.stringify({ ...rest, headers: stainless.toSorted(), tools: inOrder(body.tools) }, null, 2)}\n`,
  ).toMatchFileSnapshot(join(import.meta.dirname, '..', 'seen-examples', `${language}.json`));
}

export interface Way {
  /** What the model calls the tool with. */
  readonly at?: string;
  readonly script?: Parameters<typeof simulate>[0];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Played {
  readonly simulation: Simulation;
  readonly stdout: string;
  readonly stderr: string;
  /** The newest result of a call. */
  readonly result: Readonly<Record<string, unknown>> | undefined;
}

/** Runs one way to use the tool runner against a model that looks once. */
export async function playWay(
  language: Language,
  name: string,
  context: TestContext,
  { at = 'left', script = [[toolUse('look', { at })], 'Seen.'], env = {} }: Way = {},
): Promise<Played> {
  await skipUnlessInstalled(language, context);
  const simulation = simulate(script);
  await using server = await serve(simulation);
  const said = await playAloud([...programs[language].ways!, name], server.url, home(), env);
  const result = simulation.transcripts.at(-1)?.toolCalls.at(-1)?.result;
  return { simulation, result, stdout: said.stdout.trim(), stderr: said.stderr };
}

export const CUT: TurnInput = message('Half', { stop_reason: 'max_tokens' });
export const MARK = { type: 'ephemeral' };

/** The budgets of the requests. */
export const budgets = ({ simulation }: Played): unknown[] =>
  simulation.journal.map(({ request }) => request.body.max_tokens);

/** How many messages each request comes to. */
export const lengths = ({ simulation }: Played): number[] =>
  simulation.journal.map(({ messages }) => messages.length);

const TO_COMPACT: Way['script'] = [
  [toolUse('look', { at: 'left' })],
  [compaction('They want a look.')],
  'Seen.',
];

/** Plays the way `compact`: the runner is told to sum up before the next turn. */
export async function playCompaction(language: Language, context: TestContext): Promise<void> {
  const { simulation, stdout } = await playWay(language, 'compact', context, {
    script: TO_COMPACT,
  });
  expect(stdout.split('\n')).toEqual(['tool_use', 'compaction', 'end_turn']);
  const [, asking, last] = simulation.journal;
  expect(asking!.request.body['compaction']).toEqual({ type: 'summarize' });
  expect(last!.messages).toMatchObject([{ content: [{ content: 'They want a look.' }] }]);
}

/** Plays the way `edits`: each request tells the server to compact, also one that is sent again without a thread. */
export async function playEdits(language: Language, context: TestContext): Promise<void> {
  const { simulation } = await playWay(language, 'edits', context);
  const edits = { edits: [{ type: 'compact_20260112' }] };
  expect(simulation.journal.length).toBeGreaterThanOrEqual(2);
  for (const { request } of simulation.journal) {
    expect(request.body['context_management']).toEqual(edits);
  }
}
