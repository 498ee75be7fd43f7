// What a recording never writes, and where it never writes.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { parse } from 'yaml';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { simulate, toolUse, type ScriptInput } from '../../fakes/index.ts';
import { bundledApp } from '../../cli/bundled-app.ts';
import type { EnsaioError } from '../../src/error.ts';
import { defineTool, runToolLoop, type LoopTool } from '../../src/loop/index.ts';
import {
  formatProblems,
  loadScenarios,
  record,
  runScenario,
  type Recorded,
  type RecordOptions,
} from '../../testing/index.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { ANYWHERE } from './replay.ts';

/** A key as a gateway has it: nothing in its form gives it away. */
const KEY = 'the-key-of-the-app-1234';

const tool = (run: () => unknown, schema: object = {}): LoopTool =>
  defineTool({
    name: 'find',
    description: 'Finds a customer.',
    inputSchema: { type: 'object', ...schema },
    effect: 'read',
    run: run as () => string,
  });

/** Runs a loop through a recording and writes it. */
async function recorded(
  script: ScriptInput,
  options: Partial<RecordOptions> & {
    readonly question?: string;
    readonly tools?: readonly LoopTool[];
    readonly stream?: boolean;
  } = {},
): Promise<Recorded & { readonly text: string; readonly cwd: string }> {
  const { question = 'Go.', tools = [], stream = false, ...rest } = options;
  const cwd = rest.cwd ?? (await tempFolder({}));
  const through = record(simulate(script).fetch, { ...ANYWHERE, cwd, ...rest });
  const client = new Anthropic({ apiKey: KEY, fetch: through.fetch });
  await runToolLoop(client, {
    model: 'claude-opus-5',
    max_tokens: 64,
    messages: [{ role: 'user', content: question }],
    tools,
    stream,
  });
  const done = await through.finish();
  return { ...done, cwd, text: await readFile(done.file, 'utf8') };
}

async function errorOf(work: () => unknown): Promise<EnsaioError> {
  try {
    await work();
  } catch (error) {
    return error as EnsaioError;
  }
  throw new Error('It did not throw.');
}

test('a field is taken out of inputs and of JSON in texts, and wherever else its value stands', async () => {
  const script: ScriptInput = [
    [toolUse('find', { Email: 'ada@example.com', list: [{ email: 'bob@example.com' }], age: 7 })],
    'I wrote to ada@example.com, not to bob@example.com or ada@example.community.',
  ];
  const { text, cwd } = await recorded(script, {
    question: 'Find {"email": "ada@example.com"} for me, as {"email": null}.',
    tools: [tool(() => ({ customer: { email: 'ada@example.com', card: 4111, open: true } }))],
    redact: { fields: ['email', 'CARD'] },
  });
  expect(parse(text)).toMatchObject({
    input: 'Find {"email": "redacted-1"} for me, as {"email": "redacted-2"}.',
    tools: [
      {
        answers: [
          {
            input: { Email: 'redacted-1', list: [{ email: 'redacted-3' }], age: 7 },
            result: { customer: { email: 'redacted-1', card: 'redacted-4', open: true } },
          },
        ],
      },
    ],
    turns: [{}, { reply: 'I wrote to redacted-1, not to redacted-3 or ada@example.community.' }],
  });
  const [scenario] = await loadScenarios('recorded.yaml', { cwd });
  const { problems } = await runScenario(scenario!, bundledApp(undefined));
  expect(formatProblems(problems)).toBe('');
});

