/** What an app may make of a result is no mistake, and what it did not run it may say in many ways. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkInvariants,
  type KnownTool,
  type RunRecord,
  type ToolRun,
} from '../../src/invariants/index.ts';
import { assistant, call, result, transcript, user, type Json } from './transcripts.ts';

const ask = user('Look.');

interface Asked {
  readonly input: Json;
  readonly output: unknown;
  /** What the app tells the model. */
  readonly told: unknown;
}

const toRun = ({ input, output }: Asked, index: number): ToolRun => ({
  callId: `c${index}`,
  name: 'look',
  input,
  startedAt: 2 * index,
  endedAt: 2 * index + 1,
  outcome: 'returned',
  output,
});

const tools: readonly KnownTool[] = [{ name: 'look', effect: 'read' }];

/** Which invariants calls of one turn break. */
function broken(asked: readonly Asked[], record: Partial<RunRecord> = {}): string[] {
  const calls = asked.map(({ input }, index) => call(`c${index}`, input));
  const results = asked.map(({ told }, index) => result(`c${index}`, told));
  const judged = transcript(
    { messages: [ask], reply: calls },
    { messages: [ask, assistant(...calls), user(...results)], reply: ['Seen.'] },
  );
  const run = { toolRuns: asked.map(toRun), tools, ...record };
  return checkInvariants(judged, { run }).map(({ invariant }) => invariant);
}

const word = fc.stringMatching(/^[a-z]{8,16}$/);
const output = fc.oneof(
  word,
  fc.record({ name: word, size: fc.nat() }),
  fc.array(word, { minLength: 1 }),
);

/** What apps make of a result on its way to the model. */
const DRESSED: Readonly<Record<string, (output: unknown) => unknown>> = {
  plain: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  'as JSON': (value) => JSON.stringify(value, null, 2),
  'as JSON in JSON': (value) => JSON.stringify({ ok: true, text: JSON.stringify(value) }),
  'with words around it': (value) => `Result: ${JSON.stringify(value)}. Go on.`,
  cut: (value) => `${JSON.stringify(value).slice(0, 14)}…`,
  'in capitals': (value) => JSON.stringify(value).toUpperCase(),
  redacted: () => '[redacted]',
  'as a block': (value) => [{ type: 'text', text: JSON.stringify(value) }],
  'as a picture': () => [{ type: 'image', source: { type: 'base64', data: 'AAAA' } }],
  'by its size': (value) => `${JSON.stringify(value).length} characters, kept in a file`,
};

test.each(Object.entries(DRESSED))('a result that is told %s is its own', (_, dress) => {
  fc.assert(
    fc.property(fc.uniqueArray(output, { minLength: 2, maxLength: 4 }), (outputs) => {
      const asked = outputs.map((value, at) => ({
        input: { at },
        output: value,
        told: dress(value),
      }));
      expect(broken(asked)).toEqual([]);
    }),
  );
});

test('results in another order are not their own', () => {
  // So short that no two have a part in common that tells something.
  const short = fc.stringMatching(/^[a-z]{8}$/);
  const outputs = fc.uniqueArray(short, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(outputs, (texts) => {
      const asked = texts.map((text, at) => ({
        input: { at },
        output: text,
        told: `Result: ${texts[(at + 1) % texts.length]!}`,
      }));
      expect(broken(asked)).toContain('results-not-swapped');
    }),
    { examples: [[['a red ball', 'under the bed']]] },
  );
});

test('calls that ask for the same may share a run, and what it brought', () => {
  const same = { input: { at: 'left' }, output: 'a red ball', told: 'a red ball' };
  const toolRuns = [toRun(same, 0)];
  expect(broken([same, same], { toolRuns })).toEqual([]);
  const writes = [{ name: 'look', effect: 'write' }] as const;
  expect(broken([same, same], { toolRuns, tools: writes })).toEqual(['done-was-run']);
  const other = { ...same, input: { at: 'right' } };
  expect(broken([same, other], { toolRuns })).toEqual(['done-was-run']);
});

test('a run on an input that was mended or edited accounts for its call', () => {
  const { callId: _, ...run } = toRun({ input: { at: 'LEFT' }, output: 'x', told: 'x' }, 0);
  const asked = { input: { at: 'left' }, output: 'a red ball', told: 'a red ball' };
  for (const toolRuns of [[run], [{ ...run, callId: 'its own' }], [{ ...run, callId: 'c0' }]]) {
    expect(broken([asked], { toolRuns })).not.toContain('done-was-run');
  }
});

