/** Where invariants end: what is just not theirs, and what is, although it looks otherwise. */
import { expect, test } from 'vitest';
import {
  judgeInvariants,
  type CheckInvariantsOptions,
  type Judged,
  type ToolRun,
} from '../../src/invariants/index.ts';
import {
  assistant,
  call,
  failure,
  result,
  text,
  thought,
  transcript,
  user,
  type Asked,
  type Json,
} from './transcripts.ts';

const ask: Json = user('Look.');
const asked = (...reply: (Json | string)[]): Asked => ({ messages: [ask], reply });
const then = (...messages: Json[]): Json[] => [ask, ...messages];
const ended: CheckInvariantsOptions = { run: { ending: { type: 'answered', answer: '' } } };

const threw = (fields: Partial<ToolRun> = {}): ToolRun => ({
  callId: 'a',
  name: 'look',
  input: {},
  startedAt: 1,
  endedAt: 2,
  outcome: 'threw',
  ...fields,
});

/** Reports of a conversation as `invariant: message`. */
function reports(judged: Judged, options?: CheckInvariantsOptions): string[] {
  const { violations } = judgeInvariants(judged, options);
  return violations.map(({ invariant, message }) => `${invariant}: ${message}`);
}

const marked = { cache_control: { type: 'ephemeral' } };
const onThread = (previous: string): Asked => ({
  messages: [ask],
  reply: ['Seen.'],
  body: { thread: { type: 'continue', previous_message_id: previous }, tools: [{ name: 'look' }] },
});

test.each<[string, Judged, CheckInvariantsOptions | undefined, string[]]>([
  [
    'calls alone, one of them twice',
    [assistant(call('a'), call('a'))],
    undefined,
    ['unique-ids: the call id a is used twice'],
  ],
  [
    'a result for none of three calls',
    [assistant(call('a'), call('b'), call('c')), user(result('a'), result('d'))],
    undefined,
    [
      'one-result-per-call: the call b has no result',
      'one-result-per-call: the call c has no result',
      'matching-ids: the result for d answers no call of the turn before it: expected b or c',
    ],
  ],
  [
    'a result behind the words of the model',
    [assistant(call('a')), user(result('a')), assistant('Seen.', result('a'))],
    undefined,
    ['matching-ids: the result for a is not in a user message'],
  ],
  [
    'a failure without words, told in the words of a denial',
    transcript(asked(call('a')), {
      messages: then(assistant(call('a')), user(failure('a', 'It was never run.'))),
      reply: ['Seen.'],
    }),
    { run: { toolRuns: [threw({ error: new Error('') })] } },
    ['started-not-denied: look began for a, and its result says "never run"'],
  ],
  [
    'a failure whose call was left open earlier, not at the end',
    transcript(asked(call('a')), {
      messages: then(assistant(call('a')), user('And?')),
      reply: ['Seen.'],
    }),
    { run: { ...ended.run, toolRuns: [threw()] } },
    ['one-result-per-call: the call a has no result'],
  ],
  [
    'a failure in a conversation that is known by its messages only',
    [ask, assistant(call('a'))],
    { run: { ...ended.run, toolRuns: [threw()] } },
    [],
  ],
  [
    'a failure, and a last request without a reply',
    transcript(asked(call('a')), { messages: then(assistant(call('a')), user(result('a'))) }),
    { run: { toolRuns: [threw()], ending: { type: 'failed', error: new Error('down') } } },
    ['failures-answered: look threw, and the call a is answered without is_error'],
  ],
  [
    'a thread that began before anyone looked',
    transcript(onThread('msg_of_yesterday')),
    undefined,
    [],
  ],
  [
    'a call, taken for the end without any limit',
    transcript({ ...asked(call('a')), body: { tools: [{ name: 'look' }] } }),
    ended,
    [
      'says-when-unfinished: the app answered as if it were done, and the model stopped with `tool_use`',
    ],
  ],
  [
    'a call of a tool that only the app speaks of',
    transcript(asked(call('a'))),
    { run: { ...ended.run, tools: [{ name: 'look' }] } },
    [
      'says-when-unfinished: the app answered as if it were done, and the model stopped with `tool_use`',
    ],
  ],
  [
    'a call of a member of a toolset',
    transcript({ ...asked({ ...call('a'), toolset_name: 'browser' }), body: { tools: [] } }),
    ended,
    [
      'says-when-unfinished: the app answered as if it were done, and the model stopped with `tool_use`',
    ],
  ],
  [
    'a paused turn that the limit ended',
    transcript({ ...asked('Wait.'), stop: 'pause_turn' }),
    { run: { ...ended.run, limit: 1 } },
    [
      'says-when-unfinished: the app answered as if it were done, and the model stopped with `pause_turn`',
    ],
  ],
  [
    'a signature lost, and a mark for the cache moved',
    transcript(
      { messages: [user({ ...text('Look.'), ...marked })], reply: [thought('s1'), 'Hello.'] },
      { messages: [ask, assistant(thought(''), 'Hello.'), user('And?')] },
    ),
    undefined,
    [
      'thinking-unchanged: its thinking comes back changed: expected {"type":"thinking","thinking":"Hm.","signature":"s1"}, received {"type":"thinking","thinking":"Hm.","signature":""}',
    ],
  ],
])('of %s', (_what, judged, options, expected) => {
  expect(reports(judged, options)).toEqual(expected);
});

