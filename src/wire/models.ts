/** What each model takes, as data: the rules ask a table, never a model's name. */

/** Whether something is taken. `doubtful`: one source says it is refused, a better one that it is taken. */
export type Taken = 'yes' | 'no' | 'doubtful';

export type ThinkingKind = 'adaptive' | 'enabled' | 'disabled' | 'between_tools';

export type Effort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';

export interface ThinkingTraits extends Readonly<Record<ThinkingKind, Taken>> {
  /** What happens without a `thinking` field; `always` means that it cannot be turned off either. */
  readonly default: 'off' | 'on' | 'always';
  /** A kind that turns thinking off, or nearly, and is then taken only at effort `high` or below. Default none. */
  readonly upToHigh?: ThinkingKind;
  /** The kind that the refusal of `disabled` tells people to use. Default `adaptive`. */
  readonly insteadOfDisabled?: Exclude<ThinkingKind, 'disabled'>;
}

/** The types of tool with which a model works a computer. */
export const COMPUTER_TOOLS = [
  'computer_20241022',
  'computer_20250124',
  'computer_20251124',
  'computer_toolset_20260801',
] as const;

export type ComputerTool = (typeof COMPUTER_TOOLS)[number];

/** Lowest and highest value taken. */
export type Range = readonly [number, number];

/** Sampling fields of version 2023-06-01; the later version has none. */
export interface SamplingTraits {
  readonly temperature: Range;
  readonly topP: Range;
  readonly topK: boolean;
  /** Whether `temperature` and `top_p` may stand in one request. */
  readonly together: Taken;
}

export interface ModelTraits {
  /** The full id, with its date where it has one: what the API's messages call the model. */
  readonly id: string;
  /** Whether the model is in the table; one that is not takes everything. */
  readonly known: boolean;
  readonly lifecycle: 'active' | 'deprecated' | 'retired';
  /** Whether a request may end in an assistant turn for the model to go on with. */
  readonly prefill: Taken;
  /** Whether `tool_choice` may be `any` or `tool`. */
  readonly forcedTools: Taken;
  /** Whether `messages` may hold messages of the role `system`. */
  readonly systemMessages: Taken;
  readonly thinking: ThinkingTraits;
  /** Values of `output_config.effort`; empty where the model knows no effort. */
  readonly efforts: readonly Effort[];
  readonly sampling: SamplingTraits;
  /** The kinds of computer tool that it takes. Default: not known, any. */
  readonly computerTools?: readonly ComputerTool[];
  /** The most `max_tokens` may be. Default: not known, nothing is too much. */
  readonly maxOutput?: number;
  /** How many tokens input and output may have together. Default: not known, nothing is too long. */
  readonly contextWindow?: number;
  /** Whether input and `max_tokens` together over the window are refused beforehand. */
  readonly fitsOutput: boolean;
  /** Where the row comes from. */
  readonly source: string;
}

const EVERY_EFFORT: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];
const FOUR_EFFORTS: readonly Effort[] = ['low', 'medium', 'high', 'max'];
const THREE_EFFORTS: readonly Effort[] = ['low', 'medium', 'high'];

const ANY: Range = [0, 1];

const FREE_SAMPLING: SamplingTraits = {
  temperature: ANY,
  topP: ANY,
  topK: true,
  together: 'yes',
};
/** Measured 2026-09-29 on the 4.5 and 4.6 models, reported of Opus 4.1 (P02). */
const ONE_OF_TWO: SamplingTraits = { ...FREE_SAMPLING, together: 'no' };
/**
 * Only what changes nothing (P01): the reference says `temperature` 1, `top_p` from 0.99, no `top_k` at all.
 * Both together are known to be refused of Haiku 5.5 alone.
 */
const DEFAULTS_ONLY: SamplingTraits = {
  temperature: [1, 1],
  topP: [0.99, 1],
  topK: false,
  together: 'doubtful',
};