test('a pattern is taken out of every text, and a schema that refuses the placeholder is not kept', async () => {
  const schema = {
    properties: { number: { type: 'string', pattern: String.raw`^A-\d{4}$` } },
    required: ['number'],
  };
  const script: ScriptInput = [[toolUse('find', { number: 'A-1001' })], 'A-1001 and A-1002.'];
  const { text, cwd } = await recorded(script, {
    question: 'Where is A-1001?',
    tools: [tool(() => 'A-1001 is here.', schema)],
    redact: { patterns: [String.raw`A-\d{4}`, /is h(?=ere)/] },
    stream: true,
  });
  expect(text).not.toMatch(/A-\d{4}/);
  expect(parse(text)).toMatchObject({
    name: 'Where is redacted-1?',
    tools: [
      {
        input_schema: { type: 'object' },
        answers: [{ input: { number: 'redacted-1' }, result: 'redacted-1 redacted-2ere.' }],
      },
    ],
    expect: { answer: 'redacted-1 and redacted-3.' },
  });
  const [scenario] = await loadScenarios('recorded.yaml', { cwd });
  const { problems } = await runScenario(scenario!, bundledApp(undefined));
  expect(formatProblems(problems)).toBe('');
});

test('a placeholder is not redacted again, and true is no secret word', async () => {
  const script: ScriptInput = [
    [toolUse('find', { email: 'ada', on: true })],
    'It is true: 7 of 12.',
  ];
  const { text } = await recorded(script, {
    tools: [tool(() => '{"email": "ada", "list": ["a-12"]}')],
    redact: { fields: ['email', 'on'], patterns: [/\d+/, /a-/] },
  });
  expect(parse(text)).toMatchObject({
    tools: [
      {
        answers: [
          {
            input: { email: 'redacted-1', on: 'redacted-2' },
            result: { email: 'redacted-1', list: ['redacted-4redacted-3'] },
          },
        ],
      },
    ],
    turns: [{}, { reply: 'It is true: redacted-5 of redacted-3.' }],
  });
});

test('a secret is found however a stream cuts it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('plain' as const, 'pieces' as const, 'timing' as const),
      fc.constantFrom('no-message-stop', 'interleaved-blocks', 'broken-json'),
      fc.integer({ min: 1, max: 9 }),
      async (streams, fault, size) => {
        const upstream = simulate([
          {
            type: 'streamed',
            turn: {
              type: 'message',
              content: [
                { type: 'text', text: 'Write to ada@example.com today.' },
                {
                  type: 'tool_use',
                  name: 'find',
                  input: { email: 'ada@example.com', token: 't0k3n' },
                },
              ],
            },
            shape: { faults: [fault as 'no-message-stop'], pieces: size },
          },
        ]);
        const cwd = await tempFolder({});
        const redact = { fields: ['token'], patterns: [/[\w.]+@[\w.]+/] };
        const through = record(upstream.fetch, { ...ANYWHERE, cwd, redact, streams });
        const response = await through.fetch('https://api.anthropic.com/v1/messages', {
          method: 'POST',
          headers: { 'anthropic-version': '2026-10-21', 'x-api-key': KEY },
          body: JSON.stringify({
            model: 'claude-opus-5',
            max_tokens: 9,
            stream: true,
            messages: [{ role: 'user', content: 'Go.' }],
          }),
        });
        await response.text();
        const { file } = await through.finish();
        const text = await readFile(file, 'utf8');
        expect(text).not.toContain('ada@');
        expect(text).not.toContain('example.com');
        expect(text).not.toContain('t0k3n');
      },
    ),
    { numRuns: 30 },
  );
});

const SECRETS: readonly (readonly [where: string, script: ScriptInput, more: object])[] = [
  ['in a reply', ['Use sk-ant-api03-abcdefgh please.'], {}],
  ['in a question', ['Ok.'], { question: 'My key is ghp_abcdefghijklmnopqrst12' }],
  ['in an input', [[toolUse('find', { at: { AKIAABCDEFGHIJKLMNOP: 1 } })], 'Ok.'], {}],
  [
    'in a result',
    [[toolUse('find', {})], 'Ok.'],
    { tools: [tool(() => 'https://ada:pass@example.com/')] },
  ],
  ['the key of the app', [`You sent ${KEY}.`], {}],
];

test.each(SECRETS)('nothing is written with a secret %s', async (_where, script, more) => {
  const cwd = await tempFolder({});
  const { code, message } = await errorOf(() => recorded(script, { cwd, ...more }));
  expect(code).toBe('secret-found');
  for (const secret of ['abcdefgh', 'AKIA', 'ada:', 'the-key-of'])
    expect(message).not.toContain(secret);
  expect(await readdir(cwd)).toEqual([]);
});