const history = [ask, assistant('Where?'), user('There.')];

/** Whether only the last reply may stand for all that was said. */
test.each<[string, readonly (Json | string)[], boolean]>([
  ['a summary', [{ type: 'compaction', content: 'They looked.', signature: 's' }], true],
  ['a summary behind words', ['So far:', { type: 'compaction', content: 'They looked.' }], true],
  ['a summary that failed', [{ type: 'compaction', content: null }], false],
  ['a search', [{ type: 'web_search_tool_result', tool_use_id: 's', content: [] }], false],
  ['a text', ['Seen.'], false],
])('%s in place of the history', (_what, reply, mayStand) => {
  const judged = transcript(
    { messages: history, reply, stop: 'end_turn' },
    { messages: [assistant(...reply), user('And?')] },
  );
  const found = judgeInvariants(judged).violations.map(({ invariant }) => invariant);
  expect(found).toEqual(mayStand ? [] : ['history-grows']);
});

test('a summary of one branch stands for it, also when another branch is newer', () => {
  const summary = { type: 'compaction', content: 'They looked.', signature: 's' };
  const begun = then(assistant('Hello.'));
  const judged = transcript(
    asked('Hello.'),
    { messages: [...begun, user('Sum up.')], reply: [summary], stop: 'compaction' },
    { messages: [...begun, user('Two?')], reply: ['Two.'], alongside: [1] },
    { messages: [assistant(summary), user('And?')] },
  );
  expect(reports(judged)).toEqual([]);
});

test('what is found in two attempts stands in the request of each', () => {
  const judged = transcript(
    asked(call('a')),
    { messages: then(assistant(call('a')), user(result('a'), result('a'))), outcome: 'refused' },
    { messages: then(assistant(call('a')), user('And?')), reply: ['Seen.'] },
  );
  expect(judgeInvariants(judged).violations).toEqual([
    {
      invariant: 'one-result-per-call',
      place: { message: 2, block: 1, exchange: 1, turn: 'turn 1' },
      message: 'the call a is answered more than once',
    },
    {
      invariant: 'one-result-per-call',
      place: { message: 2, exchange: 2, turn: 'turn 1' },
      message: 'the call a has no result',
    },
  ]);
});

test('refuses a twin that is no conversation', () => {
  expect(() => judgeInvariants([ask], { twin: { model: 'claude-opus-5' } as never })).toThrow(
    '[ensaio] There is no conversation to judge in what was given.',
  );
});