/** Docs of Sept 2026, thinking-troubleshooting; live 2026-09-29: one model alone takes `between_tools`. */
const ALWAYS_ON: ThinkingTraits = {
  adaptive: 'yes',
  enabled: 'no',
  disabled: 'no',
  between_tools: 'no',
  default: 'always',
};
/** A matrix of 2026-08-28 saw `disabled` refused; the docs and every later probe see it taken (K04). */
const CAN_BE_OFF: ThinkingTraits = { ...ALWAYS_ON, disabled: 'doubtful', default: 'on' };
const OFF_UNLESS_ASKED: ThinkingTraits = { ...CAN_BE_OFF, default: 'off' };
const BOTH_KINDS: ThinkingTraits = {
  ...OFF_UNLESS_ASKED,
  enabled: 'yes',
  disabled: 'yes',
};
const BUDGET_ONLY: ThinkingTraits = { ...BOTH_KINDS, adaptive: 'no' };

/**
 * Computer-use docs of Sept 2026 (earlier tool versions, supported models of the toolset); live on 2026-09-22: of the
 * models that take the toolset Opus 5.5 alone takes nothing else.
 */
const COMPUTER_OF_4_5: readonly ComputerTool[] = ['computer_20250124'];
const COMPUTER_OF_4_6: readonly ComputerTool[] = ['computer_20251124'];
const COMPUTER_OF_5: readonly ComputerTool[] = ['computer_20251124', 'computer_toolset_20260801'];
const COMPUTER_OF_5_5: readonly ComputerTool[] = ['computer_toolset_20260801'];

type Row = Omit<ModelTraits, 'known'>;

const LARGE = { contextWindow: 1_000_000, maxOutput: 128_000, fitsOutput: false } as const;
const MEDIUM = { contextWindow: 200_000, maxOutput: 64_000, fitsOutput: false } as const;

