/** The curl lines of docs/server.md do what they say, with the real curl where there is one. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { serve, type ServeOptions } from '../../fakes/server.ts';

const doc = readFileSync(new URL('../../docs/server.md', import.meta.url), 'utf8');

/** Every command of the page, one a line; those that need a token last. */
const lines = [...doc.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) =>
  block!
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.startsWith('curl ')),
);

const TOKEN = 'a-token';

/** The words of a command as a shell reads them: single quotes are all that the page uses. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|([^\s']+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

type Ask = (args: readonly string[]) => Promise<Answer>;

const run = promisify(execFile);

const withCurl: Ask = async (args) => {
  const { stdout } = await run('curl', ['-s', '-w', '\n%{http_code}', ...args]);
  const [, text, status] = /^([^]*)\n(\d+)$/.exec(stdout)!;
  return { status: Number(status), text: text! };
};

/** The part of curl that the page uses. */
const withFetch: Ask = async (args) => {
  const headers = new Headers();
  let [url, method, body]: (string | undefined)[] = [];
  const options: Record<string, (value: string) => void> = {
    '-X': (value) => (method = value),
    '-d': (value) => (body = value),
    '-H': (value) => headers.set(value.split(': ')[0]!, value.split(': ')[1]!),
  };
  for (let i = 0; i < args.length; i++) {
    const option = options[args[i]!];
    if (option) option(args[++i]!);
    else if (args[i]!.startsWith('http')) url = args[i];
  }
  const response = await fetch(url!, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    body: body ?? null,
  });
  return { status: response.status, text: await response.text() };
};

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

async function play(ask: Ask, wanted: readonly string[], options: ServeOptions): Promise<Answer[]> {
  const server = await serve([], options);
  onTestFinished(() => server.close());
  const answers: Answer[] = [];
  for (const line of wanted) {
    const [, ...args] = words(
      line.replaceAll('http://127.0.0.1:4010', server.url).replaceAll('<token>', TOKEN),
    );
    answers.push(await ask(args));
  }
  return answers;
}

const [open, guarded] = [
  lines.filter((line) => !line.includes('<token>')),
  lines.filter((line) => line.includes('<token>')),
];

async function holds(ask: Ask): Promise<void> {
  const answers = await play(ask, open, {});
  const told = open.map((line, i) => [line, answers[i]!.status]);
  expect(told).toEqual(open.map((line) => [line, line.includes('-X DELETE') ? 204 : 200]));
  const textOf = (part: string): string =>
    answers[open.findIndex((line) => line.includes(part))]!.text;
  expect(textOf('/run/greeting/v1/messages')).toContain('"text":"Hello."');
  expect(textOf('"stream": true')).toMatch(/Goodbye\.[^]*event: message_stop/);
  expect(JSON.parse(textOf('count_tokens'))).toEqual({ input_tokens: expect.any(Number) });
  expect(textOf('/v1/models')).toContain('"id":"claude-opus-5"');
  expect(JSON.parse(textOf('journal?from=1'))).toMatchObject([1, 2, 3].map((index) => ({ index })));
  expect(JSON.parse(textOf('/verify'))).toEqual({ done: true });
}

test('the session of the page goes as it says', () => holds(withFetch));

test.skipIf(!hasCurl)('the session of the page goes as it says, with curl', () => holds(withCurl));

test('the lines with a token need it', async () => {
  const ask = hasCurl ? withCurl : withFetch;
  const status = async (options: ServeOptions): Promise<number[]> =>
    (await play(ask, guarded, options)).map((answer) => answer.status);
  expect(guarded).toHaveLength(2);
  expect(await status({ token: TOKEN })).toEqual([200, 200]);
  expect(await status({ token: 'another' })).toEqual([401, 401]);
});
