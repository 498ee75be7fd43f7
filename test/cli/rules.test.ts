// `ensaio rules`: the rule book at the terminal.
import { expect, test } from 'vitest';
import { rules } from '../../src/rules/registry.ts';
import { ensaio } from './capture.ts';

test('lists every rule under its stage', async () => {
  const { code, stdout } = await ensaio(['rules'], '/');
  expect(code).toBe(0);
  for (const { id, summary } of rules) {
    expect(stdout).toMatch(new RegExp(`^  ${id} .*`, 'm'));
    expect(stdout).toContain(summary);
  }
  expect(stdout.split('\n').filter((line) => /^[a-z]+$/.test(line))).toEqual([
    'transport',
    'shape',
    'model',
    'thread',
    'meaning',
  ]);
});

test('explains one that refuses', async () => {
  expect((await ensaio(['rules', 'tool-result-missing'], '/')).stdout).toMatchInlineSnapshot(`
    "tool-result-missing
    The message after a \`tool_use\` turn begins with a result for each call.

    family      pairing
    stage       meaning
    status      400
    versions    all
    models      all
    confidence  A, captured live or documented
    source      T01, T03: captured live (the index is that of the message after the calls); T02 (index of the assistant message when no user message follows): reports (T01, T02, T03)

    It refuses. { allow: ['tool-result-missing'] } lets it through as a note.
    "
  `);
});

test('explains one that is doubtful', async () => {
  expect((await ensaio(['rules', 'thread-nothing-new'], '/')).stdout).toMatchInlineSnapshot(`
    "thread-nothing-new
    A request that continues a finished reply has a new message.

    family      threads
    stage       thread
    status      400
    versions    all
    models      all
    confidence  C, one report, or inferred
    source      inferred; text as of messages-empty (2.9)

    It only notes: documented only for paused and compacted replies, which may be resumed with none. { refuse: ['thread-nothing-new'] } makes it refuse.
    "
  `);
});

test('explains one that nothing can lift', async () => {
  expect((await ensaio(['rules', 'body-not-json'], '/')).stdout).toContain('It always refuses');
});

test('suggests the nearest id', async () => {
  const { code, stderr } = await ensaio(['rules', 'tool-result-mising'], '/');
  expect({ code, stderr }).toMatchInlineSnapshot(`
    {
      "code": 2,
      "stderr": "There is no rule "tool-result-mising".

    Did you mean "tool-result-missing"?
    ",
    }
  `);
});
