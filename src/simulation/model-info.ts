/** What `GET /v1/models` tells of each model, made from the table of what it takes. */
import type { ModelInfo } from '@anthropic-ai/sdk/resources/models';
import { MODELS } from '../wire/models.ts';
import type { Effort, ModelTraits, Taken } from '../wire/models/traits.ts';

interface Supported {
  readonly supported: boolean;
}

const support = (supported: boolean): Supported => ({ supported });
const takes = (taken: Taken): Supported => support(taken !== 'no');

/** "An epoch value if the release date is unknown" (SDK). */
const UNKNOWN_DAY = '1970-01-01';

/** Days of release as the endpoint gave them in 2026, and those of announcements. */
const RELEASED: Readonly<Record<string, string>> = {
  'claude-sonnet-4-6': '2026-02-17',
  'claude-opus-4-6': '2026-02-04',
  'claude-opus-4-5-20251101': '2025-11-24',
  'claude-haiku-4-5-20251001': '2025-10-15',
  'claude-sonnet-4-5-20250929': '2025-09-29',
  'claude-opus-4-1-20250805': '2025-08-05',
  'claude-opus-4-20250514': '2025-05-22',
  'claude-sonnet-4-20250514': '2025-05-22',
  'claude-3-7-sonnet-20250219': '2025-02-24',
  'claude-3-5-haiku-20241022': '2024-10-22',
  'claude-3-haiku-20240307': '2024-03-07',
};

const LINES = ['haiku', 'sonnet', 'opus', 'fable', 'mythos'] as const;

const lineOf = (id: string): ModelInfo['line'] => LINES.find((line) => id.includes(line)) ?? null;

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `claude-3-5-haiku-20241022` is Claude Haiku 3.5. */
function displayName(id: string): string {
  const words = id.replace(/-\d{8}$/, '').split('-');
  const isNumber = (word: string): boolean => Number(word) >= 0;
  const names = words.filter((word) => !isNumber(word)).map(capitalized);
  return [...names, words.filter(isNumber).join('.')].join(' ').trimEnd();
}

function effortSupport(
  efforts: readonly Effort[],
): NonNullable<ModelInfo['capabilities']>['effort'] {
  const has = (effort: Effort): Supported => support(efforts.includes(effort));
  return {
    supported: efforts.length > 0,
    low: has('low'),
    medium: has('medium'),
    high: has('high'),
    xhigh: has('xhigh'),
    max: has('max'),
  };
}

/** What the table of traits does not hold, all models since 4.5 have; of retired ones nothing is said. */
function capabilitiesOf({ lifecycle, thinking, efforts }: ModelTraits): ModelInfo['capabilities'] {
  if (lifecycle === 'retired') return null;
  const { adaptive, enabled, disabled, between_tools } = thinking;
  return {
    batch: support(true),
    citations: support(true),
    code_execution: support(true),
    context_management: {
      supported: true,
      clear_thinking_20251015: support(true),
      clear_tool_uses_20250919: support(true),
      compact_20260112: support(true),
    },
    effort: effortSupport(efforts),
    image_input: support(true),
    pdf_input: support(true),
    server_tools: { supported: true, code_execution: support(true), web_search: support(true) },
    structured_outputs: support(true),
    thinking: {
      supported: true,
      types: {
        adaptive: takes(adaptive),
        between_tools: takes(between_tools),
        disabled: takes(disabled),
        enabled: takes(enabled),
      },
    },
  };
}

/** One model as the endpoint describes it; when it was or will be given up is not known to the table. */
export function modelInfo(traits: ModelTraits): ModelInfo {
  const { id, lifecycle, contextWindow, maxOutput } = traits;
  return {
    id,
    type: 'model',
    display_name: displayName(id),
    created_at: `${RELEASED[id] ?? UNKNOWN_DAY}T00:00:00Z`,
    deprecated_at: null,
    retires_at: null,
    lifecycle,
    line: lineOf(id),
    max_input_tokens: contextWindow ?? null,
    max_tokens: maxOutput ?? null,
    capabilities: capabilitiesOf(traits),
  };
}

/** Every model once, the newest first; its ids without a date are names of the same one. */
export function allModels(): ModelInfo[] {
  const byId = new Map(Object.values(MODELS).map((traits) => [traits.id, traits] as const));
  return [...byId.values()].map(modelInfo);
}
