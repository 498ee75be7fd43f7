// `ensaio serve` as a function: what it prints, what it takes, how it ends.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio } from './capture.ts';
import { ongoing, type Ongoing } from './ongoing.ts';

const SCENARIO = 'name: Say hello\ninput: Hello?\nturns: [{ reply: Hello. }, { reply: Bye. }]\n';

/** Serves until it is stopped, or ends with a mistake. */
const serving = (argv: readonly string[], cwd: string): Promise<Ongoing> =>
  ongoing(['serve', '--port', '0', ...argv], cwd);

test('prints the line to export and the scenarios, and ends well when it is told to', async () => {
  const cwd = await tempFolder({ 'a.yaml': SCENARIO, 'b.yaml': SCENARIO.replace('hello', 'bye') });
  const { url, printed, stop } = await serving(['.'], cwd);
  expect(printed.replaceAll(url, 'http://127.0.0.1:4010')).toMatchInlineSnapshot(`
    "export ANTHROPIC_BASE_URL=http://127.0.0.1:4010

    Each scenario has a base URL; ~ and anything behind it makes a run of its own:
      http://127.0.0.1:4010/run/say-hello  Say hello, 2 turns
      http://127.0.0.1:4010/run/say-bye    Say bye, 2 turns

    http://127.0.0.1:4010/_ensaio/ tells what came of them. Ctrl-C stops.
    "
  `);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${url}/_ensaio/scripts`)).status).toBe(200);
  expect(await stop()).toEqual({ code: 0, stdout: printed, stderr: '' });
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('serves the scenarios that come with the kit when none is named', async () => {
  const { printed } = await serving([], await tempFolder({}));
  expect(printed).toContain('one tool, one round');
});

test('passes its options on', async () => {
  const cwd = await tempFolder({ 'a.yaml': SCENARIO });
  const argv = ['--no-strict', '--token', 'secret', '--threads', 'lose', '--journal-limit', '1'];
  const { url } = await serving(
    ['a.yaml', ...argv, '--allow', 'text-blank, tool-result-missing'],
    cwd,
  );
  const post = async (): Promise<Response> =>
    fetch(`${url}/v1/messages`, {
      method: 'POST',
      body: '{"model": "m", "max_tokens": -1, "messages": [{"role": "user", "content": "x"}]}',
    });
  expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
  expect((await fetch(`${url}/_ensaio/runs`)).status).toBe(401);
  const headers = { authorization: 'Bearer secret' };
  const runs: unknown = await (await fetch(`${url}/_ensaio/runs`, { headers })).json();
  expect(runs).toMatchObject([{ name: 'default', exchanges: 2, dropped: { exchanges: 1 } }]);
});

test('warns of a host that other machines reach', async () => {
  const cwd = await tempFolder({ 'a.yaml': SCENARIO });
  const { stop } = await serving(['a.yaml', '--host', '0.0.0.0'], cwd);
  expect((await stop()).stderr).toBe(
    'Warning: Other machines may reach 0.0.0.0 and use what is served there. A token would guard the control endpoints.\n',
  );
});

test('says which port is in use, and how to take another', async () => {
  const taken = createServer();
  onTestFinished(() => void taken.close());
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  const { port } = taken.address() as AddressInfo;
  const cwd = await tempFolder({ 'a.yaml': SCENARIO });
  const { code, stderr } = await ensaio(['serve', 'a.yaml', '--port', String(port)], cwd);
  expect({ code, stderr: stderr.replace(String(port), '4010') }).toMatchInlineSnapshot(`
    {
      "code": 2,
      "stderr": "The server cannot listen on port 4010 of 127.0.0.1: it is in use.

    Use another port, or 0 for any that is free (\`--port\` of ensaio serve).
    ",
    }
  `);
});

test.each<[argv: string[], reason: string]>([
  [['--port', 'abc'], 'port is a whole number from 0 to 65535, received "abc".'],
  [['--port', ''], 'port is a whole number from 0 to 65535, received "".'],
  [['--threads', 'drop'], 'threads is "keep" or "lose" or "refuse", received "drop".'],
  [['--allow', 'nothing'], 'allow: there is no rule "nothing".'],
  [['--latency', '-1'], 'latency is a number from 0, received -1.'],
  [['nowhere.yaml'], 'No file matches "nowhere.yaml".'],
])('refuses %j', async (argv, reason) => {
  const cwd = await tempFolder({ 'a.yaml': SCENARIO });
  const named = argv[0]!.startsWith('--') ? ['a.yaml', ...argv] : argv;
  const { code, stderr } = await ensaio(['serve', ...named], cwd);
  expect([code, stderr.split('\n')[0]]).toEqual([2, reason]);
});
