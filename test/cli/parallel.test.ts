// Scenarios that run side by side, in this process: their order, and the line that says how far it has got.
import { expect, test } from 'vitest';
import { main } from '../../cli/ensaio.ts';
import type { IO } from '../../cli/io.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio } from './capture.ts';

/** Scenarios by their names, which are also what they ask. */
function named(names: readonly string[]): string {
  const scenario = (name: string): string =>
    `- { name: ${name}, input: ${name}, turns: [{ reply: y }] }\n`;
  return names.map(scenario).join('');
}

/** Asks, but only when the one after it in the alphabet has its answer; the last one, `d`, goes first. */
const BACKWARDS = `\
const gates = new Map();
const gate = (name) => gates.get(name) ?? gates.set(name, Promise.withResolvers()).get(name);
export default async ({ client, input }) => {
  const next = String.fromCharCode(input.charCodeAt(0) + 1);
  if (input !== 'd') await gate(next).promise;
  const messages = [{ role: 'user', content: input }];
  const reply = await client.messages.create({ model: 'claude-haiku-5-5', max_tokens: 9, messages });
  gate(input).resolve();
  return reply;
};
`;

test('tells in the order of the files what ends in another', async () => {
  const cwd = await tempFolder({ 'a.yaml': named('abcd'.split('')), 'app.mjs': BACKWARDS });
  const { code, stdout } = await ensaio(['run', '.', '--app', 'app.mjs'], cwd);
  expect(code).toBe(0);
  expect(stdout.match(/^✓ ./gm)).toEqual(['✓ a', '✓ b', '✓ c', '✓ d']);
});

/** The command on a terminal: what is on the screen after all, and every line that was there for a time. */
async function onScreen(
  argv: readonly string[],
  cwd: string,
  io: Partial<IO>,
): Promise<{ readonly screen: string; readonly erased: readonly string[] }> {
  let written = '';
  const output = { isTTY: true, columns: 20, write: (text: string) => (written += text) };
  await main(argv, { stdout: output, stderr: output, cwd, env: { NO_COLOR: '1' }, ...io });
  const erased: string[] = [];
  const screen = written.replaceAll(/[^\n]*\r\p{Cc}\[K/gu, (line) => {
    erased.push(...line.split('\r\u001B[K').filter((part) => part !== ''));
    return '';
  });
  return { screen, erased };
}

test('says on a terminal how far a long run has got, in a line that leaves no trace', async () => {
  const cwd = await tempFolder({ 'a.yaml': named('abcdef'.split('')) });
  const waits: number[] = [];
  const after: IO['after'] = (ms, callback) => {
    // A second is over as soon as it begins.
    if (waits.push(ms) === 1) queueMicrotask(callback);
    return () => undefined;
  };
  const argv = ['run', '.', '--concurrency', '1'];
  const { screen, erased } = await onScreen(argv, cwd, { after });
  expect(waits[0]).toBe(1000);
  expect(screen).toBe((await ensaio(argv, cwd)).stdout);
  expect(new Set(erased)).toEqual(
    new Set([0, 1, 2, 3, 4, 5, 6].map((over) => `${over} of 6 are over …`.slice(0, 19))),
  );
});

test('says nothing of how far it has got when it is quick, or when nobody looks', async () => {
  const cwd = await tempFolder({ 'a.yaml': named('abcdef'.split('')) });
  const { erased } = await onScreen(['run', '.'], cwd, { after: () => () => undefined });
  expect(erased).toEqual([]);
  const asked: number[] = [];
  const after: IO['after'] = (ms) => {
    asked.push(ms);
    return () => undefined;
  };
  const { stderr } = await ensaio(['run', '.', '--timeout', '7'], cwd, { after });
  expect(stderr).toBe('');
  expect(new Set(asked)).toEqual(new Set([7000]));
});
