// `ensaio record` and `ensaio import`: what they take, what they print, what they write.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { overloaded, simulate, streamed, toolUse } from '../../fakes/index.ts';
import { runToolLoop, defineTool } from '../../src/loop/index.ts';
import { started } from '../server/started.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio } from './capture.ts';
import { ongoing, type Ongoing } from './ongoing.ts';

const recording = (cwd: string, ...argv: string[]): Promise<Ongoing> =>
  ongoing(['record', ...argv], cwd);

const look = defineTool({
  name: 'look',
  description: 'Looks somewhere.',
  inputSchema: { type: 'object' },
  effect: 'read',
  run: () => 'seen by ada@example.com',
});

test('stands before an API until it is told to stop, and writes what passed', async () => {
  const cwd = await tempFolder({});
  const upstream = await started(
    simulate([
      overloaded({ retryAfterMs: 1 }),
      streamed([toolUse('look', { mail: 'bob@example.com' })], { encoding: 'gzip' }),
      'Seen.',
    ]),
  );
  const argv = ['--upstream', `${upstream.url}/v1/`, '--out', 'a.yaml', '--name', 'looking'];
  const redact = ['--redact-field', 'mail', '--redact-pattern', 'ada@[a-z.]+'];
  const { url, printed, stop } = await recording(cwd, ...argv, ...redact);
  expect(printed.replaceAll(url, '<url>').replaceAll(upstream.url, '<upstream>')).toBe(
    'export ANTHROPIC_BASE_URL=<url>\n\nWhat is asked there goes on to <upstream>/v1/. Ctrl-C writes it to a.yaml.\n',
  );
  const client = new Anthropic({ baseURL: url, apiKey: 'a-key-of-somebody' });
  await runToolLoop(client, {
    model: 'claude-opus-5',
    max_tokens: 64,
    tools: [look],
    messages: [{ role: 'user', content: 'Look.' }],
    stream: true,
  });
  await client.models.list();
  upstream.simulation().assertDone();
  const { code, stdout, stderr } = await stop();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.slice(printed.length)).toBe('Wrote 1 scenario to a.yaml.\n  looking: 3 turns\n');
  const text = await readFile(join(cwd, 'a.yaml'), 'utf8');
  expect(text).not.toMatch(/example\.com|a-key-of/);
  expect(parse(text)).toMatchObject({
    name: 'looking',
    turns: [
      { error: { name: 'overloaded', retry_after_ms: 1 } },
      { reply: [{ tool_use: { input: { mail: 'redacted-1' } } }] },
      { expect: { tool_results: [{ content: 'seen by redacted-2' }] }, reply: 'Seen.' },
    ],
  });
  expect((await ensaio(['run', 'a.yaml'], cwd)).code).toBe(0);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});

test('an upstream that is not there is a broken connection', async () => {
  const cwd = await tempFolder({});
  const gone = await started(simulate([]));
  await gone.close();
  const { url, stop } = await recording(cwd, '--upstream', gone.url, '--out', 'a.yaml');
  const client = new Anthropic({ baseURL: url, apiKey: 'test', maxRetries: 0 });
  const messages = [{ role: 'user' as const, content: 'Hi.' }];
  await expect(
    client.messages.create({ model: 'claude-opus-5', max_tokens: 9, messages }),
  ).rejects.toThrow('Connection error.');
  expect((await stop()).code).toBe(0);
  expect(parse(await readFile(join(cwd, 'a.yaml'), 'utf8'))).toMatchObject({
    turns: [{ fault: 'connection_refused' }],
    expect: { error: {}, requests: 1 },
  });
});

test('what cannot be written as it was asked for is kept, without its secrets', async () => {
  const secret = 'sk-ant-api03-abcdefgh';
  const why = {
    'secret-found':
      'Nothing was written, because this looks like a secret:\n  turns[0].reply: a key of the Anthropic API\n  expect.answer: a key of the Anthropic API',
    'file-exists': 'There is a file "a.yaml" already, and nothing is written over it.',
  };
  for (const [code, reason] of Object.entries(why)) {
    const cwd = await tempFolder({});
    const upstream = await started(simulate([`Use ${secret}.`]));
    const redact = code === 'secret-found' ? [] : ['--redact-secrets'];
    const argv = ['--upstream', upstream.url, '--out', 'a.yaml', '--name', secret, ...redact];
    const { url, stop } = await recording(cwd, ...argv);
    const client = new Anthropic({ baseURL: url, apiKey: 'a-key-of-somebody' });
    const messages = [{ role: 'user' as const, content: 'Hi.' }];
    await client.messages.create({ model: 'claude-opus-5', max_tokens: 9, messages });
    if (code === 'file-exists') await writeFile(join(cwd, 'a.yaml'), '');
    const said = await stop();
    const file = / kept in (\S+),/.exec(said.stderr)![1]!;
    onTestFinished(() => rm(dirname(file), { recursive: true }));
    expect(said.code).toBe(2);
    expect(said.stderr.replace('  name: a key of the Anthropic API\n', '')).toBe(
      `${reason}\n\nWhat was recorded is kept in ${file}, with placeholders for whatever looks like a secret. Look at it and move it to where it belongs.\n`,
    );
    expect(basename(file)).toBe('a.yaml');
    expect(parse(await readFile(file, 'utf8'))).toMatchObject({
      name: 'redacted-1',
      turns: [{ reply: 'Use redacted-1.' }],
    });
    expect((await ensaio(['run', file], cwd)).code).toBe(0);
  }
});

