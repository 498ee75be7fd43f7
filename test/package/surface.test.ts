// Whatever a public function is given, it works or says in words of its own what it takes.
import { afterAll, expect, test } from 'vitest';
import * as root from '../../fakes/index.ts';
import * as msw from '../../fakes/msw.ts';
import * as server from '../../fakes/server.ts';
import * as invariants from '../../src/invariants/index.ts';
import * as loop from '../../src/loop/index.ts';
import * as rules from '../../src/rules/index.ts';
import * as loopApp from '../../testing/apps/loop.ts';
import * as toolRunnerApp from '../../testing/apps/tool-runner.ts';
import * as testing from '../../testing/index.ts';

const { simulate } = root;
const entries = { root, msw, server, invariants, rules, loop, loopApp, toolRunnerApp, testing };

/** What stands in front of the argument that is wrong, where a function looks at it first. */
const RIGHT: Readonly<Record<string, readonly unknown[]>> = {
  anthropicHandlers: [simulate([])],
  apiError: [429, 'x'],
  assertScenario: [{ name: 'x', passed: true, problems: [] }],
  checkInvariants: [[]],
  checkLoop: [async () => 'x'],
  clientVerdict: [simulate([])],
  codedError: ['thread_not_found'],
  fakeAnthropic: [[]],
  fakeMessages: [[]],
  flaky: [[]],
  formatProblems: [[]],
  formatTranscript: [[]],
  formatViolations: [[]],
  judgeInvariants: [[]],
  lintScenarios: ['scenarios/lesson'],
  loadScenarios: ['scenarios/lesson'],
  printScenario: [{ name: 'x', input: 'x', turns: [] }],
  record: ['http://127.0.0.1'],
  reportLoop: [async () => 'x'],
  serve: [simulate([])],
  simulate: [[]],
  spyTools: [[]],
  toHaveAnswered: [[]],
};

const WRONG: readonly unknown[] = [undefined, null, 'x', 3, [1], {}, () => 'x', { name: 'x' }];

/** What a function threw, when that was none of its own words. */
async function insideOf(
  call: (...args: readonly unknown[]) => unknown,
  args: readonly unknown[],
): Promise<string> {
  try {
    const result = await call(...args);
    if (result && typeof result === 'object' && 'close' in result)
      await (result as server.EnsaioServer).close();
    return '';
  } catch (error) {
    const { message } = error as Error;
    return message.startsWith('[ensaio] ') ? '' : String(error);
  }
}

const functions = Object.entries(entries).flatMap(([entry, module]) =>
  Object.entries(module).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'function' && /^[a-z]/.test(name)
      ? [[`${entry}: ${name}`, name, value as (...args: readonly unknown[]) => unknown] as const]
      : [],
  ),
);
const { ENSAIO_SEED } = process.env;
process.env['ENSAIO_SEED'] = '1';
afterAll(() => {
  if (ENSAIO_SEED === undefined) delete process.env['ENSAIO_SEED'];
  else process.env['ENSAIO_SEED'] = ENSAIO_SEED;
});

test.each(functions)('%s works or says what it takes', async (_title, name, call) => {
  const right = RIGHT[name] ?? [];
  const given = WRONG.flatMap((value) => [[value], [...right, value]]);
  const inside = await Promise.all(given.map((args) => insideOf(call, args)));
  expect(inside.filter((each) => each !== '')).toEqual([]);
});
