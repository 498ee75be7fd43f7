/** Whatever writes a file says in the same words that it cannot, and has told first what it found. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkLoop, runScenario, writeScenarioPage, type App } from '../../testing/index.ts';
import { writeNew, writeText } from '../../testing/write-text.ts';
import { simulate, type EnsaioError } from '../../fakes/index.ts';
import { record } from '../../testing/recorder/record.ts';
import { load } from '../testing/load.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio } from './capture.ts';

const SCENARIO = 'name: a\ninput: Hi.\nturns: [{ reply: Hello. }]\n';
const BODY = JSON.stringify({
  model: 'claude-opus-5',
  max_tokens: 9,
  messages: [
    { role: 'user', content: 'Hi.' },
    { role: 'assistant', content: 'Hello.' },
  ],
});
const RESULT = JSON.stringify({
  version: 1,
  seed: 1,
  statistics: {
    runs: 1,
    turns: 1,
    calls: 0,
    parallel: 0,
    mostParallel: 0,
    requests: 1,
    toolRuns: 0,
    kinds: {},
  },
  failures: [],
});
const FILES = {
  'a.yaml': SCENARIO,
  'body.json': BODY,
  'result.json': RESULT,
  'app.mjs': 'export default () => "nothing";\n',
  scenarios: '',
};

const told = (file: string, code: string): string =>
  `The file "${file}" cannot be written (${code}).\n\nName a file in a folder that you may write to.`;

interface Row {
  readonly argv: readonly string[];
  readonly file: string;
  /** What is printed all the same. */
  readonly shown: string;
  /** Default `EEXIST`: a file stands where a folder should. */
  readonly why?: string;
}

const rows: readonly Row[] = [
  { argv: ['run', 'a.yaml', '--output', '.'], file: '.', why: 'EISDIR', shown: '1 scenario:' },
  { argv: ['run', 'a.yaml', '--html', 'a.yaml/x'], file: 'a.yaml/x', shown: '1 scenario:' },
  { argv: ['show', 'body.json', '--html', 'a.yaml/x'], file: 'a.yaml/x', shown: '' },
  { argv: ['import', 'body.json', '--out', 'a.yaml/x'], file: 'a.yaml/x', shown: '' },
  {
    argv: ['check', '--app', 'app.mjs', '--runs', '1', '--seed', '1', '--out', 'a.yaml/x'],
    file: 'a.yaml/x',
    shown: 'with seed 1',
  },
  { argv: ['merge', 'result.json', '--out', 'a.yaml/x'], file: 'a.yaml/x', shown: 'in 1 parts' },
  { argv: ['init'], file: '<cwd>/scenarios/first.yaml', shown: '' },
];

test.each(rows)('ensaio $argv', async ({ argv, file, shown, why = 'EEXIST' }) => {
  const cwd = await tempFolder(FILES);
  const { code, stdout, stderr } = await ensaio(argv, cwd);
  expect({ code, stderr: stderr.replaceAll(cwd, '<cwd>') }).toEqual({
    code: 2,
    stderr: `${told(file, why)}\n`,
  });
  expect(stdout).toContain(shown);
});

const broken: App = () => Promise.reject(new Error('broken'));

const calls: readonly [what: string, call: (cwd: string) => unknown, file: string][] = [
  [
    'a page of a failed test',
    async (cwd) => {
      const scenario = await load(SCENARIO);
      const result = await runScenario(scenario, broken);
      writeScenarioPage(join(cwd, 'scenarios'), { scenario, result });
    },
    '<cwd>/scenarios/a-<id>.html',
  ],
  [
    'a regression',
    (cwd) => checkLoop(broken, { runs: 1, seed: 1, regressions: join(cwd, 'scenarios') }),
    '<cwd>/scenarios/app-failed-<id>.yaml',
  ],
  [
    'a recording',
    async (cwd) => {
      const recording = record(simulate(['Hello.']).fetch, {
        out: 'scenarios/x.yaml',
        cwd,
        env: {},
      });
      await recording.fetch('https://api.anthropic.com/v1/messages', {
        method: 'POST',
        headers: { 'x-api-key': 'key', 'anthropic-version': '2023-06-01' },
        body: JSON.stringify({
          model: 'claude-opus-5',
          max_tokens: 9,
          messages: [{ role: 'user', content: 'Hi.' }],
        }),
      });
      await recording.finish();
    },
    'scenarios/x.yaml',
  ],
];

test.each(calls)('%s', async (_what, call, file) => {
  const cwd = await tempFolder(FILES);
  const error: EnsaioError = await Promise.resolve(call(cwd)).then(
    () => expect.unreachable(),
    (thrown: EnsaioError) => thrown,
  );
  const plain = error.message.replaceAll(cwd, '<cwd>').replace(/-\w{6}(?=\.)/, '-<id>');
  expect(error.code).toBe('write-failed');
  expect(plain).toBe(`[ensaio] ${told(file, 'EEXIST')}`);
});

test('a new file takes the place of none, another is written over or added to', async () => {
  const file = join(await tempFolder({}), 'a/b/x.txt');
  const text = (): string => readFileSync(file, 'utf8');
  expect([writeNew(file, 'new'), text()]).toEqual([true, 'new']);
  expect([writeNew(file, 'newer'), text()]).toEqual([false, 'new']);
  writeText(file, 'over');
  writeText(file, ' and over', { flag: 'a' });
  expect(text()).toBe('over and over');
});