test.each([
  'The user declined this call.',
  'The user said: not now.',
  'Not executed: the call before it failed.',
  'Permission denied.',
  'Waiting for approval.',
  'You have done this already.',
  'The user said no.',
  'Unauthorized.',
  'Enqueued as job 7.',
  'It was overlooked.',
  'Would have looked left.',
  'Der Benutzer hat das abgelehnt.',
  'O usuário recusou.',
])('a call that is told "%s" is not answered as done', (told) => {
  const asked = { input: {}, output: undefined, told };
  expect(broken([asked], { toolRuns: [] })).toEqual([]);
});

test.each(['ok', 'Done.', '', 'Saved successfully.', 'Looked left.'])(
  'a call that is told "%s" is',
  (told) => {
    const asked = { input: {}, output: undefined, told };
    expect(broken([asked], { toolRuns: [] })).toEqual(['done-was-run']);
  },
);

test.each<[string, Json, Json[]]>([
  [
    'as they were tidied up',
    { at: 'left', limit: 3 },
    [{ at: ' Left' }, { at: 'LEFT', limit: '3' }],
  ],
  ['in one run for all of them', { at: ['left', 'right'] }, [{ at: 'left' }, { at: 'right' }]],
])('what is looked up may answer calls %s', (_how, input, inputs) => {
  const asked = inputs.map((each) => ({ input: each, output: undefined, told: 'a red ball' }));
  const { callId: _, ...run } = toRun({ input, output: 'a red ball', told: '' }, 0);
  expect(broken(asked, { toolRuns: [run] })).toEqual([]);
});

test('a run accounts for one of two calls that came to the same', () => {
  const asked = [' x', 'x'].map((at) => ({ input: { at }, output: undefined, told: 'Done.' }));
  const writes = [{ name: 'look', effect: 'write' }] as const;
  const runs = [0, 1].map((at) => {
    const { callId: _, ...run } = toRun({ input: { at: 'x' }, output: 'seen', told: '' }, at);
    return run;
  });
  expect(broken(asked, { toolRuns: runs, tools: writes })).not.toContain('done-was-run');
  expect(broken(asked, { toolRuns: [runs[0]!], tools: writes })).toEqual(['done-was-run']);
});

test.each<[string, Asked[]]>([
  [
    'in words that another output has too',
    [
      { input: { of: 'day' }, output: '2026-11-30', told: '2026-11-30' },
      { input: { of: 'bill' }, output: { due: 1796083200 }, told: 'due 2026-11-30, open: yes' },
    ],
  ],
  ['by nothing, of nothing', [{ input: {}, output: { text: '', code: 0 }, told: '' }]],
  ['by nothing, of a yes', [{ input: {}, output: true, told: '' }]],
])('a result may be told %s', (_how, asked) => {
  expect(broken(asked)).toEqual([]);
});

test.each([0, 'a red ball', { text: 'a red ball' }, [{ type: 'text', text: 'a red ball' }]])(
  'the result %j is not told by nothing',
  (value) => {
    expect(broken([{ input: {}, output: value, told: '' }])).toEqual(['results-not-lost']);
  },
);

test('what was interrupted need not have run, and what the tool would refuse neither', () => {
  const asked = { input: {}, output: undefined, told: 'ok' };
  const interrupted = { toolRuns: [], abort: { at: 1, requests: 1 } };
  expect(broken([asked], interrupted)).not.toContain('done-was-run');
  const refusing = [{ name: 'look', accepts: () => false }];
  expect(broken([asked], { toolRuns: [], tools: refusing })).toEqual([]);
});

test('a result that was told once may be made empty later', () => {
  const calls = assistant(call('c0'));
  const judged = transcript(
    { messages: [ask], reply: [call('c0')] },
    { messages: [ask, calls, user(result('c0', 'a red ball'))], reply: ['Seen.'] },
    {
      messages: [ask, calls, user(result('c0', '')), assistant('Seen.'), user('And?')],
      reply: ['Yes.'],
    },
  );
  const toolRuns = [toRun({ input: {}, output: 'a red ball', told: '' }, 0)];
  const found = checkInvariants(judged, { run: { toolRuns } }).map(({ invariant }) => invariant);
  expect(found).not.toContain('results-not-lost');
});
