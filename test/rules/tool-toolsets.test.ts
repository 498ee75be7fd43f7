/** Client toolsets: their entry among the tools, and the results of their members. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { BROWSER_MEMBERS, COMPUTER_MEMBERS } from '../../src/wire/request/toolsets.ts';
import { send } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';
import {
  call,
  image,
  result,
  text,
  tool,
  turn,
  user,
  withTools,
  type Json,
} from './tool-bodies.ts';

const COMPUTER = { type: 'computer_toolset_20260801' };
const BROWSER = { type: 'browser_toolset_20260801' };
const LOOK = tool('look');
const STREAMING = { headers: { 'anthropic-beta': 'fine-grained-tool-streaming-2025-05-14' } };

const entry = (rule: string, name: string, wrong: Json[], words: string, right: Json[]): Case => ({
  name,
  rule,
  facts: ['4.9'],
  sent: withTools(...wrong),
  answer: refused(words),
  accepted: withTools(...right),
});

/** A call of a member and one of a tool. */
const PAIR = [call('toolu_1', { name: 'screenshot', toolset_name: 'computer' }), call('toolu_2')];

/** Each member configured so. */
const every = (members: readonly string[], config: Json): Json =>
  Object.fromEntries(members.map((member) => [member, config]));

/** A call of a member of a toolset, and a result with these fields. */
const answered = (toolset_name: string | undefined, name: string, fields: Json): Json =>
  turn(
    [COMPUTER, BROWSER, LOOK],
    [call('toolu_1', { name, toolset_name })],
    user([result('toolu_1', { toolset_name, ...fields })]),
  );

const member = (
  rule: string,
  name: string,
  called: [family: string | undefined, name: string],
  wrong: Json,
  words: string,
  right: Json,
): Case => ({
  name,
  rule,
  facts: ['4.5', '4.9'],
  sent: answered(...called, wrong),
  answer: refused(`messages.2.content.0${words}`),
  accepted: answered(...called, right),
});

const tab = (tab_id: string, fields: Json = {}): Json => ({
  tab_id,
  title: 'A',
  url: 'https://example.test',
  ...fields,
});
const ACTIVE = tab('1', { active: true });

const state = (tabs: Json[], state_changes?: Json[]): Json => ({
  type: 'browser_state',
  tabs,
  state_changes,
});
const STATE = state([ACTIVE, tab('2')]);

const opened = (tab_id: string): Json => ({ type: 'tab_opened', tab_id });
const completed = (download_id: string, fields: Json = {}): Json => ({
  type: 'download_completed',
  download_id,
  url: 'https://example.test/file',
  ...fields,
});
const downloads = (count: number): Json[] =>
  Array.from({ length: count }, (_, index) => completed(`d${index}`));
const tabs = (count: number): Json[] => [
  ACTIVE,
  ...Array.from({ length: count - 1 }, (_, index) => tab(`t${index}`)),
];

const invalid = (name: string, words: string, wrong: Json, right: Json): Case =>
  member(
    'browser-state-invalid',
    name,
    ['browser', 'navigate'],
    { content: [text('a'), wrong] },
    `.content.1: ${words}`,
    { content: [text('a'), right] },
  );

const UNFIT =
  'texts must have at most 4096 characters, none of them a control character or line separator';

