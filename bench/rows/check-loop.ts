/** A check of a loop, beside the same loops on a stub. */
import Anthropic from '@anthropic-ai/sdk';
import { runToolLoop, type LoopTool } from '../../src/loop/index.ts';
import { checkLoop, type App, type AppContext } from '../../testing/index.ts';
import { compare } from '../measure.ts';
import type { Row } from '../row.ts';

const RUNS = 1000;
/** Of the 1,000, how many make a round. */
const RUNS_A_ROUND = 100;

type Asked = Pick<AppContext, 'client' | 'input' | 'tools'>;

const loop = ({ client, input, tools }: Asked): Promise<unknown> =>
  runToolLoop(client, {
    model: 'claude-opus-5',
    max_tokens: 1024,
    tools,
    messages: [{ role: 'user', content: String(input) }],
  });

/** What a tool did. */
type Done = { readonly value: unknown } | { readonly error: unknown };

/** One loop as it went: what was answered, and what the tools did. */
interface RecordedLoop {
  readonly input: unknown;
  readonly tools: readonly LoopTool[];
  readonly answers: { readonly body: string; readonly init: ResponseInit }[];
  readonly done: Map<string, Done[]>;
}

const keyOf = (name: string, input: unknown): string => `${name} ${JSON.stringify(input)}`;

/** The same tool, and what it did is noted. */
function noting(tool: LoopTool, done: RecordedLoop['done']): LoopTool {
  return {
    ...tool,
    async run(input, context) {
      const key = keyOf(tool.name, input);
      const ended = done.get(key) ?? [];
      done.set(key, ended);
      try {
        const value = await tool.run(input, context);
        ended.push({ value });
        return value;
      } catch (error) {
        ended.push({ error });
        throw error;
      }
    },
  };
}

/** The same tool, that does what it did when it was noted. */
function repeating(tool: LoopTool, done: RecordedLoop['done']): LoopTool {
  const next = new Map<string, number>();
  return {
    ...tool,
    run(input) {
      const key = keyOf(tool.name, input);
      const at = next.get(key) ?? 0;
      next.set(key, at + 1);
      const ended = done.get(key)![at]!;
      if ('error' in ended) throw ended.error;
      return ended.value as ReturnType<LoopTool['run']>;
    },
  };
}

function recorder(loops: RecordedLoop[]): App {
  return ({ input, tools, simulation }) => {
    const recorded: RecordedLoop = { input, tools, answers: [], done: new Map() };
    loops.push(recorded);
    const own = new Anthropic({
      apiKey: 'test',
      fetch: async (url, init) => {
        const response = await simulation.fetch(url, init);
        const { status, headers } = response;
        const body = await response.clone().text();
        recorded.answers.push({ body, init: { status, headers: [...headers] } });
        return response;
      },
    });
    return loop({ client: own, input, tools: tools.map((tool) => noting(tool, recorded.done)) });
  };
}

async function stubbed({ input, tools, answers, done }: RecordedLoop): Promise<unknown> {
  let next = 0;
  const client = new Anthropic({
    apiKey: 'test',
    fetch: async () => {
      const { body, init } = answers[next++]!;
      return new Response(body, init);
    },
  });
  return loop({ client, input, tools: tools.map((tool) => repeating(tool, done)) });
}

/** What fails is tried again after a wait, which is real time on a stub. */
const OPTIONS = { seed: 1, runs: RUNS_A_ROUND, faults: [] } as const;

export const row: Row<'ratio'> = {
  work: `\`checkLoop\`, ${RUNS.toLocaleString('en')} runs, SDK client`,
  floor: `${RUNS.toLocaleString('en')} bare stub loops of the same requests`,
  goals: { ratio: { unit: '×', atMost: 1.25 } },
  limits:
    'Beside what the SDK and the simulation cost, a run is made of a rehearsal, played on a stage with a clock and timers of its own, and judged by all invariants: a tenth of its time, and making the rehearsal a twentieth. Tried: all that made the rows of the SDK cheaper (decision 23), which took it from 5.2. Not tried: judging only what a rehearsal can break.',
  async measure() {
    const loops: RecordedLoop[] = [];
    await checkLoop(recorder(loops), OPTIONS);
    const { ratio } = await compare(
      () => checkLoop(loop, OPTIONS),
      async () => {
        for (const each of loops) await stubbed(each);
      },
      { roundMs: 1, warmUpMs: 10_000 },
    );
    return { ratio };
  },
};
