/** What may grow with what there is already, and how far. */
import { fakeAnthropic, simulate, when, type FakeAnthropic } from '../../fakes/index.ts';
import type { Work } from '../measure.ts';
import { params } from '../pieces/looking.ts';
import { ask, scriptOf, THREADS, threadBody, wholeBodies } from '../pieces/turns.ts';
import type { Guard } from './guard.ts';

const TIMES = 5;
/** Each is counted twice, once for the bytes and once for the steps. */
const COUNTED = 2 * TIMES;
const once = { times: TIMES, warmUp: 0 };

async function repeat(work: Work, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await work();
}

/** Asks in a thread, again and again. */
function thread(): Work {
  const simulation = simulate(scriptOf(600));
  let turn = 0;
  let previous: string | undefined;
  return async () => {
    ({ id: previous } = await ask(simulation, threadBody(turn, previous), THREADS));
    turn += 1;
  };
}

const threads: Guard = {
  work: 'turn 500 of a thread',
  floor: 'turn 50 of it',
  limits: { steps: 2.5, bytes: 2.3 },
  async measure(count) {
    const next = thread();
    await repeat(next, 50);
    const floor = await count(next, once);
    await repeat(next, 450 - COUNTED);
    return { floor, work: await count(next, once) };
  },
};

const history: Guard = {
  work: 'turn 200 of a conversation that is sent whole each time',
  floor: 'turn 50 of it',
  limits: { steps: 2.6, bytes: 2.1 },
  async measure(count) {
    const simulation = simulate(scriptOf(300));
    const bodies = await wholeBodies(200 + COUNTED);
    let turn = 0;
    const next = (): Promise<unknown> => ask(simulation, bodies[turn++]!);
    await repeat(next, 50);
    const floor = await count(next, once);
    await repeat(next, 150 - COUNTED);
    return { floor, work: await count(next, once) };
  },
};

const ANSWER = 'There is nothing to be seen.';
const answers = (count: number): string[] => Array.from({ length: count }, () => ANSWER);

function routed(scripts: number): FakeAnthropic {
  const others = Array.from({ length: scripts - 1 }, (_, index) =>
    when({ user: `Look at place ${index}.` }, [ANSWER]),
  );
  return fakeAnthropic([...others, when({ user: 'Look around.' }, answers(200))]);
}

const routes: Guard = {
  work: 'a request for the last of 1,000 routed scripts',
  floor: 'a request for the only one',
  limits: { steps: 5.5, bytes: 2.4 },
  async measure(count) {
    const [many, one] = [routed(1000), routed(1)];
    return {
      work: await count(() => many.messages.create(params)),
      floor: await count(() => one.messages.create(params)),
    };
  },
};

const journal: Guard = {
  work: 'exchange 1,000 of a journal that holds 100',
  floor: 'exchange 200 of it',
  limits: { steps: 1.1, bytes: 1.1 },
  async measure(count) {
    const client = fakeAnthropic(answers(1100), { journalLimit: 100 });
    const next = (): Promise<unknown> => client.messages.create(params);
    await repeat(next, 200);
    const floor = await count(next, once);
    await repeat(next, 800 - COUNTED);
    return { floor, work: await count(next, once) };
  },
};

export const growth: Readonly<Record<string, Guard>> = { threads, history, routes, journal };
