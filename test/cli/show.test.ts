// `ensaio show`: conversations out of logs, journals and transcripts, on the terminal and as a page.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';
import { started } from '../server/started.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { toldConversation } from '../transcript/told.ts';
import { ensaio, type Captured } from './capture.ts';

const json = (value: unknown): string => JSON.stringify(value);

const question = { role: 'user', content: 'Look.' };
const call = {
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'a', name: 'look', input: { at: 'left' } }],
};
const answer = {
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'b', content: 'seen \u001B[2J' }],
};

async function show(
  files: Readonly<Record<string, string>>,
  more: Parameters<typeof ensaio>[2] = {},
  ...argv: string[]
): Promise<Captured> {
  const cwd = await tempFolder(files);
  return ensaio(['show', ...Object.keys(files), ...argv], cwd, more);
}

test('shows a log, with what is wrong in it at its block', async () => {
  const sent = { model: 'claude-opus-5', max_tokens: 64 };
  const reply = { role: 'assistant', content: 'Seen.', stop_reason: 'end_turn' };
  const lines = [
    { request: { ...sent, messages: [question] } },
    { request: { ...sent, messages: [question, call, answer] }, response: reply },
    { request: { ...sent, messages: [question], system: 'Other.' } },
    { ...sent, messages: [answer], thread: { type: 'continue', previous_message_id: 'msg_0' } },
  ];
  const said = await show({ 'log.jsonl': lines.map(json).join('\n') });
  expect({ code: said.code, stderr: said.stderr }).toEqual({ code: 0, stderr: '' });
  expect(said.stdout).toMatchInlineSnapshot(`
    "log.jsonl

    Conversation 1 of 2

    0 user
      Look.

    1 assistant
      line 1
      look a
        { "at": "left" }
        → no result

    2 user
      ! refused tool-result-missing at messages.2
        messages.2: \`tool_use\` ids were found without \`tool_result\` blocks
        immediately after: a. Each \`tool_use\` block must have a corresponding
        \`tool_result\` block in the next message.
      ! invariant broken one-result-per-call at messages.2
        the call a has no result
      tool_result b
        → seen ␛[2J
      ! refused tool-result-unexpected at messages.2.content.0
        messages.2.content.0: unexpected \`tool_use_id\` found in \`tool_result\`
        blocks: b. Each \`tool_result\` block must have a corresponding \`tool_use\`
        block in the previous message.
      ! invariant broken matching-ids at messages.2.content.0
        the result for b answers no call of the turn before it: expected a

    3 assistant
      line 2 · end_turn
      Seen.

    Conversation 2 of 2

    0 user
      Look.

    Not shown: the thread that it goes on with is not in the log: line 4
    "
  `);
});

test('shows the same of messages, of a journal, of transcripts and of what the server tells', async () => {
  const server = await started([{ name: 'look', script: ['Hello.'] }]);
  const asked = { ...(body() as object), messages: [question] };
  await fetch(`${server.url}/run/look/v1/messages`, {
    method: 'POST',
    headers: {
      'x-api-key': 'test',
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
    },
    body: json(asked),
  });
  const told = async (what: string): Promise<string> =>
    (await fetch(`${server.url}/_ensaio/runs/look/${what}`)).text();
  const simulation = simulate(['Hello.']);
  await send(simulation, body({ messages: [question] }));
  const said = await show({
    'messages.json': json([question, { role: 'assistant', content: 'Hello.' }]),
    'journal.json': json(simulation.journal),
    'transcripts.json': json(simulation.transcripts),
    'transcript.json': json(simulation.transcripts[0]),
    'server-journal.json': await told('journal'),
    'server-transcripts.json': await told('transcripts'),
  });
  expect(said.stdout.replaceAll(/\d+ ms/g, '<time>')).toMatchInlineSnapshot(`
    "messages.json

    0 user
      Look.

    1 assistant
      Hello.


    journal.json

    0 user
      Look.

    1 assistant
      [0] · turn 1 · end_turn · 9 in, 2 out · <time>
      Hello.


    transcripts.json

    0 user
      Look.

    1 assistant
      [0] · turn 1 · end_turn · 9 in, 2 out · <time>
      Hello.


    transcript.json

    0 user
      Look.

    1 assistant
      [0] · turn 1 · end_turn · 9 in, 2 out · <time>
      Hello.


    server-journal.json

    0 user
      Look.

    1 assistant
      [0] · turn 1 · end_turn · 9 in, 2 out · <time>
      Hello.


    server-transcripts.json

    0 user
      Look.

    1 assistant
      Hello.
    "
  `);
});

