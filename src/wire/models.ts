/** What each model takes, as data: the rules ask a table, never a model's name. */
import { NEWER_MODELS, type NewerModel } from './models/newer.ts';
import { OLDER_MODELS, type OlderModel } from './models/older.ts';
import { EVERY_EFFORT, FREE_SAMPLING } from './models/shared.ts';
import type { ModelTraits } from './models/traits.ts';

type UndatedModel =
  'claude-haiku-4-5' | 'claude-opus-4-5' | 'claude-sonnet-4-5' | 'claude-opus-4-1';

/** Names without a date, of models whose ids have one. */
const UNDATED: Readonly<Partial<Record<OlderModel, UndatedModel>>> = {
  'claude-haiku-4-5-20251001': 'claude-haiku-4-5',
  'claude-opus-4-5-20251101': 'claude-opus-4-5',
  'claude-sonnet-4-5-20250929': 'claude-sonnet-4-5',
  'claude-opus-4-1-20250805': 'claude-opus-4-1',
};

/** The ids the table answers to: those in the SDK's `Model` type and older ones that people still have in their code. */
export type KnownModel = NewerModel | OlderModel | UndatedModel;

/** One row a model, the newest first; names of one model share their row. */
export const MODELS: Readonly<Record<KnownModel, ModelTraits>> = Object.fromEntries(
  Object.entries({ ...NEWER_MODELS, ...OLDER_MODELS }).flatMap(([id, row]) => {
    const traits = { id, known: true, ...row };
    const names = [UNDATED[id as OlderModel] ?? [], id].flat();
    return names.map((name) => [name, traits] as const);
  }),
) as Record<KnownModel, ModelTraits>;

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
