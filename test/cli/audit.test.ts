// `ensaio audit`: conversations out of logs, what it finds in them and how it says so.
import { expect, test } from 'vitest';
import { fakeAnthropic, overloaded } from '../../fakes/index.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { ensaio } from './capture.ts';

type Json = Readonly<Record<string, unknown>>;

const user = (content: unknown): Json => ({ role: 'user', content });
const assistant = (...content: unknown[]): Json => ({ role: 'assistant', content });
const call = (id: string): Json => ({ type: 'tool_use', id, name: 'look', input: {} });
const result = (id: string): Json => ({ type: 'tool_result', tool_use_id: id, content: 'seen' });
const text = (value: string): Json => ({ type: 'text', text: value });

const tools = [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' } }];
const body = (messages: Json[], more: Json = {}): Json => ({
  model: 'claude-opus-5',
  max_tokens: 64,
  tools,
  messages,
  ...more,
});

const opening = [user('Look twice.'), assistant(call('a'), call('b'))];
const good = [...opening, user([result('a'), result('b')]), assistant(text('Both seen.'))];
const bad = [...opening, user([result('a')])];

const json = (value: unknown): string => JSON.stringify(value);
const lines = (...values: unknown[]): string => `${values.map(json).join('\n')}\n`;

async function audit(
  files: Readonly<Record<string, string>>,
  ...argv: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const cwd = await tempFolder(files);
  const said = await ensaio(['audit', ...Object.keys(files), ...argv], cwd);
  return { ...said, stderr: said.stderr.replaceAll(cwd, '<cwd>') };
}

test('finds nothing in good conversations, in whatever form they were logged', async () => {
  const first = body([opening[0]!]);
  const second = body(good.slice(0, 3));
  const reply = { ...assistant(text('Both seen.')), stop_reason: 'end_turn' };
  const { code, stdout, stderr } = await audit({
    'messages.json': json(good),
    'body.json': json(body(good.slice(0, 3))),
    'bodies.json': json([first, second]),
    'bodies.jsonl': lines(first, second),
    'messages.jsonl': lines(...good),
    'records.jsonl': lines(
      { request: first, response: { ...opening[1], stop_reason: 'tool_use' } },
      { at: 'noon', request: { body: second }, response: { status: 200, body: reply } },
    ),
    'saved.json': json({ messages: good.slice(0, 3), reply }),
    'plain.jsonl': lines(
      { ...body([user('Hi.')]), reply: { role: 'assistant', content: 'Ho.' } },
      body([user('Hi.'), { role: 'assistant', content: 'Ho.' }, user('And?')]),
    ),
  });
  expect(stdout).toMatchInlineSnapshot(`
    "✓ messages.json
    ✓ body.json
    ✓ bodies.json
    ✓ bodies.jsonl
    ✓ messages.jsonl
    ✓ records.jsonl
    ✓ saved.json
    ✓ plain.jsonl

    8 conversations: nothing found
    "
  `);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('reads a journal and transcripts of a simulation, over a thread and beside other endpoints', async () => {
  const client = fakeAnthropic(['One.', overloaded(), 'Two.'], { maxRetries: 1 });
  const thread = client.beta.messages.thread({ model: 'claude-opus-5', max_tokens: 50 });
  await client.models.retrieve('claude-opus-5');
  await client.messages.countTokens({ model: 'claude-opus-5', messages: [] }).catch(() => {});
  await thread.send({ role: 'user', content: 'Hello.' });
  await thread.send({ role: 'user', content: 'And?' });
  const { journal, transcripts } = client.simulation;
  const { code, stdout } = await audit({
    'journal.json': json(journal),
    'journal.jsonl': lines(journal.slice(2)),
    'transcripts.json': json(transcripts),
  });
  expect(stdout).toMatchInlineSnapshot(`
    "✓ journal.json
    ✓ journal.jsonl
    ✓ transcripts.json

    3 conversations: nothing found
    "
  `);
  expect(code).toBe(0);
});

test('reads what went through a gateway, under a path of its own', async () => {
  const record = (path: string, sent: Json): Json => ({ request: { path, body: sent } });
  const log = lines(
    record('/models', {}),
    record('/model/anthropic.claude-opus-5/invoke', body(bad)),
    record('/api/chat/', body([user('Hello.'), assistant('')])),
  );
  const { stdout } = await audit({ 'log.jsonl': log });
  expect(stdout).toContain('conversation 1 (line 2)');
  expect(stdout).toContain('conversation 2 (line 3)');
});

test('does not hold names and dates of a saved conversation against it, and those of a request', async () => {
  const saved = { id: 'c1', title: 'Looks', created_at: 7, messages: good };
  expect(await audit({ 'saved.json': json(saved) })).toMatchObject({ code: 0 });
  const { code, stdout } = await audit({
    'request.json': json(body(good.slice(0, 3), { id: 'c1' })),
  });
  expect(stdout).toContain('field-unknown: 400 invalid_request_error: id: Extra inputs');
  expect(code).toBe(1);
});

test('shows what is broken and what would be refused, with places', async () => {
  const { code, stdout } = await audit({ 'chat.json': json(bad) });
  expect(code).toBe(1);
  expect(stdout).toMatchInlineSnapshot(`
    "✗ chat.json

      one-result-per-call: the call b has no result, in messages[2].
        Every \`tool_use\` has exactly one \`tool_result\`, in the user turn right after it.

          0  user: text
          1  assistant: tool_use(a) | tool_use(b)
        > 2  user: tool_result(a) -> seen

      Refused by the API:
        tool-result-missing: 400 invalid_request_error: messages.2: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: b. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.

    1 conversation: 2 findings
    "
  `);
});

test('follows conversations over a log, and tells each fault once', async () => {
  const { code, stdout } = await audit({
    'log.jsonl': lines(
      body([user('Hello.')]),
      body([user('Hello.')]),
      body([user('Hello.'), assistant(text('Hi.')), user('And?')]),
      body([user('Hello.'), assistant(text('Hey.')), user([result('x')])]),
      body([user('Hello.'), assistant(text('Ho.')), user('And?'), assistant(text('.')), user('?')]),
      body([
        user('Hello.'),
        assistant(text('Hey.')),
        user([result('x')]),
        assistant(text('.')),
        user('?'),
      ]),
    ),
  });
  expect(code).toBe(1);
  expect(stdout).toMatchInlineSnapshot(`
    "✗ log.jsonl: conversation 1 (line 1, line 4, line 6)

      no-result-without-call: there is a result for x, and no such call was made, in messages[2].content[0] (line 4).
        No \`tool_result\` answers a call that was never made.

          0  user: text
          1  assistant: text
        > 2  user: tool_result(x) -> seen
                   ^^^^^^^^^^^^^^^^^^^^^^
          3  assistant: text

      Refused by the API:
        tool-result-unexpected: 400 invalid_request_error: messages.2.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: x. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message. (line 4)

    ✗ log.jsonl: conversation 2 (line 2, line 3, line 5)

      history-unchanged: it comes back changed: expected {"type":"text","text":"Hi."}, received {"type":"text","text":"Ho."}, in messages[1].content[0] (line 5).
        What was said before comes back unchanged.

          0  user: text
        > 1  assistant: text
                        ^^^^
          2  user: text
          3  assistant: text

    2 conversations: 3 findings
    "
  `);
});

test('puts threads back together where the replies are logged, and says where it cannot', async () => {
  const thread = (type: string, more: Json = {}): Json => ({ thread: { type, ...more } });
  const record = (request: Json, id: string, ...content: Json[]): Json => ({
    request,
    response: { id, ...assistant(...content), stop_reason: 'tool_use' },
  });
  const log = lines(
    record(body([user('Look.')], thread('create')), 'msg_1', call('a')),
    record(
      {
        model: 'claude-opus-5',
        max_tokens: 64,
        messages: [user([result('b')])],
        ...thread('continue', { previous_message_id: 'msg_1' }),
      },
      'msg_2',
      text('Seen.'),
    ),
    body([user([result('c')])], thread('continue', { previous_message_id: 'msg_0' })),
  );
  const { code, stdout } = await audit({ 'log.jsonl': log });
  expect(code).toBe(1);
  expect(stdout).toMatchInlineSnapshot(`
    "✗ log.jsonl

      one-result-per-call: the call a has no result, in messages[2] (line 2).
        Every \`tool_use\` has exactly one \`tool_result\`, in the user turn right after it.

          0  user: text
          1  assistant: tool_use(a)
        > 2  user: tool_result(b) -> seen
          3  assistant: text

      matching-ids: the result for b answers no call of the turn before it: expected a, in messages[2].content[0] (line 2).
        Every \`tool_result\` names a call of the assistant turn right before it, each in a message of its own role.

          0  user: text
          1  assistant: tool_use(a)
        > 2  user: tool_result(b) -> seen
                   ^^^^^^^^^^^^^^^^^^^^^^
          3  assistant: text

      Refused by the API:
        tool-result-unexpected: 400 invalid_request_error: messages.2.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: b. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message. (line 2)
        tool-result-missing: 400 invalid_request_error: messages.2: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: a. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message. (line 2)

    log.jsonl: not judged, since the thread it goes on with is not in the log: line 3

    1 conversation: 4 findings
    "
  `);
});

test('prints JSON for programs', async () => {
  const { code, stdout } = await audit(
    { 'chat.json': json(bad), 'log.jsonl': lines(body([user('Hi.')]), body(bad)) },
    '--json',
  );
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchInlineSnapshot(`
    {
      "conversations": 3,
      "findings": [
        {
          "conversation": 1,
          "file": "chat.json",
          "id": "one-result-per-call",
          "kind": "invariant",
          "message": "the call b has no result",
          "path": "messages.2",
        },
        {
          "conversation": 1,
          "file": "chat.json",
          "id": "tool-result-missing",
          "kind": "rule",
          "message": "messages.2: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: b. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.",
          "path": "messages.2",
          "status": 400,
          "type": "invalid_request_error",
        },
        {
          "conversation": 2,
          "entry": "line 2",
          "file": "log.jsonl",
          "id": "one-result-per-call",
          "kind": "invariant",
          "message": "the call b has no result",
          "path": "messages.2",
        },
        {
          "conversation": 2,
          "entry": "line 2",
          "file": "log.jsonl",
          "id": "tool-result-missing",
          "kind": "rule",
          "message": "messages.2: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: b. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.",
          "path": "messages.2",
          "status": 400,
          "type": "invalid_request_error",
        },
      ],
      "notJudged": [],
    }
  `);
});

test('leaves out what it is told to', async () => {
  const files = { 'chat.json': json(bad) };
  const both = ['one-result-per-call', 'tool-result-missing'];
  expect((await audit(files, '--except', ...both)).code).toBe(0);
  expect((await audit(files, '--except', both[0]!)).stdout).not.toContain(both[0]);
});

test('judges by the version that it is told', async () => {
  const files = {
    'body.json': json(body([user('Hi.')], { model: 'claude-haiku-4-5', temperature: 0.5 })),
  };
  expect((await audit(files, '--api-version', '2023-06-01')).stdout).not.toContain('temperature');
  expect((await audit(files)).stdout).toMatchInlineSnapshot(`
    "✗ body.json

      Refused by the API:
        sampling-removed: 400 invalid_request_error: temperature: Extra inputs are not permitted

    1 conversation: 1 finding
    "
  `);
});

test('takes betas from the body, as the SDK has them, and does not ask for them otherwise', async () => {
  const summary = { compaction: { type: 'summarize' } };
  const bare = body(good, summary);
  const other = body(good, { ...summary, betas: ['files-api-2025-04-14'] });
  const right = body(good, { ...summary, betas: ['compact-2026-09-04'] });
  expect((await audit({ 'bare.json': json(bare) })).code).toBe(0);
  expect((await audit({ 'other.json': json(other) })).stdout).toContain('beta-missing');
  expect((await audit({ 'right.json': json(right) })).code).toBe(0);
});

test.each(['audit', 'show'])('%s says of a log of another API that it is one', async (command) => {
  const asked = { role: 'assistant', content: null, tool_calls: [{ id: 'a' }] };
  const given = { role: 'tool', tool_call_id: 'a', content: 'seen' };
  const said = [{ role: 'developer', content: 'Be brief.' }, user('Look.'), asked, given, asked];
  const cwd = await tempFolder({
    'chat.jsonl': lines(body(good.slice(0, 3)), { model: 'gpt', messages: said }),
  });
  const { code, stdout, stderr } = await ensaio([command, 'chat.jsonl'], cwd);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toBe(
    'chat.jsonl, line 2: this is no request of the Messages API: messages[0] has the role "developer", messages[2] has the field `tool_calls`, messages[3] has the field `tool_call_id` and 1 more.\n\nIt is written as for chat completions. Here calls are `tool_use` blocks of the assistant, and results `tool_result` blocks of the user. Nothing of the file was used.\n',
  );
});

test('ends with 2 when a file is no log, or the command is wrong', async () => {
  const said: string[] = [];
  const files: Record<string, string> = {
    'broken.json': '{ "messages": [',
    'broken.jsonl': `${json(body([user('Hi.')]))}\n{ "mess\n`,
    'empty.json': '',
    'list.json': '[]',
    'other.json': '{ "name": "x" }',
    'other.jsonl': lines(body([user('Hi.')]), { name: 'x' }),
  };
  for (const [name, content] of Object.entries(files)) {
    const { code, stdout, stderr } = await audit({ [name]: content });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    // What Node says of broken JSON is not ours.
    said.push(stderr.split('\n\n')[0]!.replace(/(?<=: )\S+ \S+ .*JSON.*/, '…'));
  }
  expect(said).toMatchInlineSnapshot(`
    [
      "broken.json: …",
      "broken.jsonl: …",
      "empty.json: it is empty.",
      "list.json: there is no conversation in it.",
      "other.json: there is no conversation in it.",
      "other.jsonl: line 2 holds no conversation.",
    ]
  `);
  const cwd = await tempFolder({ 'chat.json': json(good) });
  const wrong = [
    ['missing.json'],
    [],
    ['chat.json', '--except', 'one-result'],
    ['chat.json', '--api-version', '2024-01-01'],
  ];
  const messages: string[] = [];
  for (const argv of wrong) {
    const { code, stderr } = await ensaio(['audit', ...argv], cwd);
    expect(code).toBe(2);
    messages.push(stderr);
  }
  expect(messages).toMatchInlineSnapshot(`
    [
      "missing.json: the file cannot be read (ENOENT).
    ",
      "error: missing required argument 'files'
    ",
      "--except: there is no "one-result".

    There are one-result-per-call, matching-ids, no-result-without-call, unique-ids, results-first, results-in-one-message, results-in-order, history-grows, history-unchanged, thinking-unchanged, paused-turn-resumed, thread-keeps-tools-and-system, streamed-alike, nothing-after-refusal, nothing-on-cut-input, ends-within-limit, says-when-unfinished, one-run-per-call, valid-input-only, writes-in-order, unknown-tool-answered, failures-answered, failures-say-why, failures-hide-stack, failures-hide-secrets, no-unhandled-rejection, done-was-run, results-not-swapped, results-not-lost, abort-stops-requests, abort-stops-tools, started-not-denied, few-cache-marks, cached-prompt-kept.
    ",
      "--api-version: there is no "2024-01-01".

    Did you mean "2023-06-01"?
    ",
    ]
  `);
});