const FIFTH: Omit<Row, 'id' | 'source'> = {
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
const OLD: Omit<Row, 'id' | 'source'> = {
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
const RETIRED: Omit<Row, 'id' | 'source'> = {
  ...OLD,
  lifecycle: 'retired',
  sampling: FREE_SAMPLING,
  fitsOutput: true,
};

const MODEL_PAGES = 'model pages of Oct/Nov 2026';

/** The ids the table answers to: those in the SDK's `Model` type and older ones that people still have in their code. */
export type KnownModel =
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
  | 'claude-sonnet-4-6'
  | 'claude-haiku-4-5'
  | 'claude-haiku-4-5-20251001'
  | 'claude-opus-4-5'
  | 'claude-opus-4-5-20251101'
  | 'claude-sonnet-4-5'
  | 'claude-sonnet-4-5-20250929'
  | 'claude-opus-4-1'
  | 'claude-opus-4-1-20250805'
  | 'claude-opus-4-20250514'
  | 'claude-sonnet-4-20250514'
  | 'claude-3-7-sonnet-20250219'
  | 'claude-3-5-haiku-20241022'
  | 'claude-3-haiku-20240307';

function row(traits: Row): ModelTraits {
  return { known: true, ...traits };
}

const haiku45 = row({
  ...OLD,
  id: 'claude-haiku-4-5-20251001',
  computerTools: COMPUTER_OF_4_5,
  lifecycle: 'active',
  source: `${MODEL_PAGES}; P07 for the dated id`,
});
const opus45 = row({
  ...OLD,
  id: 'claude-opus-4-5-20251101',
  computerTools: COMPUTER_OF_4_6,
  efforts: THREE_EFFORTS,
  source: `${MODEL_PAGES}; effort page: the one budget model with effort`,
});
const sonnet45 = row({
  ...OLD,
  id: 'claude-sonnet-4-5-20250929',
  computerTools: COMPUTER_OF_4_5,
  source: MODEL_PAGES,
});
const opus41 = row({
  ...RETIRED,
  id: 'claude-opus-4-1-20250805',
  maxOutput: 32_000,
  sampling: ONE_OF_TWO,
  source: 'models overview of 2025; retired 2026-08-05',
});

/** One row a model; ids of one model share their row. */
export const MODELS: Readonly<Record<KnownModel, ModelTraits>> = {
  'claude-fable-5-2': row({
    ...FIFTH,
    id: 'claude-fable-5-2',
    // Its page lists what differs from 5.1, and forced tools are not in that list.
    forcedTools: 'doubtful',
    source: "what's new in Fable 5.2 (Nov 2026); by Fable 5.1 where it says nothing",
  }),
  'claude-mythos-5-2': row({
    ...FIFTH,
    id: 'claude-mythos-5-2',
    forcedTools: 'doubtful',
    source: 'as Fable 5.2, whose page is its own',
  }),
  'claude-haiku-5-5': row({
    ...FIFTH,
    id: 'claude-haiku-5-5',
    thinking: { ...ALWAYS_ON, disabled: 'yes', default: 'on', upToHigh: 'disabled' },
    sampling: { ...DEFAULTS_ONLY, topP: [0.99, 0.99], together: 'no' },
    source: 'Haiku 5.5 migration guide of 2026-10-10, which takes forced tools; 8.2',
  }),
  'claude-sonnet-5-5': row({
    ...FIFTH,
    id: 'claude-sonnet-5-5',
    forcedTools: 'no',
    thinking: {
      ...ALWAYS_ON,
      between_tools: 'yes',
      default: 'on',
      upToHigh: 'between_tools',
      insteadOfDisabled: 'between_tools',
    },
    source: `${MODEL_PAGES}; 4.6, 8.2`,
  }),
  'claude-fable-5-1': row({
    ...FIFTH,
    id: 'claude-fable-5-1',
    computerTools: COMPUTER_OF_5,
    forcedTools: 'no',
    source: `${MODEL_PAGES}; 4.6, 8.2`,
  }),
  'claude-opus-5-5': row({
    ...FIFTH,
    id: 'claude-opus-5-5',
    computerTools: COMPUTER_OF_5_5,
    forcedTools: 'no',
    source: `${MODEL_PAGES}; 4.6, 8.2`,
  }),
  'claude-mythos-5-1': row({
    ...FIFTH,
    id: 'claude-mythos-5-1',
    forcedTools: 'no',
    source: `${MODEL_PAGES}; 4.6, 8.2`,
  }),
  'claude-sonnet-5': row({
    ...FIFTH,
    id: 'claude-sonnet-5',
    computerTools: COMPUTER_OF_5,
    systemMessages: 'no',
    thinking: CAN_BE_OFF,
    source: `${MODEL_PAGES}; 4.10, 8.2`,
  }),
  'claude-fable-5': row({
    ...FIFTH,
    id: 'claude-fable-5',
    computerTools: COMPUTER_OF_5,
    source: `${MODEL_PAGES}; 8.2`,
  }),
  'claude-mythos-5': row({ ...FIFTH, id: 'claude-mythos-5', source: `${MODEL_PAGES}; 8.2` }),
  'claude-opus-5': row({
    ...FIFTH,
    id: 'claude-opus-5',
    computerTools: COMPUTER_OF_5,
    thinking: { ...CAN_BE_OFF, upToHigh: 'disabled' },
    source: `${MODEL_PAGES}; 8.2, K07 live`,
  }),
  'claude-opus-4-8': row({
    ...FIFTH,
    id: 'claude-opus-4-8',
    computerTools: COMPUTER_OF_5,
    thinking: OFF_UNLESS_ASKED,
    source: `${MODEL_PAGES}; 8.2`,
  }),
  'claude-opus-4-7': row({
    ...FIFTH,
    id: 'claude-opus-4-7',
    computerTools: COMPUTER_OF_4_6,
    systemMessages: 'no',
    thinking: OFF_UNLESS_ASKED,
    source: `${MODEL_PAGES}; 4.10, 8.2`,
  }),
  'claude-mythos-preview': row({
    ...FIFTH,
    id: 'claude-mythos-preview',
    lifecycle: 'deprecated',
    forcedTools: 'no',
    systemMessages: 'no',
    thinking: { ...ALWAYS_ON, enabled: 'yes', insteadOfDisabled: 'enabled' },
    efforts: FOUR_EFFORTS,
    source:
      'docs of Sept 2026: context windows, effort, thinking-troubleshooting, deprecations; 4.6',
  }),
  'claude-opus-4-6': row({
    ...FIFTH,
    id: 'claude-opus-4-6',
    computerTools: COMPUTER_OF_4_6,
    systemMessages: 'no',
    thinking: BOTH_KINDS,
    efforts: FOUR_EFFORTS,
    sampling: ONE_OF_TWO,
    source: `${MODEL_PAGES}; efforts measured 2026-09-28`,
  }),
  'claude-sonnet-4-6': row({
    ...FIFTH,
    id: 'claude-sonnet-4-6',
    computerTools: COMPUTER_OF_4_6,
    systemMessages: 'no',
    thinking: BOTH_KINDS,
    efforts: FOUR_EFFORTS,
    sampling: ONE_OF_TWO,
    source: `${MODEL_PAGES}; efforts measured 2026-09-28`,
  }),
  'claude-haiku-4-5': haiku45,
  'claude-haiku-4-5-20251001': haiku45,
  'claude-opus-4-5': opus45,
  'claude-opus-4-5-20251101': opus45,
  'claude-sonnet-4-5': sonnet45,
  'claude-sonnet-4-5-20250929': sonnet45,
  'claude-opus-4-1': opus41,
  'claude-opus-4-1-20250805': opus41,
  'claude-opus-4-20250514': row({
    ...RETIRED,
    id: 'claude-opus-4-20250514',
    maxOutput: 32_000,
    source: 'models overview of 2025; retired 2026-06-15',
  }),
  'claude-sonnet-4-20250514': row({
    ...RETIRED,
    id: 'claude-sonnet-4-20250514',
    source: 'models overview of 2025; retired 2026-06-15',
  }),
  'claude-3-7-sonnet-20250219': row({
    ...RETIRED,
    id: 'claude-3-7-sonnet-20250219',
    // 64,000, and twice that with a beta.
    maxOutput: 128_000,
    source: 'models overview of 2025; retired 2026-02-19',
  }),
  'claude-3-5-haiku-20241022': row({
    ...RETIRED,
    id: 'claude-3-5-haiku-20241022',
    maxOutput: 8192,
    // Whether older models count as P09 says is not known, and what they say to a thinking budget neither.
    fitsOutput: false,
    source: 'models overview of 2025; retired 2026-02-19',
  }),
  'claude-3-haiku-20240307': row({
    ...RETIRED,
    id: 'claude-3-haiku-20240307',
    maxOutput: 4096,
    fitsOutput: false,
    source: 'models overview of 2025; retired 2026-04-20',
  }),
};

const UNKNOWN: Omit<ModelTraits, 'id'> = {
  known: false,
  lifecycle: 'active',
  prefill: 'yes',
  forcedTools: 'yes',
  systemMessages: 'yes',
  thinking: {
    adaptive: 'yes',
    enabled: 'yes',
    disabled: 'yes',
    between_tools: 'yes',
    default: 'off',
  },
  efforts: EVERY_EFFORT,
  sampling: FREE_SAMPLING,
  fitsOutput: false,
  source: 'not in the table: nothing is held against it',
};

/** What the model of this id takes; everything when it is not known. */
export function modelTraits(id: string): ModelTraits {
  return Object.hasOwn(MODELS, id) ? MODELS[id as KnownModel] : { ...UNKNOWN, id };
}
