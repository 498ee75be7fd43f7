// Proves the packed tarball as a user gets it: `npm run check:tarball`, after a build.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Manifest {
  version: string;
  exports: Record<string, unknown>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional?: boolean }>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
const manifest = readManifest('.');

/** What a user installs beside the kit, in the versions this repository is tested on. */
const withVersion = (name: string): string =>
  `${name}@${readManifest(`node_modules/${name}`).version}`;
const isOptional = (name: string): boolean =>
  manifest.peerDependenciesMeta[name]?.optional === true;
const peers = Object.keys(manifest.peerDependencies);

/** The entries that stand on an optional peer; all others must do without any. */
const needsOptionalPeer = ['ensaio/msw', 'ensaio/vitest'];
const entries = Object.keys(manifest.exports)
  .filter((path) => !path.endsWith('.json'))
  .map((path) => path.replace(/^\./, 'ensaio'));

const consumer = mkdtempSync(join(tmpdir(), 'ensaio-consumer-'));
const runIn = (cwd: string, command: string, ...args: string[]): string => {
  console.log(`$ ${command} ${args.join(' ')}`);
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};
const run = (command: string, ...args: string[]): string => runIn(consumer, command, ...args);
const install = (...packages: string[]): string =>
  run('npm', 'install', '--no-audit', '--no-fund', ...packages);

function importEntries(names: string[]): void {
  const code = names.map((name) => `await import('${name}');`).join(' ');
  run(process.execPath, '--input-type=module', '--eval', code);
}

function typeCheck(module: string, moduleResolution: string): void {
  const config = {
    compilerOptions: {
      module,
      moduleResolution,
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    },
    files: ['app.ts', 'typed/scenarios/app.ts', 'typed/scenarios/scenarios.test.ts'],
  };
  writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify(config));
  run('tsc', '--project', 'tsconfig.json');
}

const app = `import Anthropic from '@anthropic-ai/sdk';
import { fakeAnthropic, text, toolUse } from 'ensaio';
import { expect } from 'vitest';
${entries.map((name, index) => `import * as entry${index} from '${name}';`).join('\n')}

export const client: Anthropic = fakeAnthropic([
  [text('Let me look.'), toolUse('get_order', { number: 'A-1001' })],
  'Order A-1001 ships on the 20th.',
]);
expect(client).toHaveAnswered('get_order', { status: 'shipped' });
expect(client).toKeepInvariants({ except: ['results-in-order'] });
// @ts-expect-error a call has to be named
expect(client).toHaveAnswered();
export const entries: object[] = [${entries.map((_, index) => `entry${index}`).join(', ')}];
`;

/** Serves what the package is, and asks it. */
const served = `
import { serve } from 'ensaio/server';
const server = await serve([{ name: 'hello', script: ['Hello.'] }]);
const response = await fetch(server.url + '/v1/messages', {
  method: 'POST',
  headers: { 'x-api-key': 'test', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'claude-opus-5', max_tokens: 64, messages: [{ role: 'user', content: 'Hello?' }] }),
});
const { content } = await response.json();
server.simulation().assertDone();
await server.close();
console.log('served:', content[0].text);
`;

/** What `ensaio init` writes into a folder passes, by the commands that it names itself. */
function initIn(folder: string): void {
  const [, next = ''] = runIn(folder, 'npx', 'ensaio', 'init').split('Next:\n');
  const commands = next.trim().split(/\n */);
  if (commands.length !== 2) throw new Error(`ensaio init names other commands: ${next}`);
  for (const line of commands) {
    const [command = '', ...args] = line.split(' ');
    console.log(runIn(folder, command, ...args));
  }
}

/** A test as a user writes it, with the matchers of the package. */
const matchersTest = `import { fakeAnthropic } from 'ensaio';
import { expect, test } from 'vitest';
import 'ensaio/vitest';

test('matchers are there', async () => {
  const client = fakeAnthropic(['Hello.']);
  expect(client).not.toBeDone();
  const messages = [{ role: 'user', content: 'Hi.' }];
  await client.messages.create({ model: 'claude-opus-5', max_tokens: 9, messages });
  expect(client).toBeDone();
  expect(client).toKeepInvariants();
});
`;

try {
  const [tarball] = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', consumer], {
      cwd: root,
      encoding: 'utf8',
    }),
  );
  console.log(`${tarball.filename}: ${tarball.entryCount} files, ${tarball.size} bytes`);
  writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }');

  const required = peers.filter((name) => !isOptional(name));
  install(`./${tarball.filename}`, ...required.map(withVersion));
  importEntries(entries.filter((name) => !needsOptionalPeer.includes(name)));
  console.log(run('npx', 'ensaio', 'run'));
  console.log(run(process.execPath, '--input-type=module', '--eval', served));
  writeFileSync(join(consumer, 'chat.json'), '[{ "role": "user", "content": "Hi." }]');
  console.log(run('npx', 'ensaio', 'audit', 'chat.json'));
  initIn(consumer);
  rmSync(join(consumer, 'scenarios'), { recursive: true });

  install(...peers.filter(isOptional).map(withVersion), withVersion('@types/node'));
  importEntries(entries);
  writeFileSync(join(consumer, 'matchers.test.js'), matchersTest);
  console.log(run('npx', 'vitest', 'run'));
  writeFileSync(join(consumer, 'app.ts'), app);
  const typed = join(consumer, 'typed');
  mkdirSync(typed);
  writeFileSync(join(typed, 'tsconfig.json'), '{}');
  initIn(typed);
  typeCheck('nodenext', 'nodenext');
  typeCheck('esnext', 'bundler');
} finally {
  rmSync(consumer, { recursive: true, force: true });
}
