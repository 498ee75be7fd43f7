/** `ensaio/testing` needs fast-check only where the arbitraries are used. */
import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { EnsaioError } from '../../../src/error.ts';
import { arbitraries } from '../../../testing/arbitraries.ts';
import * as all from '../../../testing/arbitraries/index.ts';

const entry = new URL('../../../testing/index.ts', import.meta.url).href;

/** Looks for fast-check where nothing is installed. */
const WITHOUT = `
import { registerHooks } from 'node:module';
registerHooks({
  resolve: (name, context, next) =>
    next(name, name === 'fast-check' ? { ...context, parentURL: 'file:///nowhere/a.js' } : context),
});
`;

/** What a process of its own prints. */
function run(code: string): unknown {
  const args = ['--input-type=module', '--no-warnings', '--eval', code];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

test('has every arbitrary by its name', () => {
  expect(Object.keys(arbitraries).toSorted()).toEqual(Object.keys(all).toSorted());
});

test('loads without fast-check, and says what is missing when an arbitrary is called', () => {
  const told = run(`${WITHOUT}
    const { arbitraries, runScenario } = await import('${entry}');
    try {
      arbitraries.script();
    } catch ({ name, code, message }) {
      console.log(JSON.stringify({ run: typeof runScenario, name, code, message }));
    }`);
  expect(told).toEqual({
    run: 'function',
    name: 'EnsaioError',
    code: 'fast-check-missing',
    message: `[ensaio] The arbitraries and checkLoop are made of fast-check, which is not installed.

Install it beside ensaio: npm install --save-dev fast-check`,
  });
});

test('loads the fast-check of whoever asks, and only then', () => {
  const told = run(`
    import { registerHooks } from 'node:module';
    let loads = 0;
    registerHooks({ resolve: (name, context, next) => ((loads += name === 'fast-check'), next(name, context)) });
    const { arbitraries } = await import('${entry}');
    const before = loads;
    const made = arbitraries.script();
    const fc = await import('${import.meta.resolve('fast-check')}');
    console.log(JSON.stringify({ before, isOurs: made instanceof fc.Arbitrary }));`);
  expect(told).toEqual({ before: 0, isOurs: true });
});

test('passes on the errors of an arbitrary as they are', () => {
  expect(() => arbitraries.toolInput({ type: 'object' }, { kinds: ['missing'] })).toThrow(
    EnsaioError,
  );
});

test('makes what fast-check runs', () => {
  fc.assert(
    fc.property(arbitraries.script(), ({ type }) => type === 'script'),
    { numRuns: 20 },
  );
});
