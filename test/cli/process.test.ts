// The command as a process: what only a real one can show.
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaioProcess } from './ensaio-process.ts';

// Every test starts processes that read the source anew.
vi.setConfig({ testTimeout: 60_000 });

const SCENARIO = 'name: hello\ninput: Say hello.\nturns: [{ reply: Hello. }]\n';

test('ends with 0 when all pass, wherever it is started', async () => {
  const { code, stdout, stderr } = await ensaioProcess(['run'], await tempFolder({}));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/\n(\d+) scenarios: \1 passed \(.*s\)\n$/);
});

test('loads an app in TypeScript, and ends though the app leaves a server behind', async () => {
  const cwd = await tempFolder({
    'a.yaml': SCENARIO,
    'app.ts': `\
import { createServer } from 'node:http';
createServer().listen(0, '127.0.0.1');
type Context = { readonly simulation: { fetch: typeof fetch }; readonly input: string };
export default async ({ simulation, input }: Context): Promise<string> => {
  const response = await simulation.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'claude-haiku-5-5', max_tokens: 9, messages: [{ role: 'user', content: input }] }),
  });
  return response.json();
};
`,
  });
  const { code, stdout, stderr } = await ensaioProcess(['run', 'a.yaml', '--app', 'app.ts'], cwd);
  expect(stderr).toBe('');
  expect(stdout).toContain('answer: Hello.');
  expect(code).toBe(0);
});

test('names a loader for TypeScript that Node does not run', async () => {
  const cwd = await tempFolder({
    'a.yaml': SCENARIO,
    'import.ts': "import { ask } from './ask';\nexport default ask;",
    'package.ts': "import 'there-is-no-such-package';\nexport default async () => 1;",
  });
  const ended = await Promise.all(
    ['import.ts', 'package.ts'].map((app) => ensaioProcess(['run', 'a.yaml', '--app', app], cwd)),
  );
  const said = ended.map(({ code, stderr }) => [code, stderr.trim().split('\n').at(-1)]);
  const loader =
    "Node takes imports with their extension and no enums; a loader takes all of TypeScript: NODE_OPTIONS='--import tsx' npx ensaio …";
  expect(said).toEqual([
    [2, `\`node import.ts\` shows where. ${loader}`],
    [2, '`node package.ts` shows where.'],
  ]);
});

test('does not end well when the app ends the process', async () => {
  const cwd = await tempFolder({
    'a.yaml': SCENARIO,
    'app.mjs': 'export default async () => { process.exit(0); };',
  });
  const { code, stderr } = await ensaioProcess(['run', 'a.yaml', '--app', 'app.mjs'], cwd);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'The process ended before the run was over: does the app call process.exit()?\nIt was running: hello\n',
  });
});

test('calls off an app that keeps the process busy, and blames a stray error on its scenario', async () => {
  const cwd = await tempFolder({
    'm.yaml': SCENARIO.replace('name: hello', 'name: busy').replace('Say hello.', 'busy'),
    'n.yaml': SCENARIO.replace('name: hello', 'name: stray').replace('Say hello.', 'stray'),
    'o.yaml': SCENARIO,
    'app.mjs': `\
export default async ({ client, input }) => {
  if (input === 'busy') return new Promise(() => { setInterval(() => {}, 1000); });
  const reply = await client.messages.create({
    model: 'claude-opus-5', max_tokens: 9, messages: [{ role: 'user', content: input }],
  });
  if (input === 'stray') Promise.reject(new Error('floating'));
  return reply;
};
`,
  });
  const argv = ['run', '*.yaml', '--app', 'app.mjs', '--timeout', '0.5'];
  const { code, stdout } = await ensaioProcess(argv, cwd);
  expect(stdout).toContain('✗ busy');
  expect(stdout).toContain('it did not answer within 0.5 seconds');
  expect(stdout).toMatch(/✗ stray[^]*floating/);
  expect(stdout).toContain('✓ hello');
  expect(stdout).toMatch(/3 scenarios: 1 passed, 2 failed \(.*s\)\n$/);
  expect(code).toBe(1);
});

test('ends with 1 when a scenario fails, also one whose app never answers', async () => {
  const cwd = await tempFolder({
    'a.yaml': SCENARIO,
    'b.yaml': SCENARIO,
    'app.mjs': 'export default () => new Promise(() => {});',
  });
  const { code, stdout } = await ensaioProcess(['run', '*.yaml', '--app', 'app.mjs'], cwd);
  expect(code).toBe(1);
  expect(stdout).toContain('the app was called off: it waits for something that never happens');
  expect(stdout).toMatch(/\n2 scenarios: 0 passed, 2 failed \(.*s\)\n$/);
});

test('ends with 2 when a file, an app or the command is wrong', async () => {
  const cwd = await tempFolder({
    'a.yaml': SCENARIO,
    'typo.yaml': 'nmae: hello\n',
    'waiting.mjs': 'await new Promise(() => {});\nexport default async () => {};',
    'syntax.mjs': 'export default async (',
  });
  const runs = [
    ['run', 'typo.yaml'],
    ['run', 'a.yaml', '--app', 'waiting.mjs'],
    ['run', 'a.yaml', '--app', 'syntax.mjs'],
    ['run', '--wat'],
  ];
  const ended = await Promise.all(runs.map((argv) => ensaioProcess(argv, cwd)));
  expect(ended.map(({ code }) => code)).toEqual(runs.map(() => 2));
  expect(ended.map(({ stderr }) => stderr.split('\n')[0])).toMatchInlineSnapshot(`
    [
      "3 problems in 1 file:",
      "The app "waiting.mjs" failed while it was loaded: Error: it waits for something that never happens",
      "The app "syntax.mjs" failed while it was loaded: SyntaxError: Unexpected end of input",
      "error: unknown option '--wat'",
    ]
  `);
});

test('says that this Node does not run TypeScript', async () => {
  const cwd = await tempFolder({ 'a.yaml': SCENARIO, 'app.ts': 'export default async () => {};' });
  // What Node says when it was started without type stripping; the source of the kit itself needs it.
  const hook = `data:text/javascript,${encodeURIComponent(`\
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
export const load = (url, context, next) => {
  if (!url.endsWith('/app.ts')) return next(url, context);
  throw Object.assign(new TypeError('Unknown file extension ".ts"'), { code: 'ERR_UNKNOWN_FILE_EXTENSION' });
};\`));`)}`;
  const argv = ['run', 'a.yaml', '--app', 'app.ts'];
  const { code, stderr } = await ensaioProcess(argv, cwd, ['--import', hook]);
  expect(code).toBe(2);
  expect(stderr.replace(process.versions.node, '<version>')).toMatchInlineSnapshot(`
    "The app "app.ts" is TypeScript, which Node <version> does not run.

    Use Node 22.18 or newer, or name a JavaScript file.
    "
  `);
});
