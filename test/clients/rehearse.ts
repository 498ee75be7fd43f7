/** The one rehearsal of every client: two calls at once, one of which fails, an overloaded API, and an answer. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { overloaded, simulate, text, toolUse, type Simulation } from '../../fakes/index.ts';
import { serve } from '../../fakes/server.ts';
import type { SeenClient } from './seen-client.ts';

export const MODEL = 'claude-opus-5';
export const PROMPT = 'Look twice.';
const ANSWER = 'Both seen.';

/** Shown to every client; any would do. */
export const KEY = 'test';

/** The tool of the clients that bring none. */
export function look({ at }: { readonly at: string }): string {
  if (at === 'nowhere') throw new Error('there is nothing to see');
  return `seen ${at}`;
}

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the result must hold. */
  readonly told: string;
}

/** Calls of one turn: the first works, the second fails. */
export type Calls = readonly [works: Call, fails: Call];

const LOOKS: Calls = [
  { name: 'look', input: { at: 'left' }, told: 'seen left' },
  { name: 'look', input: { at: 'nowhere' }, told: 'nothing to see' },
];

export interface Rehearsed {
  /** The name of its file in `seen/`. */
  readonly file: string;
  /** For people. */
  readonly client: string;
  /** Its packages, with their versions. */
  readonly versions: Readonly<Record<string, string>>;
  readonly streams?: boolean;
  readonly calls?: Calls;
}

/** The versions of npm packages as they are installed in a folder. */
export function installed(folder: string, ...names: readonly string[]): Record<string, string> {
  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
  return Object.fromEntries(names.map((name) => [name, versionOf(name)]));
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** What a client sent, without what depends on the machine. */
export function seen(
  { client, versions }: Pick<Rehearsed, 'client' | 'versions'>,
  { journal, transcripts }: Simulation,
): SeenClient {
  const asked = journal.filter(({ request }) => request.method === 'POST');
  const { headers, betas } = asked[0]!.request;
  return {
    client,
    versions,
    requests: unique(journal.map(({ request }) => `${request.method} ${request.path}`)),
    version: headers['anthropic-version']!,
    auth: ['x-api-key', 'authorization'].filter((name) => Object.hasOwn(headers, name)),
    betas,
    userAgent: headers['user-agent']!.replace(/(node\.js)\/[\d.]+/, '$1/…'),
    streams: asked.every(({ request }) => request.body.stream === true),
    threads: asked.some(({ request }) => Object.hasOwn(request.body, 'thread')),
    marksErrors: transcripts[0]!.toolCalls[1]!.result?.['is_error'] === true,
  };
}

/**
 * Serves the script, has the client go through it, and compares what it sent with its file in `seen/`; `vitest -u`
 * writes the files anew. `play` gets the base URL without `/v1` and returns what the client says last.
 */
export async function rehearse(
  rehearsed: Rehearsed,
  play: (url: string) => Promise<string>,
): Promise<void> {
  const { file, calls = LOOKS, streams = true } = rehearsed;
  const simulation = simulate([
    [text('Two looks.'), ...calls.map(({ name, input }) => toolUse(name, input))],
    overloaded({ retryAfterMs: 1 }),
    ANSWER,
  ]);
  await using server = await serve(simulation);
  const answer = await play(server.url);

  simulation.assertDone();
  expect(answer).toContain(ANSWER);
  expect(simulation.transcripts).toHaveLength(1);
  const { toolCalls } = simulation.transcripts[0]!;
  expect(toolCalls.map(({ name }) => name)).toEqual(calls.map(({ name }) => name));
  for (const [i, { told }] of calls.entries()) {
    expect(JSON.stringify(toolCalls[i]!.result)).toContain(told);
  }
  const sent = seen(rehearsed, simulation);
  expect(sent.streams).toBe(streams);
  await expect(`${JSON.stringify(sent, null, 2)}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'seen', `${file}.json`),
  );
}
