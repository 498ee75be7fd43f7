/** `docs/check-conversation.md` tells of every check, and what it shows runs as it stands there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import {
  checkConversation,
  CheckLoopError,
  loadScenarios,
  runScenario,
  sessionApp,
  type App,
} from '../../testing/index.ts';
import { commandKinds } from '../../testing/session/session.ts';
import { sessionChecks } from '../../testing/session/session-checks.ts';
import { Chat } from '../testing/chats.ts';
import { tempFolder } from '../testing/temp-folder.ts';

const page = readFileSync(new URL('../../docs/check-conversation.md', import.meta.url), 'utf8');
const shown = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, code]) => code!);
const [snippet = '', app = ''] = shown('ts');

/** The code of the page as a function of what it takes from elsewhere. */
async function pasted(code: string, ...names: string[]): Promise<(...args: unknown[]) => unknown> {
  const lines = code.replaceAll(/^import .*$/gm, '').replace('export default', 'return');
  const module = `export default (${names.join(', ')}) => {\n${lines.trim()}\n};\n`;
  const file = join(await tempFolder({ 'pasted.mjs': module }), 'pasted.mjs');
  return ((await import(pathToFileURL(file).href)) as { default: (...args: unknown[]) => unknown })
    .default;
}

async function check(Made: typeof Chat): Promise<unknown> {
  let body: (() => Promise<unknown>) | undefined;
  const paste = await pasted(snippet, 'checkConversation', 'test', 'Chat');
  const quick: typeof checkConversation = (open) =>
    checkConversation(open, { seed: 1, runs: 20, door: 'fakeMessages' });
  paste(quick, (_title: string, run: typeof body) => (body = run), Made);
  return body!();
}

class Repeating extends Chat {
  override ask(...[messages, signal]: Parameters<Chat['ask']>): ReturnType<Chat['ask']> {
    return super.ask([...messages, ...messages.slice(-1)], signal);
  }
}

test('its lines check a chat that is put into them', async () => {
  await check(Chat);
  await expect(check(Repeating)).rejects.toThrow(CheckLoopError);
});

test('its scenario passes on its app', async () => {
  const paste = await pasted(app, 'sessionApp', 'Chat');
  const [yaml] = shown('yaml');
  const folder = await tempFolder({ 'a.yaml': yaml! });
  const [scenario] = await loadScenarios(`${folder}/a.yaml`);
  const { problems, answer } = await runScenario(scenario!, paste(sessionApp, Chat) as App);
  expect(problems).toEqual([]);
  expect(answer).toMatchObject({ text: 'Fine.' });
});

test('it tells of every command and of every check', () => {
  for (const kind of commandKinds) expect(page).toContain(`| \`${kind}(`);
  for (const { id, summary } of sessionChecks) {
    expect(page).toMatch(new RegExp(`\\| \`${id}\` *\\| ${summary.replaceAll('.', '\\.')} *\\|`));
  }
});