test('shows a run as its JSON report tells it', async () => {
  const scenarios = `\
- name: hello
  input: Say hello.
  turns: [{ reply: Hello. }]
  expect: { answer: Good day. }
- { name: later, skip: it waits for a fix, input: x, turns: [{ reply: y }] }
- name: paused
  input: Go.
  turns: [{ reply: { content: Wait., stop_reason: pause_turn } }]
`;
  const cwd = await tempFolder({ 'a.yaml': scenarios });
  await ensaio(['run', 'a.yaml', '--reporter', 'json', '--output', 'run.json'], cwd);
  await ensaio(['run', 'a.yaml', '--html', 'run.html'], cwd);
  const { code, stdout, stderr } = await ensaio(['show', 'run.json'], cwd);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatchInlineSnapshot(`
    "hello (failed)

    a.yaml:4:21 answer-differs the answer differs.
      expected: "Good day."
      received: "Hello."

    0 user
      Say hello.

    1 assistant
      Hello.


    later (skipped)

    Not run: it waits for a fix


    paused (failed)

    a.yaml:8:11 request-unexpected request 2 after turn 1: no turn is left for it: turn 1, the only one, is used.

    a.yaml:8:11 app-failed the app failed after turn 1: APIError: 418 {"type":"error","error":{"type":"invalid_request_error","message":"[ensaio] Request 2: no turn is left for it: turn 1, the only one, is used.","details":{"error_code":"ensaio_no_turn"}},…

    0 user
      Go.

    1 assistant
      Wait.
    "
  `);
  await ensaio(['show', 'run.json', '--html', 'shown.html'], cwd);
  const statuses = async (file: string): Promise<string[]> =>
    [...(await readFile(join(cwd, file), 'utf8')).matchAll(/data-status="\w+"|<h2>.*?<\/h2>/g)].map(
      ([found]) => found,
    );
  expect(await statuses('shown.html')).toEqual(await statuses('run.html'));
});

test('is as wide as the terminal, and has the colours that it wants', async () => {
  const files = { 'a.json': json([await toldConversation()]) };
  const piped = await show(files);
  const narrow = await show(files, { isTTY: true, columns: 50 });
  const longest = (text: string): number =>
    Math.max(
      ...stripVTControlCharacters(text)
        .split('\n')
        .map((line) => line.length),
    );
  expect([longest(piped.stdout), longest(narrow.stdout)]).toEqual([80, 50]);
  expect(piped.stdout).not.toContain('\u001B');
  expect(narrow.stdout).toContain('\u001B[36m0 user\u001B[39m');
  const plain = await show(files, { isTTY: true, columns: 50, env: { NO_COLOR: '1' } });
  expect(plain.stdout).toBe(stripVTControlCharacters(narrow.stdout));
});

test('writes a page, and folders for it', async () => {
  const cwd = await tempFolder({ 'a.json': json([question, call, answer]) });
  const said = await ensaio(['show', 'a.json', '--html', 'out/a.html'], cwd);
  expect(said).toEqual({ code: 0, stdout: '', stderr: '' });
  const page = await readFile(join(cwd, 'out', 'a.html'), 'utf8');
  expect(page).toContain('<title>ensaio show</title>');
  expect(page).toContain('one-result-per-call');
  expect(page).toContain('<p class="text">seen ␛[2J</p>');
});

test('says what it cannot read', async () => {
  const cwd = await tempFolder({ 'a.json': json([question]), 'b.json': '{"x": 1}' });
  const tell = async (...argv: string[]): Promise<[number, string]> => {
    const { code, stderr } = await ensaio(['show', ...argv], cwd);
    return [code, stderr.replaceAll(cwd, '<cwd>')];
  };
  expect(await tell('b.json')).toMatchInlineSnapshot(`
    [
      2,
      "b.json: there is no conversation in it.

    A log is a list of messages, a request body, a list of request bodies, or one of these on each line (JSON Lines). \`ensaio import\` makes scenarios of HAR files, debug logs of the SDK and sessions of Claude Code.
    ",
    ]
  `);
  expect(await tell('none.json')).toMatchInlineSnapshot(`
    [
      2,
      "none.json: the file cannot be read (ENOENT).
    ",
    ]
  `);
});
