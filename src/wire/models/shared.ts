/** What models have in common, from which the rows of the tables are made. */
import type {
  ComputerTool,
  Effort,
  ModelTraits,
  Range,
  SamplingTraits,
  ThinkingTraits,
} from './traits.ts';

export const EVERY_EFFORT: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];
export const FOUR_EFFORTS: readonly Effort[] = ['low', 'medium', 'high', 'max'];
export const THREE_EFFORTS: readonly Effort[] = ['low', 'medium', 'high'];

const ANY: Range = [0, 1];

export const FREE_SAMPLING: SamplingTraits = {
  temperature: ANY,
  topP: ANY,
  topK: true,
  together: 'yes',
};
/** Measured 2026-09-29 on the 4.5 and 4.6 models, reported of Opus 4.1 (P02). */
export const ONE_OF_TWO: SamplingTraits = { ...FREE_SAMPLING, together: 'no' };
/**
 * Only what changes nothing (P01): the reference says `temperature` 1, `top_p` from 0.99, no `top_k` at all.
 * Both together are known to be refused of Haiku 5.5 alone.
 */
export const DEFAULTS_ONLY: SamplingTraits = {
  temperature: [1, 1],
  topP: [0.99, 1],
  topK: false,
  together: 'doubtful',
};

/** Docs of Sept 2026, thinking-troubleshooting; live 2026-09-29: one model alone takes `between_tools`. */
export const ALWAYS_ON: ThinkingTraits = {
  adaptive: 'yes',
  enabled: 'no',
  disabled: 'no',
  between_tools: 'no',
  default: 'always',
};
/** A matrix of 2026-08-28 saw `disabled` refused; the docs and every later probe see it taken (K04). */
export const CAN_BE_OFF: ThinkingTraits = { ...ALWAYS_ON, disabled: 'doubtful', default: 'on' };
export const OFF_UNLESS_ASKED: ThinkingTraits = { ...CAN_BE_OFF, default: 'off' };
export const BOTH_KINDS: ThinkingTraits = {
  ...OFF_UNLESS_ASKED,
  enabled: 'yes',
  disabled: 'yes',
};
const BUDGET_ONLY: ThinkingTraits = { ...BOTH_KINDS, adaptive: 'no' };

/**
 * Computer-use docs of Sept 2026 (earlier tool versions, supported models of the toolset); live on 2026-09-22: of the
 * models that take the toolset Opus 5.5 alone takes nothing else.
 */
export const COMPUTER_OF_4_5: readonly ComputerTool[] = ['computer_20250124'];
export const COMPUTER_OF_4_6: readonly ComputerTool[] = ['computer_20251124'];
export const COMPUTER_OF_5: readonly ComputerTool[] = [
  'computer_20251124',
  'computer_toolset_20260801',
];
export const COMPUTER_OF_5_5: readonly ComputerTool[] = ['computer_toolset_20260801'];

/** What a table says of a model besides its id, which it is found by. */
export type Row = Omit<ModelTraits, 'id' | 'known'>;

const LARGE = { contextWindow: 1_000_000, maxOutput: 128_000, fitsOutput: false } as const;
const MEDIUM = { contextWindow: 200_000, maxOutput: 64_000, fitsOutput: false } as const;

export const FIFTH: Omit<Row, 'source'> = {
  ...LARGE,
  lifecycle: 'active',
  prefill: 'no',
  forcedTools: 'yes',
  systemMessages: 'yes',
  thinking: ALWAYS_ON,
  efforts: EVERY_EFFORT,
  sampling: DEFAULTS_ONLY,
};
/** 4.5 and older take a prefill and a thinking budget; 4.10 counts no older model among those with system messages. */
export const OLD: Omit<Row, 'source'> = {
  ...MEDIUM,
  lifecycle: 'deprecated',
  prefill: 'yes',
  forcedTools: 'yes',
  systemMessages: 'no',
  thinking: BUDGET_ONLY,
  efforts: [],
  sampling: ONE_OF_TWO,
};
/** Before 4.5 the API wanted room for the whole `max_tokens` (P09). Retired by the deprecations page of Sept 2026. */
export const RETIRED: Omit<Row, 'source'> = {
  ...OLD,
  lifecycle: 'retired',
  sampling: FREE_SAMPLING,
  fitsOutput: true,
};

export const MODEL_PAGES = 'model pages of Oct/Nov 2026';
