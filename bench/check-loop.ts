/** What rehearsing costs: loops a second without the SDK, and beside the SDK on a stub that answers at once. */
import Anthropic from '@anthropic-ai/sdk';
import { runToolLoop, type LoopClient } from '../src/loop/index.ts';
import type { LoopTool } from '../src/loop/index.ts';
import type { App } from '../testing/app.ts';
import type { Rehearsal } from '../testing/arbitraries/rehearsal.ts';
import { kitTools } from '../testing/arbitraries/kit-tools.ts';
import { toCheckSettings } from '../testing/check/settings.ts';
import { rehearsedTool } from '../testing/check/rehearsed-tools.ts';
import { toScenario } from '../testing/check/to-scenario.ts';
import { loadDoor, type AnyDoorName } from '../testing/doors/doors.ts';
import { play } from '../testing/play.ts';
import { ownStrays } from '../testing/stage/strays.ts';
import { ownTimers } from '../testing/stage/own-timers.ts';

/** Three requests, two of which bring calls. */
const REHEARSAL: Rehearsal = {
  input: 'Go.',
  tools: kitTools,
  turns: [
    {
      reply: [
        'Let me look.',
        { tool_use: { id: 'toolu_1', name: 'look', input: { at: 'left' } } },
        { tool_use: { id: 'toolu_2', name: 'look', input: { at: 'right' } } },
      ],
    },
    { reply: [{ tool_use: { id: 'toolu_3', name: 'move', input: { to: 'left' } } }] },
    { reply: 'Done.' },
  ],
  conduct: [],
  stream: false,
  kinds: [],
};

async function loop(client: LoopClient, tools: readonly LoopTool[]): Promise<unknown> {
  return runToolLoop(client, {
    model: 'claude-opus-5',
    max_tokens: 1024,
    tools,
    messages: [{ role: 'user', content: REHEARSAL.input }],
  });
}

const app: App = ({ client, tools }) => loop(client, tools);

const ROUND_MS = 700;
const ROUNDS = 7;
/** The schema of a request is compiled once it has been asked often enough, and the engine takes its time too. */
const WARM_UP_MS = 10_000;
/** How many loops there are between two looks at the clock. */
const LOOK_EVERY = 20;

type Work = () => Promise<unknown>;

/** Of the processor's time: others may be at work on the machine too. */
async function microseconds(work: Work, ms: number): Promise<number> {
  const start = process.cpuUsage();
  const spent = (): number => {
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  let times = 0;
  while (times % LOOK_EVERY > 0 || spent() < ms * 1000) {
    await work();
    times += 1;
  }
  return spent() / times;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** How long each takes, taking turns. */
async function compare(works: readonly Work[]): Promise<number[][]> {
  for (const work of works) await microseconds(work, WARM_UP_MS);
  const rounds: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = [];
    for (const work of works) times.push(await microseconds(work, ROUND_MS));
    rounds.push(times);
  }
  return rounds;
}

/** A rehearsal played and judged, as `checkLoop` does it. */
async function rehearsed(name: AnyDoorName): Promise<Work> {
  const settings = toCheckSettings({ seed: 1 });
  const door = await loadDoor(name);
  return async () => {
    const { problems } = await play(toScenario(REHEARSAL, settings), app, {
      door,
      timeLimitMs: 5000,
    });
    if (problems.length > 0) throw new Error(problems[0]!.message);
  };
}

/** What the simulation answers, to be given by a stub that looks at nothing. */
async function answers(): Promise<string[]> {
  const door = await loadDoor('client');
  const { run } = await play(toScenario(REHEARSAL, toCheckSettings({ seed: 1 })), app, {
    door,
    timeLimitMs: 5000,
  });
  return run.simulation.journal.map(({ response }) => JSON.stringify(response!.body));
}

async function stubbed(): Promise<Work> {
  const bodies = await answers();
  const headers = { 'content-type': 'application/json', 'request-id': 'req_1' };
  const tools = kitTools.map(rehearsedTool);
  return async () => {
    let next = 0;
    const client = new Anthropic({
      apiKey: 'test',
      fetch: async () => new Response(bodies[next++]!, { headers }),
    });
    await loop(client, tools);
  };
}

// As during a check, which takes these over once.
ownTimers();
ownStrays();
const [which = 'both'] = process.argv.slice(2);
if (which !== 'client') {
  const us = median((await compare([await rehearsed('fakeMessages')])).flat());
  console.log(`fakeMessages  ${(1e6 / us).toFixed(0)} loops/s, ${us.toFixed(0)} µs each`);
}
if (which !== 'fakeMessages') {
  const rounds = await compare([await rehearsed('client'), await stubbed()]);
  const [own, bare] = [median(rounds.map(([a]) => a!)), median(rounds.map(([, b]) => b!))];
  const ratio = median(rounds.map(([a, b]) => a! / b!));
  console.log(
    `client        ${(1e6 / own).toFixed(0)} loops/s, ${own.toFixed(0)} µs each; a bare stub ${bare.toFixed(0)} µs; ratio ${ratio.toFixed(2)}`,
  );
}
