// Many tests on one server: whatever they do at the same time, nothing of one is seen by another.
import { expect, test, vi } from 'vitest';
import { checkInvariants, text, toolUse, when } from '../../fakes/index.ts';
import type { NamedScript } from '../../fakes/server.ts';
import { defineTool, runToolLoop } from '../../src/loop/index.ts';
import { clientOf, started } from './started.ts';

vi.setConfig({ testTimeout: 60_000 });

const RUNS = 50;
const LOOPS_A_RUN = 4;

/** What one loop is told and must say, so that anything of another one shows. */
const nameOf = (run: number, loop: number): string => `run ${run}, loop ${loop}`;

const loops = Array.from({ length: LOOPS_A_RUN }, (_, loop) => loop);

/** Every loop of the run has turns of its own: two calls at once, another one, the answer. */
function scriptOf(run: number): NamedScript {
  const routes = loops.map((loop) => {
    const name = nameOf(run, loop);
    return when({ user: `${name}.` }, [
      [
        text(`This is ${name}.`),
        toolUse('look', { at: `${name}, left` }),
        toolUse('look', { at: `${name}, right` }),
      ],
      [toolUse('look', { at: `${name}, back` })],
      `Done: ${name}.`,
    ]);
  });
  return { name: `script ${run}`, script: routes };
}

/** How a run is reached, each way by a third of them. */
function clientFor(server: Parameters<typeof clientOf>[0], run: number) {
  const name = `script-${run}~${run}`;
  if (run % 3 === 0) return clientOf(server, `/run/${name}`);
  if (run % 3 === 1) return clientOf(server, '', `sk-ant-test-${name}`);
  return clientOf(server).withOptions({ defaultHeaders: { 'x-ensaio-run': name } });
}

test('200 streaming tool loops at once in 50 runs mix nothing up', async () => {
  const runs = Array.from({ length: RUNS }, (_, run) => run);
  const server = await started(runs.map(scriptOf));

  async function rehearse(run: number, loop: number): Promise<string> {
    const name = nameOf(run, loop);
    const seen: string[] = [];
    const look = defineTool({
      name: 'look',
      description: 'Looks at a place.',
      inputSchema: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
      effect: 'read',
      run: ({ at }) => {
        seen.push(String(at));
        return `${String(at)} seen`;
      },
    });
    const { text: answer } = await runToolLoop(clientFor(server, run), {
      model: 'claude-opus-5',
      max_tokens: 64,
      messages: [{ role: 'user', content: `This is ${name}.` }],
      tools: [look],
      stream: true,
    });
    expect(seen).toEqual([`${name}, left`, `${name}, right`, `${name}, back`]);
    return answer;
  }

  const pairs = runs.flatMap((run) => loops.map((loop) => [run, loop] as const));
  const answers = await Promise.all(pairs.map(([run, loop]) => rehearse(run, loop)));
  expect(answers).toEqual(pairs.map(([run, loop]) => `Done: ${nameOf(run, loop)}.`));

  for (const run of runs) {
    const simulation = server.simulation(`script-${run}~${run}`);
    simulation.assertDone();
    expect(simulation.journal).toHaveLength(LOOPS_A_RUN * 3);
    expect(simulation.transcripts).toHaveLength(LOOPS_A_RUN);
    for (const transcript of simulation.transcripts) {
      expect(checkInvariants(transcript)).toEqual([]);
      const names = JSON.stringify(transcript.messages).match(/run \d+, loop \d+/g);
      expect(new Set(names).size).toBe(1);
      expect(names![0]).toMatch(new RegExp(`^run ${run}, `));
    }
  }
});

test('a run that is reset, deleted or given another script leaves the others alone', async () => {
  const server = await started([
    { name: 'a', script: ['a1', 'a2'] },
    { name: 'b', script: ['b1', 'b2'] },
  ]);
  const params = {
    model: 'claude-opus-5',
    max_tokens: 64,
    messages: [{ role: 'user' as const, content: 'Hello.' }],
  };
  const say = async (run: string): Promise<string> =>
    clientOf(server, `/run/${run}`).messages.stream(params).finalText();
  expect([await say('a~1'), await say('a~2'), await say('b~1')]).toEqual(['a1', 'a1', 'b1']);
  await fetch(`${server.url}/_ensaio/runs/a~1/reset`, { method: 'POST' });
  await fetch(`${server.url}/_ensaio/scripts/b`, { method: 'PUT', body: '[{ reply: c1 }]' });
  expect([await say('a~1'), await say('a~2'), await say('b~1')]).toEqual(['a1', 'a2', 'c1']);
  await fetch(`${server.url}/_ensaio/runs/a~2`, { method: 'DELETE' });
  expect([await say('a~1'), await say('a~2')]).toEqual(['a2', 'a1']);
});
