/** What is refused of `browser_state`, the account of tabs and downloads that comes with browser results. */
import { asList, asRecord, asText, type Json } from './json-value.ts';
import type { Finding, Rule } from './rule.ts';
import { toolAnswers, type Answer } from './tool-answers.ts';

const DOCS = '4.9: browser-use docs, track tabs; the text is our own';

const MOST_TABS = 100;
const MOST_CHANGES = 200;
const LONGEST_TEXT = 4096;

const isState = (block: Json): boolean => block['type'] === 'browser_state';

const isMember = ({ call }: Answer): boolean => call?.['toolset_name'] === 'browser';

const tabsOf = (state: Json): readonly Json[] => asList(state['tabs']).map(asRecord);
const changesOf = (state: Json): readonly Json[] => asList(state['state_changes']).map(asRecord);

function hasTwins(values: readonly unknown[]): boolean {
  return new Set(values).size < values.length;
}

/** Control characters, and the separators that would look like a line of their own. */
// oxlint-disable-next-line no-control-regex
const UNFIT = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

const isUnfit = (value: unknown): boolean =>
  typeof value === 'string' && (value.length > LONGEST_TEXT || UNFIT.test(value));

const TEXT_FIELDS = ['tab_id', 'title', 'url', 'download_id', 'path', 'error'];

function hasUnfitText(state: Json): boolean {
  return [...tabsOf(state), ...changesOf(state)].some((item) =>
    TEXT_FIELDS.some((field) => isUnfit(item[field])),
  );
}

const isNegative = ({ size_bytes: size }: Json): boolean => typeof size === 'number' && size < 0;

/** What a block must keep, in words, and when it does not. */
const LIMITS: readonly (readonly [words: string, isBroken: (state: Json) => boolean])[] = [
  [`\`tabs\` can list at most ${MOST_TABS} tabs`, (state) => tabsOf(state).length > MOST_TABS],
  [
    'exactly one of `tabs` must be active',
    (state) =>
      tabsOf(state).length > 0 &&
      tabsOf(state).filter((tab) => tab['active'] === true).length !== 1,
  ],
  [
    '`tab_id` must be unique and not empty',
    (state) => {
      const ids = tabsOf(state).map((tab) => tab['tab_id']);
      return hasTwins(ids) || ids.includes('');
    },
  ],
  [
    '`state_changes` must be left out when there are none',
    (state) => Array.isArray(state['state_changes']) && changesOf(state).length === 0,
  ],
  [
    `\`state_changes\` can list at most ${MOST_CHANGES} changes`,
    (state) => changesOf(state).length > MOST_CHANGES,
  ],
  [
    'a tab opened must be among `tabs`',
    (state) => {
      const ids = new Set(tabsOf(state).map((tab) => tab['tab_id']));
      return changesOf(state).some(({ type, tab_id: id }) => type === 'tab_opened' && !ids.has(id));
    },
  ],
  [
    '`download_id` must be unique and not empty',
    (state) => {
      const ids = changesOf(state).flatMap((change) => change['download_id'] ?? []);
      return hasTwins(ids) || ids.includes('');
    },
  ],
  ['`size_bytes` must not be negative', (state) => changesOf(state).some(isNegative)],
  [
    `texts must have at most ${LONGEST_TEXT} characters, none of them a control character or line separator`,
    hasUnfitText,
  ],
];

/** Members whose success is told by the state alone. */
const TAB_MEMBERS = new Set(['new_tab', 'switch_tab', 'close_tab', 'list_tabs']);

/** Whether a new tab is told as opened, once, and as the active one. */
function tellsNewTab(state: Json): boolean {
  const opened = changesOf(state).filter((change) => change['type'] === 'tab_opened');
  const active = tabsOf(state).find((tab) => tab['active'] === true);
  return opened.length === 1 && opened[0]!['tab_id'] === active?.['tab_id'];
}

function tabMemberFault({ call, content, result }: Answer): string | undefined {
  const member = asText(call?.['name']) ?? '';
  if (!TAB_MEMBERS.has(member) || result['is_error'] === true) return undefined;
  const [state] = content;
  if (content.length !== 1 || !isState(state!)) {
    return `a result of \`${member}\` must be exactly one \`browser_state\``;
  }
  return member === 'new_tab' && !tellsNewTab(state!)
    ? 'a result of `new_tab` must tell of the active tab as `tab_opened`'
    : undefined;
}

function* statesOf({ path, content }: Answer): Generator<[path: string, state: Json]> {
  for (const [index, block] of content.entries()) {
    if (isState(block)) yield [`${path}.content.${index}`, block];
  }
}

function misplacement(answer: Answer, place: number): string | undefined {
  if (!isMember(answer)) return '`browser_state` is only for results of the browser toolset';
  return place > 0 ? 'a result can have only one `browser_state`' : undefined;
}

const at = (path: string, words: string): Finding => ({ path, message: `${path}: ${words}` });

const rest = { stage: 'meaning', confidence: 'C', facts: ['4.9'], source: DOCS } as const;

export const browserStateRules: readonly Rule[] = [
  {
    ...rest,
    id: 'browser-state-misplaced',
    summary: 'A result of the browser toolset has at most one `browser_state`, no other has any.',
    *check(request) {
      for (const answer of toolAnswers(request)) {
        if (answer.call === undefined) continue;
        for (const [place, [path]] of [...statesOf(answer)].entries()) {
          const words = misplacement(answer, place);
          if (words !== undefined) yield at(path, words);
        }
      }
    },
  },
  {
    ...rest,
    id: 'browser-state-invalid',
    summary: 'A `browser_state` tells of tabs and changes that fit together.',
    *check(request) {
      for (const answer of toolAnswers(request)) {
        for (const [path, state] of statesOf(answer)) {
          for (const [words, isBroken] of LIMITS) if (isBroken(state)) yield at(path, words);
        }
      }
    },
  },
  {
    ...rest,
    id: 'browser-tab-result',
    summary: 'What a member that manages tabs did is told by `browser_state` alone.',
    *check(request) {
      for (const answer of toolAnswers(request)) {
        const words = isMember(answer) ? tabMemberFault(answer) : undefined;
        if (words !== undefined) yield at(answer.path, words);
      }
    },
  },
];
