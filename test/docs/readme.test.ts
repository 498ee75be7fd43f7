/** What the README shows runs as it stands there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { checkLoop, CheckLoopError, type App, type AppContext } from '../../testing/index.ts';
import { ensaio } from '../cli/capture.ts';
import { badLoops, goodLoop } from '../zoo/index.ts';
import { tempFolder } from '../testing/temp-folder.ts';

/** What the README shows, with what it takes from elsewhere. */
type Pasted = (
  check: (app: App) => Promise<unknown>,
  test: (title: string, body: () => Promise<unknown>) => void,
  myLoop: (
    client: AppContext['client'],
    input: unknown,
    tools: AppContext['tools'],
    signal: AbortSignal,
  ) => Promise<unknown>,
) => void;

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('the scenario of the README passes on the loop of the kit', async () => {
  const [, yaml] = /```yaml\n([^]*?)```/.exec(readme)!;
  const cwd = await tempFolder({ 'two-looks.yaml': yaml! });
  const { code, stdout, stderr } = await ensaio(['run', 'two-looks.yaml'], cwd);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('✓ two looks at once');
});

test('every file that the README points at is there', () => {
  const links = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path]) => path!);
  for (const link of links) {
    if (link.endsWith('/') || !link.includes('.')) continue;
    expect(readFileSync(new URL(`../../${link}`, import.meta.url), 'utf8')).not.toBe('');
  }
  expect(links.length).toBeGreaterThan(3);
});

test('the lines of the README check a loop that is put into them', async () => {
  const [, code] = /```ts\n(import \{ checkLoop \}[^]*?)```/.exec(readme)!;
  const lines = code!.replaceAll(/^import .*$/gm, '').trim();
  const module = `export default (checkLoop, test, myLoop) => {\n${lines}\n};\n`;
  const file = join(await tempFolder({ 'pasted.mjs': module }), 'pasted.mjs');
  const { default: pasted } = (await import(pathToFileURL(file).href)) as { default: Pasted };

  async function paste(loop: App): Promise<unknown> {
    let body: (() => Promise<unknown>) | undefined;
    pasted(
      (app) => checkLoop(app, { seed: 1, runs: 50 }),
      (_title, given) => void (body = given),
      (client, input, tools, signal) =>
        loop({ client, input, tools, signal, stream: false } as AppContext),
    );
    return body!();
  }

  await paste(goodLoop);
  const forgetful = badLoops['forgets all results but the first']!;
  const error: unknown = await paste(forgetful).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CheckLoopError);
  const [, shown] = /```\n(The loop is broken[^]*?)```/.exec(readme)!;
  const lacking = shown!
    .trim()
    .split('\n')
    .filter((line) => !(error as CheckLoopError).message.includes(line));
  expect(lacking).toEqual([]);
});
