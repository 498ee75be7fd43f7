/** Records a scenario that is run against an app, and runs what was recorded. */
import { readFile } from 'node:fs/promises';
import Anthropic from '@anthropic-ai/sdk';
import { join } from 'node:path';
import { simulate, type Simulation } from '../../src/simulation/simulation.ts';
import { skippingClock } from '../../src/simulation/skipping-clock.ts';
import type { Transcript } from '../../src/transcript/transcript.ts';
import { VERSION } from '../../src/wire/headers.ts';
import type { Ending } from '../../src/invariants/run-record.ts';
import { callApp } from '../../testing/run/call-app.ts';
import {
  loadScenarios,
  record,
  runScenario,
  type App,
  type RecordOptions,
  type Scenario,
  type ScenarioResult,
} from '../../testing/index.ts';
import { tempFolder } from '../testing/temp-folder.ts';

export interface Replay {
  readonly original: Simulation;
  readonly ending: Ending;
  readonly text: string;
  readonly scenarios: readonly Scenario[];
  readonly results: readonly ScenarioResult[];
}

/** Options under which nothing depends on where a test runs. */
export const ANYWHERE: Pick<RecordOptions, 'out' | 'env'> = { out: 'recorded.yaml', env: {} };

/** What a recording stands before: the simulation itself, or a server in front of it. */
export type Upstream = (simulation: Simulation) => Promise<typeof globalThis.fetch | string>;

const itself: Upstream = async ({ fetch }) => fetch;

/** Runs `scenario` on `app` through a recording. */
export async function recordAndReplay(
  scenario: Scenario,
  app: App,
  options: Partial<RecordOptions> & { readonly upstream?: Upstream } = {},
): Promise<Replay> {
  const { upstream = itself, ...recordOptions } = options;
  const cwd = await tempFolder({});
  const { version, ...simulated } = scenario.options;
  const original = simulate(scenario.script, { ...simulated, clock: skippingClock() });
  const recording = record(await upstream(original), { ...ANYWHERE, cwd, ...recordOptions });
  const client = new Anthropic({
    apiKey: 'sk-ant-test',
    fetch: recording.fetch,
    ...(version === undefined ? {} : { defaultHeaders: { [VERSION]: version } }),
  });
  const { input, tools } = scenario;
  const { signal } = new AbortController();
  const ending = await callApp(app, {
    client,
    input,
    stream: false,
    tools,
    signal,
    simulation: original,
  });
  await recording.finish();
  const text = await readFile(join(cwd, 'recorded.yaml'), 'utf8');
  const scenarios = await loadScenarios('recorded.yaml', { cwd });
  const results = [];
  for (const each of scenarios) results.push(await runScenario(each, app));
  return { original, ending, text, scenarios, results };
}

const OPAQUE = ['signature', 'data', 'encrypted_content'];

/** What was said in conversations, the same whatever ids and signatures there are. */
export function saidIn(transcripts: readonly Transcript[]): unknown {
  const names = new Map<string, string>();
  const said = transcripts.map(({ messages, heads, exchanges, reply }) => ({
    messages,
    heads,
    stopped: reply?.stop_reason,
    answers: exchanges.map(({ outcome, response, streamEnding }) => ({
      outcome,
      status: response?.status,
      streamEnding,
    })),
  }));
  const json = JSON.stringify(said, (key, value: unknown) => {
    if (OPAQUE.includes(key)) return 'opaque';
    if ((key === 'id' || key === 'tool_use_id') && typeof value === 'string' && !names.has(value)) {
      names.set(value, `id ${names.size + 1}`);
    }
    return value;
  });
  const renamed = json.replaceAll(/[\w-]+/g, (word) => names.get(word) ?? word);
  return JSON.parse(renamed);
}