test('writes nothing where nothing passed', async () => {
  const cwd = await tempFolder({});
  const { stop } = await recording(cwd, '--upstream', 'http://127.0.0.1:1', '--out', 'a.yaml');
  expect(await stop()).toMatchObject({
    code: 2,
    stderr:
      'Nothing is written to "a.yaml": no request for a turn came.\n\nA turn is asked for by POST /v1/messages with a body of JSON; does the app use the `fetch` or the base URL of the recording?\n',
  });
  expect(await readdir(cwd)).toEqual([]);
});

test.each<[argv: string[], stderr: string]>([
  [[], "error: required option '--out <file>' not specified\n"],
  [
    ['--out', 'taken.yaml'],
    'There is a file "taken.yaml" already, and nothing is written over it.\n\nChoose another name, or remove the file first.\n',
  ],
  [['--out', 'a.yaml', '--port', 'x'], '--port is a whole number from 0 to 65535, received "x".\n'],
  [
    ['--out', 'a.yaml', '--streams', 'all'],
    'streams is "plain" or "pieces" or "timing", received "all".\n',
  ],
  [['--out', 'a.yaml', '--split', 'x'], 'split is "conversations" or "questions", received "x".\n'],
  [['--out', 'a.yaml', '--input', 'x'], 'input is "question" or "request", received "x".\n'],
  [
    ['--out', 'a.yaml', '--upstream', 'nowhere'],
    'The upstream is a function like fetch, or a URL of http or https, received "nowhere".\n\nThe API itself is https://api.anthropic.com.\n',
  ],
  [
    ['--out', 'a.yaml', '--redact-pattern', '('],
    'redact: a pattern is a regular expression with the flag u, received "(".\n',
  ],
])('record refuses %j', async (argv, stderr) => {
  const cwd = await tempFolder({ 'taken.yaml': '' });
  expect(await ensaio(['record', ...argv], cwd)).toEqual({ code: 2, stdout: '', stderr });
});

test('does not record where CI is set, unless it is told to', async () => {
  const cwd = await tempFolder({});
  const env = { CI: 'true' };
  const argv = ['record', '--out', 'a.yaml', '--upstream', 'http://127.0.0.1:1'];
  const { code, stderr } = await ensaio(argv, cwd, { env });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'Nothing is recorded into "a.yaml", because CI is set.\n\nA recording is made once and kept. To make one here all the same, say `{ ci: true }` or `--ci`.\n',
  });
});

const MESSAGES = JSON.stringify([
  { role: 'user', content: 'Who is ada@example.com?' },
  { role: 'assistant', content: 'Nobody.' },
]);

test('import prints the scenarios of a file', async () => {
  const cwd = await tempFolder({ 'chat.json': MESSAGES });
  expect(await ensaio(['import', 'chat.json'], cwd, { env: { CI: 'true' } }))
    .toMatchInlineSnapshot(`
    {
      "code": 0,
      "stderr": "",
      "stdout": "# yaml-language-server: $schema=./node_modules/ensaio/scenario.schema.json
    name: Who is ada@example.com?
    input: Who is ada@example.com?
    turns:
      - reply: Nobody.
    expect:
      answer: Nobody.
      requests: 1
    ",
    }
  `);
});

test('import says above a scenario what its conversation breaks', async () => {
  const calls = ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'look', input: {} }));
  const cwd = await tempFolder({
    'chat.json': JSON.stringify([
      { role: 'user', content: 'Look twice.' },
      { role: 'assistant', content: calls },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'seen' }] },
      { role: 'assistant', content: 'Both seen.' },
    ]),
  });
  const { stdout } = await ensaio(['import', 'chat.json'], cwd);
  expect(stdout.split('\nname: ')[0]).toMatchInlineSnapshot(`
    "# yaml-language-server: $schema=./node_modules/ensaio/scenario.schema.json
    # By the rules the API refuses it (tool-result-missing); \`allow\` lets it pass.
    # It breaks one-result-per-call; \`except\` leaves that out, until the app is mended."
  `);
});

test('import writes them to a new file, without what is to be left out', async () => {
  const cwd = await tempFolder({ 'chat.json': MESSAGES });
  const argv = ['import', 'chat.json', '--out', 'b/a.yaml', '--from', 'body', '--usage'];
  const first = await ensaio([...argv, '--redact-pattern', String.raw`\w+@\w+\.com`], cwd);
  expect(first).toEqual({
    code: 0,
    stderr: '',
    stdout: 'Wrote 1 scenario to b/a.yaml.\n  Who is redacted-1?: 1 turn\n',
  });
  expect((await ensaio(['run', 'b/a.yaml'], cwd)).code).toBe(0);
  expect((await ensaio(argv, cwd)).stderr).toBe(
    'There is a file "b/a.yaml" already, and nothing is written over it.\n\nChoose another name, or remove the file first.\n',
  );
});

test.each<[argv: string[], stderr: string]>([
  [['none.json'], 'none.json: the file cannot be read (ENOENT).\n'],
  [
    ['chat.json', '--from', 'chat'],
    'There is no kind of file "chat".\n\nThere are body, har, sdk-log, claude-code.\n',
  ],
  [
    ['secret.json'],
    'Nothing was written, because this looks like a secret:\n  name: a key of the Anthropic API\n  input: a key of the Anthropic API\n\nIt becomes a placeholder with `redact: { secrets: true }` (`--redact-secrets`), or when it is named in `fields` or `patterns` (`--redact-field`, `--redact-pattern`).\n',
  ],
])('import refuses %j', async (argv, stderr) => {
  const secret = MESSAGES.replace('ada@example.com', 'sk-ant-abcdefgh');
  const cwd = await tempFolder({ 'chat.json': MESSAGES, 'secret.json': secret });
  const said = await ensaio(['import', ...argv], cwd);
  expect(said).toEqual({ code: 2, stdout: '', stderr });
});
