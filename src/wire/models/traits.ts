/** What a model takes, as far as the rules ask. */

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
