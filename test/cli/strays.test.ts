// What comes out of a scenario besides its answer, while others run: only a real process can show it.
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaioProcess } from './ensaio-process.ts';

// Every test starts a process that reads the source anew.
vi.setConfig({ testTimeout: 60_000 });

interface Told {
  readonly scenarios: readonly {
    readonly name: string;
    readonly status: string;
    readonly error?: string;
    readonly printed: string;
  }[];
  readonly strays: readonly unknown[];
}

function scenarios(names: readonly string[]): string {
  const one = (name: string): string =>
    `- { name: ${name}, input: ${name}, turns: [{ reply: y }] }\n`;
  return names.map(one).join('');
}

const ASK = `\
const ask = (client, content) => client.messages.create({
  model: 'claude-haiku-5-5', max_tokens: 9, messages: [{ role: 'user', content }],
});
`;

const KINDS = ['rejection', 'later', 'timer', 'immediate', 'tick', 'emitter', 'socket', 'aborted'];

const STRAYS = `\
import { EventEmitter } from 'node:events';
import { connect } from 'node:net';
${ASK}
const strays = {
  rejection: () => void Promise.reject(new Error('rejection')),
  later: async () => { await new Promise((done) => setImmediate(done)); throw new Error('later'); },
  timer: () => setTimeout(() => { throw new Error('timer'); }, 1),
  immediate: () => setImmediate(() => { throw new Error('immediate'); }),
  tick: () => process.nextTick(() => { throw new Error('tick'); }),
  emitter: () => setImmediate(() => new EventEmitter().emit('error', new Error('emitter'))),
  socket: () => connect(1, '127.0.0.1').on('error', () => { throw new Error('socket'); }),
  aborted: () => {
    const controller = new AbortController();
    controller.signal.addEventListener('abort', () => { throw new Error('aborted'); });
    setImmediate(() => controller.abort());
  },
};
const { promise: allCameUp, resolve } = Promise.withResolvers();
let count = 0;
process.on('uncaughtException', () => { if ((count += 1) === Object.keys(strays).length) resolve(); });
console.log('the app is loaded');
export default async ({ client, input }) => {
  console.log(input, 'begins');
  const reply = await ask(client, input);
  process.stderr.write(Buffer.from(input + ' goes on\\n'));
  // Those that leave an error behind wait for ever, and the others for all of these errors.
  strays[input]?.();
  await (input in strays ? new Promise(() => {}) : allCameUp);
  return reply;
};
`;

test('an error that nobody caught, and what is printed, belong to the scenario they come from', async () => {
  const names = ['first', ...KINDS, 'last'];
  const cwd = await tempFolder({ 'a.yaml': scenarios(names), 'app.mjs': STRAYS });
  const argv = ['run', '.', '--app', 'app.mjs', '--concurrency', '10', '--reporter', 'json'];
  const { code, stdout, stderr } = await ensaioProcess(argv, cwd);
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'the app is loaded\n' });
  const { scenarios: told, strays } = JSON.parse(stdout) as Told;
  expect(strays).toEqual([]);
  expect(told).toMatchObject(
    names.map((name) => ({
      name,
      printed: `${name} begins\n${name} goes on\n`,
      ...(KINDS.includes(name)
        ? { status: 'failed', error: `Error: ${name}` }
        : { status: 'passed' }),
    })),
  );
});

const LATE = `\
${ASK}
// What is set up here belongs to no scenario.
const { promise: shared, resolve: breakShared } = Promise.withResolvers();
shared.then(() => { throw new Error('of the pool'); });
const { promise: never, resolve: breakLate } = Promise.withResolvers();
const { promise: bothCameUp, resolve } = Promise.withResolvers();
let count = 0;
process.on('uncaughtException', () => { if ((count += 1) === 2) resolve(); });
export default async ({ client, input }) => {
  const reply = await ask(client, input);
  if (input === 'leaves') void never.then(() => { throw new Error('too late'); });
  if (input === 'holds on') await bothCameUp;
  // With two at a time it begins when the one that leaves is over.
  if (input === 'breaks') { breakLate(); breakShared(); await bothCameUp; }
  return reply;
};
`;

test('an error that comes up too late, or is of no scenario, is told in the end', async () => {
  const names = ['leaves', 'holds on', 'breaks'];
  const cwd = await tempFolder({ 'a.yaml': scenarios(names), 'app.mjs': LATE });
  const argv = ['run', '.', '--app', 'app.mjs', '--concurrency', '2'];
  const { code, stdout, stderr } = await ensaioProcess(argv, cwd);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  const said = stdout
    .replaceAll(/^ +at .*$/gm, '    at …')
    .replaceAll(/\d+ ms|[\d.]+ s(?=\))/g, '… ms');
  expect(said).toMatchInlineSnapshot(`
    "✓ leaves
      answer: y
      user: text
      assistant: text

    ✓ holds on
      answer: y
      user: text
      assistant: text

    ✓ breaks
      answer: y
      user: text
      assistant: text

    ✗ An error that nobody caught came up after "leaves" was over
      Error: too late
        at …

    ✗ An error that nobody caught came up while these ran: holds on, breaks
      Error: of the pool
        at …
    \`--concurrency 1\` tells which of them it belongs to.

    3 scenarios: 3 passed, 2 errors left behind (… ms)
    "
  `);
});

test('says which scenario was running, and what it printed, when the app ends the process', async () => {
  const cwd = await tempFolder({
    'a.yaml': scenarios(['stays', 'leaves']),
    'app.mjs': `\
export default async ({ input }) => {
  console.log(input, 'is here');
  if (input === 'stays') await new Promise(() => {});
  process.exit(0);
};
`,
  });
  const { code, stdout, stderr } = await ensaioProcess(['run', '.', '--app', 'app.mjs'], cwd);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: `\
The process ended before the run was over: does the app call process.exit()?
leaves is here
It was running: leaves
`,
  });
});
