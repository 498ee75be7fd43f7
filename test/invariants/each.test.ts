/** Every invariant: the smallest conversation that breaks it, and the nearest that keeps it. */
import { expect, test } from 'vitest';
import {
  invariants,
  judgeInvariants,
  type CheckInvariantsOptions,
  type Judged,
  type Place,
  type RunRecord,
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

type Conversation = readonly [judged: Judged, options?: CheckInvariantsOptions];

/** One way to break an invariant. */
interface Case {
  readonly invariant: string;
  /** What the loop does. */
  readonly what: string;
  readonly breaks: Conversation;
  /** The same without the mistake. */
  readonly keeps: Conversation;
  readonly place: Place;
  readonly message: string;
  /** What it cannot but break too. */
  readonly also?: readonly string[];
}

const ask: Json = user('Look.');
const asked = (...reply: (Json | string)[]): Asked => ({ messages: [ask], reply });
const calling: Asked = asked(call('a'));

/** A second request: what came before, the reply, and what is new. */
const then = (...messages: Json[]): Json[] => [ask, ...messages];

const run = (fields: Partial<ToolRun> = {}): ToolRun => ({
  callId: 'a',
  name: 'look',
  input: {},
  startedAt: 1,
  endedAt: 2,
  outcome: 'returned',
  ...fields,
});
const ran = (...toolRuns: ToolRun[]): CheckInvariantsOptions => ({ run: { toolRuns } });
const having = (record: RunRecord): CheckInvariantsOptions => ({ run: record });

/** A call, its result, and the answer. */
const answered = (sent: Json, more: Partial<Asked> = {}): Judged =>
  transcript(calling, {
    messages: then(assistant(call('a')), user(sent)),
    reply: ['Seen.'],
    ...more,
  });

const answeredAt = { message: 2, block: 0, exchange: 1, turn: 'turn 1' };
const calledAt = { message: 1, block: 0, exchange: 0, turn: 'turn 1' };

const marked = (count: number): Json => ({
  role: 'user',
  content: Array.from({ length: count }, () => ({
    ...text('x'),
    cache_control: { type: 'ephemeral' },
  })),
});

const onThread = (tools: Json[] | undefined): Judged =>
  transcript(
    { ...calling, body: { thread: { type: 'create' }, tools: [{ name: 'look' }] } },
    {
      messages: then(assistant(call('a')), user(result('a'))),
      reply: ['Seen.'],
      body: { thread: { type: 'continue', previous_message_id: 'msg_0' }, ...(tools && { tools }) },
    },
  );

/** Two requests of one conversation, each with fields of its own. */
const prompted = (first: Json, second: Json): Judged =>
  transcript(
    { ...calling, body: first },
    { messages: then(assistant(call('a')), user(result('a'))), reply: ['Seen.'], body: second },
  );
const CACHED = { cache_control: { type: 'ephemeral' } };
const at = (time: string, fields: Json = {}): Json => ({ ...text(`It is ${time}.`), ...fields });
const look = { name: 'look' };
const list = { name: 'list' };
const lostThread = (tools: Json[] | undefined): Judged => {
  const messages = then(assistant(call('a')), user(result('a')));
  return transcript(
    { ...calling, body: { thread: { type: 'create' }, tools: [{ name: 'look' }] } },
    { messages, body: { thread: { type: 'continue', previous_message_id: 'msg_0' } } },
    { messages, reply: ['Seen.'], body: { thread: { type: 'create' }, ...(tools && { tools }) } },
  );
};

/** A tool that throws, and what is told of it. */
const threwNamed = (name: string, words: string): Conversation => [
  transcript(asked(call('a', {}, name)), {
    messages: then(assistant(call('a', {}, name)), user(result('a', words))),
    reply: ['Seen.'],
  }),
  ran(run({ name, outcome: 'threw', requests: 1 })),
];

/** Two turns that ask for the same: the first run throws. */
const looksAgain = (words: string, second: Partial<ToolRun>): Conversation => {
  const first = then(assistant(call('a')), user(result('a', words)));
  return [
    transcript(
      calling,
      { messages: first, reply: [call('b')] },
      { messages: [...first, assistant(call('b')), user(result('b'))], reply: ['Seen.'] },
    ),
    having({
      toolRuns: [
        run({ outcome: 'threw', requests: 1 }),
        run({ callId: 'b', startedAt: 3, endedAt: 4, ...second }),
      ],
      tools: [{ name: 'look', effect: 'read' }],
    }),
  ];
};

const told = new AbortController();
told.abort();

/** Two calls that look, with their results, and what is known of their tools. */
const twoLooks = (results: readonly Json[], ...toolRuns: ToolRun[]): Conversation => {
  const calls = assistant(call('a', { at: 'left' }), call('b', { of: 'x' }, 'find'));
  return [
    transcript(asked(call('a', { at: 'left' }), call('b', { of: 'x' }, 'find')), {
      messages: then(calls, user(...results)),
      reply: ['Seen.'],
    }),
    having({
      toolRuns,
      tools: [
        { name: 'look', effect: 'read' },
        { name: 'find', effect: 'read' },
      ],
    }),
  ];
};
const looked = run({ input: { at: 'left' }, output: 'a red ball' });
const searched = run({ callId: 'b', name: 'find', input: { of: 'x' }, output: 'under the bed' });
const secondAt = { ...answeredAt, block: 1 };

const twoWrites = (first: Partial<ToolRun>, second: Partial<ToolRun>): Conversation => [
  transcript(asked(call('a'), call('b'))),
  having({
    toolRuns: [run(first), run({ callId: 'b', ...second })],
    tools: [{ name: 'look', effect: 'write' }],
  }),
];

/** A call for which a tool ran twice, answered as one that went well. */
const twice = (
  effect: 'read' | 'write' | undefined,
  first: ToolRun['outcome'],
  second: ToolRun['outcome'] = 'returned',
): Conversation => [
  answered(result('a')),
  having({
    toolRuns: [run({ outcome: first }), run({ outcome: second, startedAt: 3, endedAt: 4 })],
    tools: [{ name: 'look', ...(effect && { effect }) }],
  }),
];

/** A read that runs a second time, and what became of the first by then. */
const whileOpen = (signal: AbortSignal, first: Partial<ToolRun> = {}): Conversation => {
  const { endedAt: _, ...open } = run({ outcome: 'open', signal, ...first });
  return [
    answered(result('a')),
    having({
      toolRuns: [{ ...open, ...first }, run({ startedAt: 3, endedAt: 5 })],
      tools: [{ name: 'look', effect: 'read' }],
    }),
  ];
};

const cases: readonly Case[] = [
  {
    invariant: 'one-result-per-call',
    what: 'forgets a result',
    breaks: [[assistant(call('a')), user('And?')]],
    keeps: [[assistant(call('a')), user(result('a'), 'And?')]],
    place: { message: 1 },
    message: 'the call a has no result',
  },
  {
    invariant: 'one-result-per-call',
    what: 'sends a result twice',
    breaks: [[assistant(call('a')), user(result('a'), result('a'))]],
    keeps: [[assistant(call('a')), user(result('a'))]],
    place: { message: 1, block: 1 },
    message: 'the call a is answered more than once',
  },
  {
    invariant: 'matching-ids',
    what: 'makes an id up',
    breaks: [[assistant(call('a')), user(result('b'))]],
    keeps: [[assistant(call('a')), user(result('a'))]],
    place: { message: 1, block: 0 },
    message: 'the result for b answers no call of the turn before it: expected a',
    also: ['one-result-per-call'],
  },
  {
    invariant: 'matching-ids',
    what: 'answers a call again, a turn later',
    breaks: [[assistant(call('a')), user(result('a')), assistant('Seen.'), user(result('a'))]],
    keeps: [[assistant(call('a')), user(result('a')), assistant('Seen.'), user('Thanks.')]],
    place: { message: 3, block: 0 },
    message: 'the result for a answers a call of an earlier turn',
  },
  {
    invariant: 'matching-ids',
    what: 'puts a call into the user’s mouth',
    breaks: [[user(call('a'))]],
    keeps: [[assistant(call('a'))]],
    place: { message: 0, block: 0 },
    message: 'the call a is not in an assistant message',
  },
  {
    invariant: 'matching-ids',
    what: 'puts a result into the model’s mouth',
    breaks: [[assistant(call('a')), user(result('a')), assistant(result('a'))]],
    keeps: [[assistant(call('a')), user(result('a')), assistant('Seen.')]],
    place: { message: 2, block: 0 },
    message: 'the result for a is not in a user message',
  },
  {
    invariant: 'no-result-without-call',
    what: 'cuts the call off with the history',
    breaks: [[user(result('a'))]],
    keeps: [[assistant(call('a')), user(result('a'))]],
    place: { message: 0, block: 0 },
    message: 'there is a result for a, and no such call was made',
  },
  {
    invariant: 'unique-ids',
    what: 'copies a call',
    breaks: [[assistant(call('a'), call('a')), user(result('a'))]],
    keeps: [[assistant(call('a'), call('b')), user(result('a'), result('b'))]],
    place: { message: 0, block: 1 },
    message: 'the call id a is used twice',
  },
  {
    invariant: 'results-first',
    what: 'puts text before the result',
    breaks: [[assistant(call('a')), user('Here:', result('a'))]],
    keeps: [[assistant(call('a')), user(result('a'), 'Here.')]],
    place: { message: 1, block: 1 },
    message: 'the result for a stands behind another block',
  },
  {
    invariant: 'results-in-one-message',
    what: 'sends each result in a message of its own',
    breaks: [[assistant(call('a'), call('b')), user(result('a')), user(result('b'))]],
    keeps: [[assistant(call('a'), call('b')), user(result('a'), result('b'))]],
    place: { message: 2, block: 0 },
    message: 'the result for b stands in another message than the results before it',
  },
  {
    invariant: 'results-in-order',
    what: 'sends results as they come in',
    breaks: [[assistant(call('a'), call('b')), user(result('b'), result('a'))]],
    keeps: [[assistant(call('a'), call('b')), user(result('a'), result('b'))]],
    place: { message: 1, block: 0 },
    message: 'the result for b stands before that for a, which was called first',
  },
  {
    invariant: 'history-grows',
    what: 'leaves the reply out',
    breaks: [transcript(asked('Hello.'), { messages: then(user('And?')) })],
    keeps: [transcript(asked('Hello.'), { messages: then(assistant('Hello.'), user('And?')) })],
    place: { message: 1, exchange: 1, turn: 'turn 1' },
    message: 'message 1 of the conversation is gone',
  },
  {
    invariant: 'history-grows',
    what: 'sends a window of the last messages',
    breaks: [
      transcript(
        { messages: [ask, assistant('Where?'), user('There.')], reply: ['Seen.'] },
        { messages: [user('There.'), assistant('Seen.'), user('And?')] },
      ),
    ],
    keeps: [
      transcript(
        { messages: [ask, assistant('Where?'), user('There.')], reply: ['Seen.'] },
        { messages: [ask, assistant('Where?'), user('There.'), assistant('Seen.'), user('And?')] },
      ),
    ],
    place: { message: 0, exchange: 1, turn: 'turn 1' },
    message: 'messages 0 to 1 of the conversation are gone',
  },
  {
    invariant: 'history-grows',
    what: 'goes back to an earlier question',
    breaks: [
      transcript(
        asked('Hello.'),
        {
          messages: then(assistant('Hello.'), user('And?')),
          reply: ['Yes.'],
        },
        { messages: then(assistant('Hello.')) },
      ),
    ],
    keeps: [
      transcript(
        asked('Hello.'),
        {
          messages: then(assistant('Hello.'), user('And?')),
          reply: ['Yes.'],
        },
        { messages: then(assistant('Hello.'), user('And?')) },
      ),
    ],
    place: { message: 2, exchange: 2, turn: 'turn 2' },
    message: 'messages 2 to 3 of the conversation are gone',
  },
  {
    invariant: 'history-unchanged',
    what: 'sends a call back without its input',
    breaks: [
      transcript(asked(call('a', { at: 'left' })), {
        messages: then(assistant(call('a')), user(result('a'))),
      }),
    ],
    keeps: [
      transcript(asked(call('a', { at: 'left' })), {
        messages: then(assistant(call('a', { at: 'left' })), user(result('a'))),
      }),
    ],
    place: { message: 1, block: 0, exchange: 1, turn: 'turn 1' },
    message:
      'it comes back changed: expected …me":"look","input":{"at":"left"}}, received …me":"look","input":{}}',
  },
  {
    invariant: 'history-unchanged',
    what: 'rewrites the question',
    breaks: [
      transcript(asked('Hello.'), { messages: [user('Hi.'), assistant('Hello.'), user('And?')] }),
    ],
    keeps: [transcript(asked('Hello.'), { messages: [ask, assistant('Hello.'), user('And?')] })],
    place: { message: 0, block: 0, exchange: 1, turn: 'turn 1' },
    message:
      'it comes back changed: expected {"type":"text","text":"Look."}, received {"type":"text","text":"Hi."}',
  },
  {
    invariant: 'thinking-unchanged',
    what: 'loses the signature',
    breaks: [
      transcript(asked(thought('s1'), 'Hello.'), {
        messages: then(assistant(thought(''), 'Hello.'), user('And?')),
      }),
    ],
    keeps: [
      transcript(asked(thought('s1'), 'Hello.'), {
        messages: then(assistant(thought('s1'), 'Hello.'), user('And?')),
      }),
    ],
    place: { message: 1, block: 0, exchange: 1, turn: 'turn 1' },
    message:
      'its thinking comes back changed: expected {"type":"thinking","thinking":"Hm.","signature":"s1"}, received {"type":"thinking","thinking":"Hm.","signature":""}',
  },
  {
    invariant: 'thinking-unchanged',
    what: 'drops redacted thinking',
    breaks: [
      transcript(asked({ type: 'redacted_thinking', data: 'd' }, 'Hello.'), {
        messages: then(assistant('Hello.'), user('And?')),
      }),
    ],
    keeps: [
      transcript(asked({ type: 'redacted_thinking', data: 'd' }, 'Hello.'), {
        messages: then(assistant({ type: 'redacted_thinking', data: 'd' }, 'Hello.'), user('And?')),
      }),
    ],
    place: { message: 1, exchange: 1, turn: 'turn 1' },
    message:
      'its thinking comes back changed: expected {"type":"redacted_thinking","data":"d"}, received nothing',
  },
  {
    invariant: 'thinking-unchanged',
    what: 'moves thinking behind what it led to',
    breaks: [
      transcript(asked(thought('s1'), 'Hello.'), {
        messages: then(assistant('Hello.', thought('s1')), user('And?')),
      }),
    ],
    keeps: [
      transcript(asked(thought('s1'), 'Hello.'), {
        messages: then(assistant(thought('s1'), 'Hello.'), user('And?')),
      }),
    ],
    place: { message: 1, block: 0, exchange: 1, turn: 'turn 1' },
    message:
      'its thinking comes back changed: expected {"type":"thinking","thinking":"Hm.","signature":"s1"}, received {"type":"text","text":"Hello."}',
  },
  {
    invariant: 'paused-turn-resumed',
    what: 'adds a message to a paused turn',
    breaks: [
      transcript(
        { ...asked('Wait.'), stop: 'pause_turn' },
        { messages: then(assistant('Wait.'), user('Go on.')) },
      ),
    ],
    keeps: [
      transcript({ ...asked('Wait.'), stop: 'pause_turn' }, { messages: then(assistant('Wait.')) }),
    ],
    place: { message: 2, exchange: 1, turn: 'turn 1' },
    message: 'something was added to the paused turn before it was resumed',
  },
  {
    invariant: 'paused-turn-resumed',
    what: 'changes the paused reply',
    breaks: [
      transcript({ ...asked('Wait.'), stop: 'pause_turn' }, { messages: then(assistant('Wai')) }),
    ],
    keeps: [
      transcript({ ...asked('Wait.'), stop: 'pause_turn' }, { messages: then(assistant('Wait.')) }),
    ],
    place: { message: 1, exchange: 1, turn: 'turn 1' },
    message:
      'the paused reply comes back changed: expected {"type":"text","text":"Wait."}, received {"type":"text","text":"Wai"}',
  },
  {
    invariant: 'paused-turn-resumed',
    what: 'asks again instead of resuming',
    breaks: [transcript({ ...asked('Wait.'), stop: 'pause_turn' }, { messages: [ask] })],
    keeps: [
      transcript({ ...asked('Wait.'), stop: 'pause_turn' }, { messages: then(assistant('Wait.')) }),
    ],
    place: { message: 1, exchange: 1, turn: 'turn 1' },
    message: 'the paused reply is left out',
  },
  {
    invariant: 'paused-turn-resumed',
    what: 'takes a paused turn for the end',
    breaks: [
      transcript({ ...asked('Wait.'), stop: 'pause_turn' }),
      having({ ending: { type: 'answered', answer: 'Wait.' } }),
    ],
    keeps: [
      transcript({ ...asked('Wait.'), stop: 'pause_turn' }),
      having({ ending: { type: 'failed', error: new Error('limit') }, limit: 1 }),
    ],
    place: { message: 1, exchange: 0, turn: 'turn 1' },
    message: 'the app took the paused turn for the end',
  },
  {
    invariant: 'thread-keeps-tools-and-system',
    what: 'changes the tools of a thread',
    breaks: [onThread([{ name: 'find' }])],
    keeps: [onThread(undefined)],
    place: { exchange: 1 },
    message:
      '`tools` is not what the thread was created with: expected [{"name":"look"}], received [{"name":"find"}]',
  },
  {
    invariant: 'thread-keeps-tools-and-system',
    what: 'forgets the tools when the thread is lost',
    breaks: [lostThread(undefined)],
    keeps: [lostThread([{ name: 'find' }])],
    place: { exchange: 2 },
    message:
      '`tools` is left out of what is sent anew for a thread that was lost: expected [{"name":"look"}], received nothing',
  },
  {
    invariant: 'streamed-alike',
    what: 'puts a stream together wrongly',
    breaks: [
      [ask, assistant(call('a', { at: 'left' })), user(result('a'))],
      { twin: [ask, assistant(call('a')), user(result('a'))] },
    ],
    keeps: [
      [ask, assistant(call('a')), user(result('a'))],
      { twin: [ask, assistant(call('a')), user(result('a'))] },
    ],
    place: { message: 1, block: 0 },
    message:
      'the other run has {"type":"tool_use","id":"a","name":"look","input":{}} here, this one {"type":"tool_use","id":"a","name":"look","input":{"at":"lef…',
  },
  {
    invariant: 'streamed-alike',
    what: 'ends a turn earlier with streams',
    breaks: [[ask], { twin: [ask, assistant('Seen.')] }],
    keeps: [[ask, assistant('Seen.')], { twin: [ask, assistant('Seen.')] }],
    place: { message: 1 },
    message: 'the other run has {"type":"text","text":"Seen."} here, this one nothing',
  },
  {
    invariant: 'nothing-after-refusal',
    what: 'runs a call of a refused turn',
    breaks: [transcript({ ...calling, stop: 'refusal' }), ran(run())],
    keeps: [transcript({ ...calling, stop: 'refusal' }), ran()],
    place: calledAt,
    message: 'the call a ran, and its turn was refused',
  },
  {
    invariant: 'nothing-after-refusal',
    what: 'answers a call of a refused turn',
    breaks: [
      transcript(
        { ...calling, stop: 'refusal' },
        { messages: then(assistant(call('a')), user(result('a'))) },
      ),
    ],
    keeps: [
      transcript(
        { ...calling, stop: 'refusal' },
        { messages: then(assistant(call('a')), user(failure('a'))) },
      ),
    ],
    place: calledAt,
    message: 'the call a is answered as if it had run, and its turn was refused',
  },
  {
    invariant: 'nothing-on-cut-input',
    what: 'runs a call that was cut by max_tokens',
    breaks: [transcript({ ...calling, stop: 'max_tokens' }), ran(run())],
    keeps: [transcript({ ...asked(call('a'), 'And th'), stop: 'max_tokens' }), ran(run())],
    place: calledAt,
    message: 'the call a ran, and its reply was cut there',
  },
  {
    invariant: 'nothing-on-cut-input',
    what: 'answers a call that was cut by the context window',
    breaks: [
      transcript(
        { ...calling, stop: 'model_context_window_exceeded' },
        { messages: then(assistant(call('a')), user(result('a'))) },
      ),
    ],
    keeps: [
      transcript(
        { ...calling, stop: 'model_context_window_exceeded' },
        { messages: then(assistant(call('a')), user(failure('a'))) },
      ),
    ],
    place: calledAt,
    message: 'the call a is answered as if it had run, and its reply was cut there',
  },
  {
    invariant: 'ends-within-limit',
    what: 'asks for one reply too many',
    breaks: [answered(result('a')), having({ limit: 1 })],
    keeps: [answered(result('a')), having({ limit: 2 })],
    place: { message: 3, exchange: 1, turn: 'turn 2' },
    message: 'expected 1 reply at most, received another',
  },
  {
    invariant: 'says-when-unfinished',
    what: 'hides that the limit ended it',
    breaks: [
      transcript({ ...calling, body: { tools: [{ name: 'look' }] } }),
      having({ limit: 1, ending: { type: 'answered', answer: '' } }),
    ],
    keeps: [
      transcript({ ...calling, body: { tools: [{ name: 'look' }] } }),
      having({
        limit: 1,
        ending: { type: 'answered', answer: { message: { stop_reason: 'tool_use' } } },
      }),
    ],
    place: { message: 1, exchange: 0, turn: 'turn 1' },
    message: 'the app answered as if it were done, and the model stopped with `tool_use`',
  },
  {
    invariant: 'says-when-unfinished',
    what: 'ends with a call of a tool that ends no loop',
    breaks: [
      transcript({ ...calling, body: { tools: [{ name: 'look' }] } }),
      having({ finalTools: ['done'], ending: { type: 'answered', answer: '' } }),
    ],
    keeps: [
      transcript({ ...calling, body: { tools: [{ name: 'look' }] } }),
      having({ finalTools: ['look'], ending: { type: 'answered', answer: '' } }),
    ],
    place: { message: 1, exchange: 0, turn: 'turn 1' },
    message: 'the app answered as if it were done, and the model stopped with `tool_use`',
  },
  {
    invariant: 'one-run-per-call',
    what: 'runs a tool again with the retry',
    breaks: [transcript(calling), ran(run(), run({ startedAt: 3, endedAt: 4 }))],
    keeps: [
      transcript(asked(call('a'), call('b'))),
      ran(run(), run({ callId: 'b', startedAt: 3, endedAt: 4 })),
    ],
    place: calledAt,
    message: 'look ran again for the call a',
  },
  {
    invariant: 'one-run-per-call',
    what: 'runs a write again that threw',
    breaks: twice('write', 'threw'),
    keeps: twice('read', 'threw'),
    place: calledAt,
    message: 'look ran again for the call a',
  },
  {
    invariant: 'one-run-per-call',
    what: 'runs a read again that returned',
    breaks: twice('read', 'returned'),
    keeps: twice('read', 'threw'),
    place: calledAt,
    message: 'look ran again for the call a',
  },
  {
    invariant: 'one-run-per-call',
    what: 'runs a read again that is still at work',
    breaks: whileOpen(new AbortController().signal),
    keeps: whileOpen(told.signal),
    place: calledAt,
    message: 'look ran again for the call a',
  },
  {
    invariant: 'one-run-per-call',
    what: 'runs a read again that returned before it was told to stop',
    breaks: whileOpen(told.signal, { endedAt: 2, outcome: 'returned' }),
    keeps: whileOpen(told.signal, { endedAt: 4, outcome: 'returned' }),
    place: calledAt,
    message: 'look ran again for the call a',
  },
  {
    invariant: 'one-run-per-call',
    what: 'runs a tool again that threw, and may have changed something',
    breaks: twice(undefined, 'threw'),
    keeps: twice('read', 'threw'),
    place: calledAt,
    message: 'look ran again for the call a',
  },
  {
    invariant: 'valid-input-only',
    what: 'runs a tool on what its schema refuses',
    breaks: [
      transcript(asked(call('a', { at: 1 }))),
      having({
        toolRuns: [run({ input: { at: 1 } })],
        tools: [{ name: 'look', accepts: (input) => (input as { at?: unknown }).at === 'left' }],
      }),
    ],
    keeps: [
      transcript(asked(call('a', { at: 1 }))),
      having({
        toolRuns: [run({ input: { at: 'left' } })],
        tools: [{ name: 'look', accepts: (input) => (input as { at?: unknown }).at === 'left' }],
      }),
    ],
    place: calledAt,
    message: 'look ran on an input that its schema refuses: {"at":1}',
  },
  {
    invariant: 'writes-in-order',
    what: 'writes twice at once',
    breaks: twoWrites({ startedAt: 1, endedAt: 3 }, { startedAt: 2, endedAt: 4 }),
    keeps: twoWrites({ startedAt: 1, endedAt: 2 }, { startedAt: 2, endedAt: 4 }),
    place: { ...calledAt, block: 1 },
    message: 'the call b began to write while a was still at it',
  },
  {
    invariant: 'writes-in-order',
    what: 'writes the second before the first',
    breaks: twoWrites({ startedAt: 3, endedAt: 4 }, { startedAt: 1, endedAt: 2 }),
    keeps: twoWrites({ startedAt: 1, endedAt: 2 }, { startedAt: 3, endedAt: 4 }),
    place: calledAt,
    message: 'the call a wrote after b, which follows it',
  },
  {
    invariant: 'unknown-tool-answered',
    what: 'throws at an unknown tool',
    breaks: [
      transcript({ ...calling, body: { tools: [{ name: 'find' }] } }),
      having({ ending: { type: 'failed', error: new Error('no look') } }),
    ],
    keeps: [
      answered(failure('a', 'There is no tool look.'), { body: { tools: [{ name: 'find' }] } }),
      having({ ending: { type: 'answered', answer: 'Seen.' } }),
    ],
    place: calledAt,
    message: 'there is no tool look, and instead of an answer to a the app threw Error: no look',
  },
  {
    invariant: 'unknown-tool-answered',
    what: 'ends at an unknown tool',
    breaks: [
      transcript({ ...calling, body: { tools: [{ name: 'find' }] } }),
      having({ ending: { type: 'answered', answer: '' } }),
    ],
    keeps: [
      transcript({ ...calling, body: { tools: [{ name: 'find' }] } }),
      having({ ending: { type: 'aborted', error: new Error('enough') } }),
    ],
    place: calledAt,
    message: 'there is no tool look, and instead of an answer to a the app ended',
  },
  {
    invariant: 'failures-answered',
    what: 'lets an error of a tool out of the loop',
    breaks: [
      transcript({ ...calling, body: { tools: [{ name: 'look' }] } }),
      having({
        toolRuns: [run({ outcome: 'threw', error: new Error('stuck') })],
        ending: { type: 'failed', error: new Error('stuck') },
      }),
    ],
    keeps: [
      answered(failure('a')),
      having({
        toolRuns: [run({ outcome: 'threw', error: new Error('stuck') })],
        ending: { type: 'answered', answer: 'Seen.' },
      }),
    ],
    place: calledAt,
    message: 'look threw, and instead of an answer to a the app threw Error: stuck',
  },
  {
    invariant: 'failures-answered',
    what: 'tells a failure as a success',
    breaks: [answered(result('a', 'stuck')), ran(run({ outcome: 'threw' }))],
    keeps: [answered(failure('a', 'stuck')), ran(run({ outcome: 'threw' }))],
    place: answeredAt,
    message: 'look threw, and the call a is answered without is_error',
  },
  {
    invariant: 'failures-answered',
    what: 'says done of what fails later',
    breaks: [answered(result('a', 'Done.')), ran(run({ outcome: 'threw', requests: 2 }))],
    keeps: [answered(result('a', 'Noted as 7.')), ran(run({ outcome: 'threw', requests: 2 }))],
    place: answeredAt,
    message: 'look threw, and the call a is answered without is_error',
  },
  {
    invariant: 'failures-answered',
    what: 'keeps to itself that a tool failed before it was answered',
    breaks: [answered(result('a', 'Noted as 7.')), ran(run({ outcome: 'threw', requests: 1 }))],
    keeps: [answered(result('a', 'Noted as 7.')), ran(run({ outcome: 'threw', requests: 2 }))],
    place: answeredAt,
    message: 'look threw, and the call a is answered without is_error',
  },
  {
    invariant: 'failures-answered',
    what: 'says of a job that it was accepted, in the words of its failure',
    breaks: [
      answered(result('a', 'Not accepted: stuck')),
      ran(run({ outcome: 'threw', error: new Error('stuck') })),
    ],
    keeps: [
      answered(result('a', 'Accepted as job 7')),
      ran(run({ outcome: 'threw', error: new Error('stuck') })),
    ],
    place: answeredAt,
    message: 'look threw, and the call a is answered without is_error',
  },
  {
    invariant: 'failures-answered',
    what: 'says of a failure that it is queued',
    breaks: [answered(result('a', 'Queued, error 7')), ran(run({ outcome: 'threw' }))],
    keeps: [answered(result('a', 'Queued, number 7')), ran(run({ outcome: 'threw' }))],
    place: answeredAt,
    message: 'look threw, and the call a is answered without is_error',
  },
  {
    invariant: 'failures-answered',
    what: 'says of a tool that accepts that it accepted',
    breaks: threwNamed('accept_invite', 'Invite accepted.'),
    keeps: threwNamed('accept_invite', 'Pending.'),
    place: answeredAt,
    message: 'accept_invite threw, and the call a is answered without is_error',
  },
  {
    invariant: 'failures-answered',
    what: 'tells a failure as a success, and looks again when the model asks again',
    breaks: looksAgain('a red ball', { requests: 2 }),
    keeps: looksAgain('a red ball', { startedAt: 0, requests: 1 }),
    place: answeredAt,
    message: 'look threw, and the call a is answered without is_error',
  },
  {
    invariant: 'failures-answered',
    what: 'tells a failure as a success when a second run fails too',
    breaks: twice('read', 'threw', 'threw'),
    keeps: twice('read', 'threw', 'returned'),
    place: answeredAt,
    message: 'look threw, and the call a is answered without is_error',
  },
  {
    invariant: 'failures-say-why',
    what: 'fails without a word',
    breaks: [answered(failure('a', ' '))],
    keeps: [answered(failure('a', 'no'))],
    place: answeredAt,
    message: 'the failure of a says nothing',
  },
  {
    invariant: 'failures-hide-stack',
    what: 'sends the stack of an error',
    breaks: [answered(failure('a', 'Error: stuck\n    at run (/app/look.js:3:14)'))],
    keeps: [answered(failure('a', 'Error: stuck at 3:14'))],
    place: answeredAt,
    message: 'the failure of a shows a stack trace: at run (/app/look.js:3:14)',
  },
  {
    invariant: 'failures-hide-secrets',
    what: 'sends a key that stood in an error',
    breaks: [answered(failure('a', 'no access with sk-ant-api03-aaaaaaaaaaaa'))],
    keeps: [answered(failure('a', 'no access with this key'))],
    place: answeredAt,
    message: 'the failure of a shows a key of the Anthropic API',
  },
  {
    invariant: 'failures-hide-secrets',
    what: 'sends a secret of its own',
    breaks: [answered(failure('a', 'swordfish is wrong')), having({ secrets: ['', 'swordfish'] })],
    keeps: [
      answered(failure('a', 'the password is wrong')),
      having({ secrets: ['', 'swordfish'] }),
    ],
    place: answeredAt,
    message: 'the failure of a shows a named secret',
  },
  {
    invariant: 'done-was-run',
    what: 'makes a result up',
    breaks: twoLooks([result('a', 'a red ball'), result('b', 'ok')], looked),
    keeps: twoLooks([result('a', 'a red ball'), result('b', 'The user declined.')], looked),
    place: secondAt,
    message: 'find never ran for b, which is answered as done: "ok"',
  },
  {
    invariant: 'results-not-swapped',
    what: 'gives a call the result of another',
    breaks: twoLooks(
      [result('a', 'under the bed'), result('b', 'under the bed')],
      looked,
      searched,
    ),
    keeps: twoLooks([result('a', 'a red…'), result('b', 'under the bed')], looked, searched),
    place: answeredAt,
    message: 'the result of a (look) is that of b (find): "under the bed"',
  },
  {
    invariant: 'results-not-swapped',
    what: 'gives a call that never ran the failure of another tool',
    breaks: twoLooks(
      [failure('a', 'look failed.'), failure('b', 'look failed.')],
      run({ input: { at: 'left' }, outcome: 'threw', error: new Error('stuck') }),
    ),
    keeps: twoLooks(
      [failure('a', 'look failed.'), failure('b', 'look failed, so find was not run.')],
      run({ input: { at: 'left' }, outcome: 'threw', error: new Error('stuck') }),
    ),
    place: secondAt,
    message: 'the result of b (find) is that of a (look): "look failed."',
  },
  {
    invariant: 'results-not-lost',
    what: 'drops what a tool returned',
    breaks: [answered(result('a', '')), ran(run({ output: 0 }))],
    keeps: [answered(result('a', '')), ran(run({ output: '' }))],
    place: answeredAt,
    message: 'look returned 0 for a, and the result is empty',
  },
  {
    invariant: 'abort-stops-requests',
    what: 'asks on after the abort',
    breaks: [answered(result('a')), having({ abort: { at: 1, requests: 1 } })],
    keeps: [answered(result('a')), having({ abort: { at: 1, requests: 2 } })],
    place: { exchange: 1 },
    message: 'the request was sent after the abort',
  },
  {
    invariant: 'abort-stops-requests',
    what: 'leaves a request under way',
    breaks: [transcript({ messages: [ask], outcome: 'open' }), having({ abort: { at: 1 } })],
    keeps: [transcript({ messages: [ask], outcome: 'aborted' }), having({ abort: { at: 1 } })],
    place: { exchange: 0 },
    message: 'the request is still under way after the abort',
  },
  {
    invariant: 'abort-stops-tools',
    what: 'begins a tool after the abort',
    breaks: [transcript(calling), having({ toolRuns: [run({ startedAt: 2 })], abort: { at: 1 } })],
    keeps: [transcript(calling), having({ toolRuns: [run({ endedAt: 2 })], abort: { at: 3 } })],
    place: calledAt,
    message: 'look (a) began after the abort',
  },
  {
    invariant: 'abort-stops-tools',
    what: 'does not tell a tool at work',
    breaks: [
      transcript(calling),
      having({
        toolRuns: [run({ endedAt: 3, signal: new AbortController().signal })],
        abort: { at: 2 },
      }),
    ],
    keeps: [
      transcript(calling),
      having({ toolRuns: [run({ endedAt: 3, signal: told.signal })], abort: { at: 2 } }),
    ],
    place: calledAt,
    message: 'look (a) was at work at the abort, and was not told',
  },
  {
    invariant: 'started-not-denied',
    what: 'says of a tool that began that it never ran',
    breaks: [answered(failure('a', 'Cancelled: it was never run.')), ran(run())],
    keeps: [answered(failure('a', 'Cancelled: it may have taken effect.')), ran(run())],
    place: answeredAt,
    message: 'look began for a, and its result says "never run"',
  },
  {
    invariant: 'no-unhandled-rejection',
    what: 'waits for nobody',
    breaks: [transcript(calling), having({ unhandled: [new Error('lost')] })],
    keeps: [transcript(calling), having({ unhandled: [] })],
    place: {},
    message: 'a rejection was left unhandled: Error: lost',
  },
  {
    invariant: 'few-cache-marks',
    what: 'marks every message',
    breaks: [[marked(5)]],
    keeps: [[marked(4)]],
    place: {},
    message: 'expected 4 blocks with cache_control at most, received 5',
  },
  {
    invariant: 'few-cache-marks',
    what: 'marks tools and messages of one request',
    breaks: [
      transcript({
        messages: [marked(4)],
        body: { tools: [{ name: 'look', cache_control: { type: 'ephemeral' } }] },
      }),
    ],
    keeps: [transcript({ messages: [marked(4)], body: { tools: [{ name: 'look' }] } })],
    place: { exchange: 0 },
    message: 'expected 4 blocks with cache_control at most, received 5',
  },
  {
    invariant: 'cached-prompt-kept',
    what: 'has the time in a system prompt that it marks (goruck/home-generative-agent#617)',
    breaks: [prompted({ system: [at('nine', CACHED)] }, { system: [at('ten', CACHED)] })],
    // Behind the mark it may stand.
    keeps: [
      prompted(
        { system: [{ ...text('Help.'), ...CACHED }, at('nine')] },
        { system: [{ ...text('Help.'), ...CACHED }, at('ten', CACHED)] },
      ),
    ],
    place: { exchange: 1 },
    message:
      '`system` is another than in the request before, in front of what is marked for the cache: expected {"type":"text","text":"It is nine.","cache_control":{"type":…, received {"type":"text","text":"It is ten.","cache_control":{"type":"…',
  },
  {
    invariant: 'cached-prompt-kept',
    what: 'has the time in front of messages that it marks (earendil-works/pi#1873)',
    breaks: [
      prompted(
        { system: 'It is nine.', cache_control: { type: 'ephemeral' } },
        { system: 'It is ten.', cache_control: { type: 'ephemeral' } },
      ),
    ],
    // Who marks nothing pays no more than without.
    keeps: [prompted({ system: 'It is nine.' }, { system: 'It is ten.' })],
    place: { exchange: 1 },
    message:
      '`system` is another than in the request before, in front of what is marked for the cache: expected {"type":"text","text":"It is nine."}, received {"type":"text","text":"It is ten."}',
  },
  {
    invariant: 'cached-prompt-kept',
    what: 'lists its tools in another order (MervinPraison/PraisonAI#1808)',
    breaks: [
      prompted(
        { tools: [list, look], system: [at('nine', CACHED)] },
        { tools: [look, list], system: [at('nine', CACHED)] },
      ),
    ],
    // A mark that comes or goes changes nothing.
    keeps: [
      prompted(
        { tools: [list, look], system: [at('nine', CACHED)] },
        { tools: [list, { ...look, ...CACHED }], system: [at('nine', CACHED)] },
      ),
    ],
    place: { exchange: 1 },
    message:
      '`tools` is another than in the request before, in front of what is marked for the cache: expected {"name":"list"}, received {"name":"look"}',
  },
  {
    invariant: 'cached-prompt-kept',
    what: 'adds a tool in front of messages that it marks',
    breaks: [prompted({ tools: [list], ...CACHED }, { tools: [list, look], ...CACHED })],
    // A tool behind the mark leaves what is cached before it.
    keeps: [
      prompted({ tools: [{ ...list, ...CACHED }] }, { tools: [list, { ...look, ...CACHED }] }),
    ],
    place: { exchange: 1 },
    message:
      '`tools` is another than in the request before, in front of what is marked for the cache: expected nothing, received {"name":"look"}',
  },
];

test.each(cases)(
  '$invariant is broken by a loop that $what',
  ({ invariant, breaks: [judged, options], place, message, also = [] }) => {
    const { violations } = judgeInvariants(judged, options);
    expect(violations.filter((each) => !also.includes(each.invariant))).toEqual([
      { invariant, place, message },
    ]);
    expect(judgeInvariants(judged, { ...options, except: [invariant, ...also] })).toMatchObject({
      violations: [],
      judged: expect.not.arrayContaining([invariant]),
    });
  },
);

test.each(cases)(
  '$invariant is kept by the same loop when it no longer $what',
  ({ invariant, keeps: [judged, options] }) => {
    const { violations, judged: asked_ } = judgeInvariants(judged, options);
    expect(violations).toEqual([]);
    expect(asked_).toContain(invariant);
  },
);

test('every invariant has its case', () => {
  const tried = new Set(cases.map(({ invariant }) => invariant));
  expect(invariants.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
});

test('what is changed on purpose, or says nothing, is no fault of the history', () => {
  const next = user('And?');
  const summary = { type: 'compaction', content: 'They looked.', signature: 's' };
  const mark = { cache_control: { type: 'ephemeral' } };
  const fine: Record<string, Judged> = {
    'the same asked again': transcript(asked('Hello.'), { messages: [ask] }),
    'a cut reply left out': transcript(
      { ...asked('Hel'), stop: 'max_tokens' },
      { messages: then(user('Shorter.')) },
    ),
    'a refused turn left out': transcript(
      asked('Hello.'),
      { messages: then(assistant('Hello.'), user('Do harm.')), reply: ['No.'], stop: 'refusal' },
      { messages: then(assistant('Hello.'), user('Do good.')) },
    ),
    'a refused opening reworded': transcript(
      { ...asked('No.'), stop: 'refusal' },
      { messages: [user('Please look.')] },
    ),
    'an empty reply left out': transcript(asked(), { messages: then(next) }),
    'an empty text left out': transcript(asked('', call('a')), {
      messages: then(assistant(call('a')), user(result('a'))),
    }),
    'a mark for the cache moved': transcript(
      { messages: [user({ ...text('Look.'), ...mark })], reply: ['Hello.'] },
      { messages: then(assistant('Hello.'), user({ ...text('And?'), ...mark })) },
    ),
    'a caller that goes without saying': transcript(
      asked({ ...call('a'), caller: { type: 'direct' } }),
      { messages: then(assistant(call('a')), user(result('a'))) },
    ),
    'a plain text for a block': transcript(asked('Hello.'), {
      messages: [{ role: 'user', content: 'Look.' }, assistant('Hello.'), next],
    }),
    'a summary in place of the history': transcript(
      { ...asked(summary), stop: 'compaction' },
      { messages: [assistant(summary), next] },
    ),
    'a second question from the same state, at the same time': transcript(
      asked('Hello.'),
      { messages: then(assistant('Hello.'), user('One?')), reply: ['One.'] },
      { messages: then(assistant('Hello.'), user('Two?')), reply: ['Two.'], alongside: [1] },
      { messages: then(assistant('Hello.'), user('One?'), assistant('One.'), next) },
    ),
  };
  for (const [what, judged] of Object.entries(fine)) {
    expect(judgeInvariants(judged).violations, what).toEqual([]);
  }
});

test('only as much is judged as there is evidence for', () => {
  const { judged, skipped } = judgeInvariants([ask]);
  expect(judged).toEqual(invariants.filter(({ needs }) => needs.length === 0).map(({ id }) => id));
  expect(skipped).toContainEqual({
    invariant: 'unknown-tool-answered',
    lacks: ['exchanges', 'ending'],
  });
  const everything: Required<RunRecord> = {
    toolRuns: [],
    tools: [],
    ending: { type: 'answered', answer: '' },
    abort: { at: 1 },
    rewritten: [],
    limit: 1,
    finalTools: [],
    unhandled: [],
    secrets: [],
  };
  const all = judgeInvariants(transcript(asked('Hello.')), {
    run: everything,
    twin: transcript(asked('Hello.')),
  });
  expect(all).toEqual({ violations: [], judged: invariants.map(({ id }) => id), skipped: [] });
});

test('a run that does not say which call it is for counts for the first that fits', () => {
  const judged = transcript(asked(call('a'), call('b')));
  const unnamed = (startedAt: number): ToolRun => {
    const { callId: _, ...rest } = run({ startedAt, endedAt: startedAt });
    return rest;
  };
  expect(judgeInvariants(judged, ran(unnamed(1), unnamed(2))).violations).toEqual([]);
  expect(judgeInvariants(judged, ran(unnamed(1), unnamed(2), unnamed(3))).violations).toMatchObject(
    [{ invariant: 'one-run-per-call', message: 'look ran again for the call b' }],
  );
});

test('one that threw may be run again, also when nobody says for which call', () => {
  const calls = assistant(call('a'), call('b'));
  const judged = transcript(asked(call('a'), call('b')), {
    messages: then(calls, user(result('a'), result('b'))),
    reply: ['Seen.'],
  });
  const unnamed = (startedAt: number, outcome: ToolRun['outcome'] = 'returned'): ToolRun => {
    const { callId: _, ...rest } = run({ startedAt, endedAt: startedAt, outcome });
    return rest;
  };
  const found = (effect: 'read' | 'write', ...toolRuns: ToolRun[]): string[] =>
    judgeInvariants(judged, having({ toolRuns, tools: [{ name: 'look', effect }] })).violations.map(
      ({ invariant }) => invariant,
    );
  const again = [unnamed(1, 'threw'), unnamed(2), unnamed(3)];
  expect(found('read', ...again)).toEqual([]);
  expect(found('write', ...again)).toEqual(['one-run-per-call', 'failures-answered']);
  expect(found('read', ...again, unnamed(4))).toEqual(['one-run-per-call']);
  const both = ['failures-answered', 'failures-answered'];
  expect(found('read', unnamed(1, 'threw'), unnamed(2, 'threw'))).toEqual(both);
  // What was looked up for another that asks the same may stand in for it.
  const one = [run(), run({ callId: 'b', startedAt: 3, endedAt: 4, outcome: 'threw' })];
  expect(found('read', ...one)).toEqual([]);
  expect(found('write', ...one)).toEqual(['failures-answered']);
  // The slower of two runs, which was called off.
  expect(
    found(
      'read',
      run({ endedAt: 4, signal: told.signal }),
      run({ startedAt: 2, outcome: 'threw' }),
    ),
  ).toEqual([]);
});

test('what a tool itself says is not taken for the loop’s word', () => {
  const error = new Error('The query was not run.');
  const judged = answered(failure('a', error.message));
  expect(judgeInvariants(judged, ran(run({ outcome: 'threw', error }))).violations).toEqual([]);
});

test.each([
  ['JavaScript', 'Error: x\n    at async file:///app/a.mjs:1:2'],
  ['Java', 'java.lang.Error: x\n\tat com.example.Tool.run(Tool.java:31)'],
  ['C#', 'System.Exception: x\n   at Tool.Run() in /app/Tool.cs:line 31'],
  [
    'Python',
    'Traceback (most recent call last):\n  File "/app/a.py", line 3, in run\nValueError: x',
  ],
  ['Go', 'panic: x\n\ngoroutine 1 [running]:\nmain.main()'],
  ['Rust', "thread 'main' panicked at src/main.rs:3:5:\nx"],
])('a stack of %s is one', (_language, stack) => {
  const found = judgeInvariants(answered(failure('a', stack))).violations;
  expect(found.map(({ invariant }) => invariant)).toEqual(['failures-hide-stack']);
  // A tool that shows a stack on purpose has not failed.
  expect(judgeInvariants(answered(result('a', stack))).violations).toEqual([]);
});

test.each([
  'AKIAIOSFODNN7EXAMPLE',
  'ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  '-----BEGIN RSA PRIVATE KEY-----',
  'postgres://app:hunter2@db.test/orders',
  'Authorization: Bearer abcdefghijklmnop',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
])('%s is a secret, and is not shown again', (secret) => {
  const [found, ...others] = judgeInvariants(answered(failure('a', `No: ${secret}`))).violations;
  expect(others).toEqual([]);
  expect(found!.invariant).toBe('failures-hide-secrets');
  expect(found!.message).not.toContain(secret);
});

test.each([
  ['nothing', undefined],
  ['a text', 'Look.'],
  ['a body without messages', { model: 'claude-opus-5' }],
])('refuses to judge %s', (_what, judged) => {
  expect(() => judgeInvariants(judged as never)).toThrow(
    '[ensaio] There is no conversation to judge in what was given.',
  );
});

test('refuses to leave out what there is not', () => {
  expect(() => judgeInvariants([ask], { except: ['result-first'] })).toThrow(
    /^\[ensaio\] There is no invariant "result-first"\.\n\nThere are one-result-per-call, /,
  );
});
