/** Claude Code: the `claude` command in print mode, and the Agent SDK. Their own tools run for real, in a folder of the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, onTestFinished, test } from 'vitest';
import { installed, KEY, MODEL, PROMPT, rehearse, type Calls } from '../rehearse.ts';
import { install, play } from './process.ts';

const folder = import.meta.dirname;

/** The part of the Agent SDK that is used; its types are there only after the install. */
interface AgentSdk {
  query(input: {
    readonly prompt: string;
    readonly options: Readonly<Record<string, unknown>>;
  }): AsyncIterable<{ readonly type: string; readonly result?: string }>;
}

let problem: string | undefined;
beforeAll(async () => {
  problem = await install(folder, [['npm', 'install', '--no-audit', '--no-fund']]);
});

let home: string;
beforeEach(({ skip }) => {
  skip(problem !== undefined, problem);
  home = mkdtempSync(join(tmpdir(), 'ensaio-client-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
});

const calls = (): Calls => [
  { name: 'Bash', input: { command: 'expr 20 + 22', description: 'Add' }, told: '42' },
  { name: 'Read', input: { file_path: join(home, 'nowhere.txt') }, told: 'does not exist' },
];
const TOOLS = ['Bash', 'Read'];

/** Only what was asked for, and nothing of the user's. */
const quiet = (): Record<string, string> => ({
  CLAUDE_CONFIG_DIR: join(home, '.claude'),
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
});

test('the claude command ends in print mode', async () => {
  const versions = installed(folder, '@anthropic-ai/claude-code');
  const client = 'Claude Code, `claude -p`';
  const command = join(folder, 'node_modules', '.bin', 'claude');
  const options = ['--model', MODEL, '--allowedTools', TOOLS.join(',')];
  await rehearse({ file: 'claude-code', client, versions, calls: calls() }, (url) =>
    play([command, '-p', PROMPT, ...options], url, home, quiet()),
  );
});

test('query of the Agent SDK ends', async () => {
  const name = '@anthropic-ai/claude-agent-sdk';
  const entry = join(folder, 'node_modules', name, 'sdk.mjs');
  const { query } = (await import(/* @vite-ignore */ entry)) as AgentSdk;
  const rehearsed = { file: 'claude-agent-sdk', client: 'Claude Agent SDK', calls: calls() };
  await rehearse({ ...rehearsed, versions: installed(folder, name) }, async (url) => {
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: KEY,
      ...quiet(),
    };
    const options = { cwd: home, env, model: MODEL, allowedTools: TOOLS };
    let answer = '';
    for await (const said of query({ prompt: PROMPT, options })) {
      if (said.type === 'result') answer = said.result ?? '';
    }
    return answer;
  });
});
