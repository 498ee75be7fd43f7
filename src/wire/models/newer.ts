/** The models since 4.6, the newest first. */
import {
  ALWAYS_ON,
  BOTH_KINDS,
  CAN_BE_OFF,
  COMPUTER_OF_4_6,
  COMPUTER_OF_5,
  COMPUTER_OF_5_5,
  DEFAULTS_ONLY,
  FIFTH,
  FOUR_EFFORTS,
  MODEL_PAGES,
  OFF_UNLESS_ASKED,
  ONE_OF_TWO,
  type Row,
} from './shared.ts';

export type NewerModel =
  | 'claude-fable-5-2'
  | 'claude-mythos-5-2'
  | 'claude-haiku-5-5'
  | 'claude-sonnet-5-5'
  | 'claude-fable-5-1'
  | 'claude-opus-5-5'
  | 'claude-mythos-5-1'
  | 'claude-sonnet-5'
  | 'claude-fable-5'
  | 'claude-mythos-5'
  | 'claude-opus-5'
  | 'claude-opus-4-8'
  | 'claude-opus-4-7'
  | 'claude-mythos-preview'
  | 'claude-opus-4-6'
  | 'claude-sonnet-4-6';

export const NEWER_MODELS: Readonly<Record<NewerModel, Row>> = {
  'claude-fable-5-2': {
    ...FIFTH,
    // Its page lists what differs from 5.1, and forced tools are not in that list.
    forcedTools: 'doubtful',
    source: "what's new in Fable 5.2 (Nov 2026); by Fable 5.1 where it says nothing",
  },
  'claude-mythos-5-2': {
    ...FIFTH,
    forcedTools: 'doubtful',
    source: 'as Fable 5.2, whose page is its own',
  },
  'claude-haiku-5-5': {
    ...FIFTH,
    thinking: { ...ALWAYS_ON, disabled: 'yes', default: 'on', upToHigh: 'disabled' },
    sampling: { ...DEFAULTS_ONLY, topP: [0.99, 0.99], together: 'no' },
    source: 'Haiku 5.5 migration guide of 2026-10-10, which takes forced tools; 8.2',
  },
  'claude-sonnet-5-5': {
    ...FIFTH,
    forcedTools: 'no',
    thinking: {
      ...ALWAYS_ON,
      between_tools: 'yes',
      default: 'on',
      upToHigh: 'between_tools',
      insteadOfDisabled: 'between_tools',
    },
    source: `${MODEL_PAGES}; 4.6, 8.2`,
  },
  'claude-fable-5-1': {
    ...FIFTH,
    computerTools: COMPUTER_OF_5,
    forcedTools: 'no',
    source: `${MODEL_PAGES}; 4.6, 8.2`,
  },
  'claude-opus-5-5': {
    ...FIFTH,
    computerTools: COMPUTER_OF_5_5,
    forcedTools: 'no',
    source: `${MODEL_PAGES}; 4.6, 8.2`,
  },
  'claude-mythos-5-1': {
    ...FIFTH,
    forcedTools: 'no',
    source: `${MODEL_PAGES}; 4.6, 8.2`,
  },
  'claude-sonnet-5': {
    ...FIFTH,
    computerTools: COMPUTER_OF_5,
    systemMessages: 'no',
    thinking: CAN_BE_OFF,
    source: `${MODEL_PAGES}; 4.10, 8.2`,
  },
  'claude-fable-5': {
    ...FIFTH,
    computerTools: COMPUTER_OF_5,
    source: `${MODEL_PAGES}; 8.2`,
  },
  'claude-mythos-5': { ...FIFTH, source: `${MODEL_PAGES}; 8.2` },
  'claude-opus-5': {
    ...FIFTH,
    computerTools: COMPUTER_OF_5,
    thinking: { ...CAN_BE_OFF, upToHigh: 'disabled' },
    source: `${MODEL_PAGES}; 8.2, K07 live`,
  },
  'claude-opus-4-8': {
    ...FIFTH,
    computerTools: COMPUTER_OF_5,
    thinking: OFF_UNLESS_ASKED,
    source: `${MODEL_PAGES}; 8.2`,
  },
  'claude-opus-4-7': {
    ...FIFTH,
    computerTools: COMPUTER_OF_4_6,
    systemMessages: 'no',
    thinking: OFF_UNLESS_ASKED,
    source: `${MODEL_PAGES}; 4.10, 8.2`,
  },
  'claude-mythos-preview': {
    ...FIFTH,
    lifecycle: 'deprecated',
    forcedTools: 'no',
    systemMessages: 'no',
    thinking: { ...ALWAYS_ON, enabled: 'yes', insteadOfDisabled: 'enabled' },
    efforts: FOUR_EFFORTS,
    source:
      'docs of Sept 2026: context windows, effort, thinking-troubleshooting, deprecations; 4.6',
  },
  'claude-opus-4-6': {
    ...FIFTH,
    computerTools: COMPUTER_OF_4_6,
    systemMessages: 'no',
    thinking: BOTH_KINDS,
    efforts: FOUR_EFFORTS,
    sampling: ONE_OF_TWO,
    source: `${MODEL_PAGES}; efforts measured 2026-09-28`,
  },
  'claude-sonnet-4-6': {
    ...FIFTH,
    computerTools: COMPUTER_OF_4_6,
    systemMessages: 'no',
    thinking: BOTH_KINDS,
    efforts: FOUR_EFFORTS,
    sampling: ONE_OF_TWO,
    source: `${MODEL_PAGES}; efforts measured 2026-09-28`,
  },
};