test.each(SECRETS)(
  'with `secrets` it is written without the secret %s',
  async (_where, script, more) => {
    for (const streams of ['plain', 'pieces', 'timing'] as const) {
      for (const stream of [true, false]) {
        const options = { ...more, streams, stream, redact: { secrets: true } };
        const { text, cwd } = await recorded(script, options);
        expect(text).not.toMatch(/abcdefgh|AKIA|ada:|the-key-of/);
        expect(text).toContain('redacted-1');
        const [scenario] = await loadScenarios('recorded.yaml', { cwd });
        const { problems } = await runScenario(scenario!, bundledApp(undefined));
        expect(formatProblems(problems)).toBe('');
      }
    }
  },
);

test('what is refused is not lost: it is finished again with what is to be otherwise', async () => {
  const cwd = await tempFolder({ 'a file': '' });
  const through = record(simulate(['Use sk-ant-api03-abcdefgh.']).fetch, { ...ANYWHERE, cwd });
  const client = new Anthropic({ apiKey: 'redacted', fetch: through.fetch });
  await client.messages.create({
    model: 'claude-opus-5',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'Hi.' }],
  });
  await writeFile(join(cwd, 'recorded.yaml'), 'kept');
  const redact = { secrets: true };
  const codes: string[] = [];
  for (const changes of [
    {},
    { redact: { fields: [''] } },
    { redact },
    { redact, out: 'a file/x.yaml' },
    { redact, out: '' },
    { redact, out: 'new.yaml', env: { CI: 'true' } },
  ]) {
    codes.push((await errorOf(() => through.finish(changes))).code);
  }
  expect(codes).toEqual([
    'secret-found',
    'option-invalid',
    'file-exists',
    'write-failed',
    'option-invalid',
    'ci-refused',
  ]);
  expect((await readdir(cwd)).toSorted()).toEqual(['a file', 'recorded.yaml']);
  const done = await through.finish({ redact, out: 'other.yaml' });
  expect(await through.finish()).toBe(done);
  expect(parse(await readFile(done.file, 'utf8'))).toMatchObject({
    turns: [{ reply: 'Use redacted-1.' }],
  });
});

test('says where the secrets are, and what to do', async () => {
  const script: ScriptInput = [[toolUse('find', {})], 'Ok.'];
  const { message } = await errorOf(() =>
    recorded(script, { tools: [tool(() => `Bearer abcdefghijklmnop`)] }),
  );
  expect(message).toMatchInlineSnapshot(`
    "[ensaio] Nothing was written, because this looks like a secret:
      tools[0].answers[0].result: a bearer token
      turns[1].expect.tool_results[0].content: a bearer token

    It becomes a placeholder with \`redact: { secrets: true }\` (\`--redact-secrets\`), or when it is named in \`fields\` or \`patterns\` (\`--redact-field\`, \`--redact-pattern\`)."
  `);
});

test('the key and other headers of a request stand nowhere', async () => {
  const { text } = await recorded(['Hello.']);
  for (const header of [KEY, 'x-api-key', 'authorization', 'stainless', 'claude-opus-5']) {
    expect(text).not.toContain(header);
  }
});

const refusals: readonly (readonly [options: Partial<RecordOptions>, message: string])[] = [
  [
    { out: 'taken.yaml' },
    'There is a file "taken.yaml" already, and nothing is written over it.\n\nChoose another name, or remove the file first.',
  ],
  [
    { env: { CI: 'true' } },
    'Nothing is recorded into "recorded.yaml", because CI is set.\n\nA recording is made once and kept. To make one here all the same, say `{ ci: true }` or `--ci`.',
  ],
  [{ out: '' }, 'out is the path of the file to write, received "".'],
  [{ streams: 'all' as never }, 'streams is "plain" or "pieces" or "timing", received "all".'],
  [{ split: 'turns' as never }, 'split is "conversations" or "questions", received "turns".'],
  [{ input: 'text' as never }, 'input is "question" or "request", received "text".'],
  [{ redact: { fields: [''] } }, 'redact: a field is the name of a key, received "".'],
  [
    { redact: { patterns: ['('] } },
    'redact: a pattern is a regular expression with the flag u, received "(".',
  ],
  [
    { redact: { patterns: [5 as never] } },
    'redact: a pattern is a regular expression, received 5.',
  ],
];