checkCases([
  entry(
    'toolset-repeated',
    'a toolset listed twice',
    [COMPUTER, BROWSER, COMPUTER],
    'tools.2.computer_toolset_20260801: the computer toolset can be listed only once',
    [COMPUTER, BROWSER],
  ),
  entry(
    'toolset-name-taken',
    'a tool with the name of a toolset',
    [COMPUTER, tool('computer')],
    "tools.1.custom.name: 'computer' is the name of a toolset of this request",
    [COMPUTER, tool('browser')],
  ),
  entry(
    'toolset-empty',
    'a toolset with every member off',
    [{ ...COMPUTER, configs: every(COMPUTER_MEMBERS, { enabled: false }) }, LOOK],
    'tools.0.computer_toolset_20260801.configs: at least one member must be enabled',
    [
      {
        ...COMPUTER,
        configs: { ...every(COMPUTER_MEMBERS, { enabled: false }), key: { enabled: null } },
      },
      LOOK,
    ],
  ),
  entry(
    'toolset-deferral',
    'a toolset with one member deferred',
    [{ ...BROWSER, configs: { find: { defer_loading: true } } }, LOOK],
    'tools.0.browser_toolset_20260801.configs: `defer_loading` must be the same on every enabled member',
    [{ ...BROWSER, configs: { read_console: { defer_loading: true } } }, LOOK],
  ),
  {
    ...entry(
      'toolset-old-streaming',
      'a toolset with an old beta of streaming',
      [LOOK, BROWSER],
      'tools.1.browser_toolset_20260801: not supported with anthropic-beta: fine-grained-tool-streaming-2025-05-14',
      [LOOK],
    ),
    facts: ['4.8', '4.9'],
    options: STREAMING,
    acceptedOptions: STREAMING,
  },
  member(
    'toolset-result-name',
    'a result without the toolset of its call',
    ['computer', 'screenshot'],
    { toolset_name: undefined },
    ": `toolset_name` must be 'computer', as in the call",
    {},
  ),
  member(
    'toolset-result-name',
    'a result with another toolset than its call',
    ['computer', 'screenshot'],
    { toolset_name: 'browser' },
    ": `toolset_name` must be 'computer', as in the call",
    { toolset_name: 'computer' },
  ),
  member(
    'toolset-result-name',
    'a result with a toolset that its call does not have',
    [undefined, 'look'],
    { toolset_name: 'computer' },
    ': `toolset_name` is only for the result of a call with a `toolset_name`',
    { toolset_name: null },
  ),
  {
    name: 'a result with the toolset of another call',
    rule: 'toolset-result-name',
    facts: ['4.5', '4.9'],
    sent: turn([COMPUTER, LOOK], PAIR, user([result('toolu_1'), result('toolu_2')])),
    answer: refused("messages.2.content.0: `toolset_name` must be 'computer', as in the call"),
    accepted: turn(
      [COMPUTER, LOOK],
      PAIR,
      user([result('toolu_1', { toolset_name: 'computer' }), result('toolu_2')]),
    ),
  },
  member(
    'toolset-result-content',
    'a document as the result of a member',
    ['computer', 'screenshot'],
    {
      content: [
        text('a'),
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' } },
      ],
    },
    '.content.1: a result of the computer toolset cannot hold `document`',
    { content: [text('a'), image] },
  ),
  member(
    'browser-state-misplaced',
    'a second state of the browser',
    ['browser', 'navigate'],
    { content: [STATE, text('a'), STATE] },
    '.content.2: a result can have only one `browser_state`',
    { content: [STATE, text('a')] },
  ),
  member(
    'browser-state-misplaced',
    'a state of the browser in the result of a tool',
    [undefined, 'look'],
    { content: [STATE] },
    '.content.0: `browser_state` is only for results of the browser toolset',
    { content: [text('a')] },
  ),
  invalid('101 tabs', '`tabs` can list at most 100 tabs', state(tabs(101)), state(tabs(100))),
  invalid(
    'two active tabs',
    'exactly one of `tabs` must be active',
    state([ACTIVE, tab('2', { active: true })]),
    state([ACTIVE, tab('2', { active: false })]),
  ),
  invalid(
    'tabs of which none is active',
    'exactly one of `tabs` must be active',
    state([tab('1')]),
    state([]),
  ),
  invalid(
    'two tabs of one id',
    '`tab_id` must be unique and not empty',
    state([ACTIVE, tab('1')]),
    state([ACTIVE, tab('01')]),
  ),
  invalid(
    'a tab without an id',
    '`tab_id` must be unique and not empty',
    state([ACTIVE, tab('')]),
    state([ACTIVE, tab(' ')]),
  ),
  invalid(
    'a list of no changes',
    '`state_changes` must be left out when there are none',
    state([ACTIVE], []),
    state([ACTIVE]),
  ),
  invalid(
    '201 changes',
    '`state_changes` can list at most 200 changes',
    state([ACTIVE], downloads(201)),
    state([ACTIVE], downloads(200)),
  ),
  invalid(
    'a new tab that is not there',
    'a tab opened must be among `tabs`',
    state([ACTIVE], [opened('2')]),
    state([ACTIVE, tab('2')], [opened('2')]),
  ),
  invalid(
    'two downloads of one id',
    '`download_id` must be unique and not empty',
    state([ACTIVE], [completed('d'), completed('d')]),
    state([ACTIVE], [completed('d'), completed('e')]),
  ),
  invalid(
    'a download of less than nothing',
    '`size_bytes` must not be negative',
    state([ACTIVE], [completed('d', { size_bytes: -1 })]),
    state([ACTIVE], [completed('d', { size_bytes: 0 })]),
  ),
  invalid(
    'a title of two lines',
    UNFIT,
    state([tab('1', { active: true, title: 'A\nB' })]),
    state([tab('1', { active: true, title: 'A B' })]),
  ),
  invalid(
    'a path of 4097 characters',
    UNFIT,
    state([ACTIVE], [completed('d', { path: 'p'.repeat(4097) })]),
    state([ACTIVE], [completed('d', { path: 'p'.repeat(4096) })]),
  ),
  ...['new_tab', 'switch_tab', 'close_tab', 'list_tabs'].map((name): Case =>
    member(
      'browser-tab-result',
      `a text as the result of ${name}`,
      ['browser', name],
      { content: 'Done.' },
      `: a result of \`${name}\` must be exactly one \`browser_state\``,
      { content: [name === 'new_tab' ? state([ACTIVE], [opened('1')]) : STATE] },
    ),
  ),
  member(
    'browser-tab-result',
    'a text beside the state after a tab was closed',
    ['browser', 'close_tab'],
    { content: [STATE, text('Done.')] },
    ': a result of `close_tab` must be exactly one `browser_state`',
    { content: [STATE] },
  ),
  member(
    'browser-tab-result',
    'a new tab that is not the active one',
    ['browser', 'new_tab'],
    { content: [state([ACTIVE, tab('2')], [opened('2')])] },
    ': a result of `new_tab` must tell of the active tab as `tab_opened`',
    { content: [state([ACTIVE, tab('2')], [opened('1')])] },
  ),
]);

const taken: [string, Json][] = [
  ['a toolset with its own default', withTools({ ...BROWSER, configs: null })],
  [
    'a toolset whose members are all deferred beside a tool',
    withTools({ ...BROWSER, configs: every(BROWSER_MEMBERS, { defer_loading: true }) }, LOOK),
  ],
  ['a member of a toolset and a tool of one name', withTools(COMPUTER, tool('screenshot'))],
  [
    'a failed call of a member that manages tabs',
    answered('browser', 'new_tab', { is_error: true, content: 'no' }),
  ],
  ['a text as the result of a tool named like a member', answered(undefined, 'new_tab', {})],
];

test.each(taken)('accepts %s', async (_name, sent) => {
  const simulation = simulate(['Fine.']);
  const answer = await send(simulation, sent);
  expect(answer.status, answer.text).toBe(200);
  expect(simulation.notes).toEqual([]);
});
