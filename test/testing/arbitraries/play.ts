/** Plays a rehearsal with the loop of the kit, by its own words: nothing is patched up. */
import { fakeAnthropic, fakeMessages, type Simulation } from '../../../fakes/index.ts';
import { defineTool, runToolLoop, ToolError, type LoopTool } from '../../../src/loop/index.ts';
import type { ToolOutput } from '../../../src/loop/index.ts';
import { scriptOf } from '../../../testing/arbitraries/script-of.ts';
import type { Rehearsal } from '../../../testing/arbitraries/rehearsal.ts';

type Version = '2023-06-01' | '2026-10-21';

export interface Setting {
  readonly door: 'fakeAnthropic' | 'fakeMessages';
  readonly version: Version;
}

export interface Played {
  readonly simulation: Simulation;
  /** The ids of the calls that tools ran for. */
  readonly ran: readonly string[];
  readonly error: unknown;
}

async function perform({ conduct }: Rehearsal, call: string, usual: unknown): Promise<ToolOutput> {
  const own = conduct.find((each) => each.call === call);
  for (let step = 0; step < (own?.delay ?? 0); step++) await Promise.resolve();
  if (!own) return usual as ToolOutput;
  if ('error' in own) throw new ToolError(own.error);
  if ('throws' in own) throw new Error(own.throws);
  return 'result' in own ? (own.result as ToolOutput) : undefined;
}

function toolsOf(rehearsal: Rehearsal, ran: string[]): LoopTool[] {
  return rehearsal.tools.map(({ name, description, input_schema, effect = 'read', answers }) =>
    defineTool({
      name,
      description,
      inputSchema: input_schema,
      effect,
      run: (_input, { toolUseId }) => {
        ran.push(toolUseId);
        const [first] = answers;
        return perform(rehearsal, toolUseId, first && 'result' in first ? first.result : undefined);
      },
    }),
  );
}

export async function play(rehearsal: Rehearsal, { door, version }: Setting): Promise<Played> {
  const script = scriptOf(rehearsal.turns);
  const client =
    door === 'fakeMessages'
      ? fakeMessages(script, { version })
      : fakeAnthropic(script, {
          defaultHeaders: { 'anthropic-version': version },
          // The SDK prints the half of an event that it cannot read.
          logLevel: 'off',
        });
  const ran: string[] = [];
  const options = {
    model: 'claude-opus-5',
    max_tokens: 64,
    messages: [{ role: 'user' as const, content: rehearsal.input }],
    tools: toolsOf(rehearsal, ran),
    stream: rehearsal.stream,
    maxTurns: 50,
  };
  const { simulation } = client;
  try {
    await runToolLoop(client as Parameters<typeof runToolLoop>[0], options);
    return { simulation, ran, error: undefined };
  } catch (error) {
    return { simulation, ran, error };
  }
}