test.each(refusals)('does not begin with %j', async (options, message) => {
  const cwd = await tempFolder({ 'taken.yaml': 'kept' });
  const error = await errorOf(() => record(fetch, { ...ANYWHERE, cwd, ...options }));
  expect(error.message).toBe(`[ensaio] ${message}`);
  expect(await readFile(join(cwd, 'taken.yaml'), 'utf8')).toBe('kept');
});

test.each(['ftp://example.com', 'nowhere', 5 as never])(
  'does not begin with the upstream %j',
  async (upstream) => {
    const { message } = await errorOf(() => record(upstream, ANYWHERE));
    expect(message).toBe(
      `[ensaio] The upstream is a function like fetch, or a URL of http or https, received ${JSON.stringify(upstream)}.\n\nThe API itself is https://api.anthropic.com.`,
    );
  },
);

test('records where CI is set if it is told so, and where CI says no', async () => {
  for (const options of [
    { env: { CI: 'true' }, ci: true },
    { env: { CI: 'false' } },
    { env: { CI: '' } },
  ]) {
    expect((await recorded(['Hello.'], options)).text).toContain('reply: Hello.');
  }
});

test('says when nothing was recorded', async () => {
  const cwd = await tempFolder({});
  const through = record(simulate([]).fetch, { ...ANYWHERE, cwd });
  expect((await errorOf(() => through.finish())).message).toMatchInlineSnapshot(`
    "[ensaio] Nothing is written to "recorded.yaml": no request for a turn came.

    A turn is asked for by POST /v1/messages with a body of JSON; does the app use the \`fetch\` or the base URL of the recording?"
  `);
  expect(await readdir(cwd)).toEqual([]);
});

test('writes one whole file into new folders, for nobody else to read, and names the schema', async () => {
  const { file, text, cwd } = await recorded(['Hello.'], { out: 'a/b/c.yaml' });
  expect(await readdir(join(cwd, 'a/b'))).toEqual(['c.yaml']);
  expect(file).toBe(join(cwd, 'a/b/c.yaml'));
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(text.split('\n')[0]).toBe(
    '# yaml-language-server: $schema=../../node_modules/ensaio/scenario.schema.json',
  );
});

test('never writes over a file that came up meanwhile', async () => {
  const cwd = await tempFolder({});
  const first = await recorded(['First.'], { cwd });
  const open = record(simulate(['Second.']).fetch, { ...ANYWHERE, out: 'other.yaml', cwd });
  await recorded(['Third.'], { cwd, out: 'other.yaml' });
  const client = new Anthropic({ apiKey: KEY, fetch: open.fetch });
  await client.messages.create({
    model: 'claude-opus-5',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'Hi.' }],
  });
  expect((await errorOf(() => open.finish())).code).toBe('file-exists');
  expect(await readFile(join(cwd, 'other.yaml'), 'utf8')).toContain('Third.');
  expect((await readdir(cwd)).toSorted()).toEqual(['other.yaml', 'recorded.yaml']);
  expect(first.text).toContain('First.');
});

test('is finished once, also when it is disposed of', async () => {
  const cwd = await tempFolder({});
  {
    await using through = record(simulate(['Hello.', 'Late.']).fetch, { ...ANYWHERE, cwd });
    const client = new Anthropic({ apiKey: KEY, fetch: through.fetch });
    await client.messages.create({
      model: 'claude-opus-5',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'Hi.' }],
    });
    expect(await through.finish()).toBe(await through.finish());
  }
  expect(await readdir(cwd)).toEqual(['recorded.yaml']);
});
