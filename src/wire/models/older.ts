/** The models up to 4.5, which take a prefill and a thinking budget, the newest first. */
import {
  COMPUTER_OF_4_5,
  COMPUTER_OF_4_6,
  MODEL_PAGES,
  OLD,
  ONE_OF_TWO,
  RETIRED,
  THREE_EFFORTS,
  type Row,
} from './shared.ts';

export type OlderModel =
  | 'claude-haiku-4-5-20251001'
  | 'claude-opus-4-5-20251101'
  | 'claude-sonnet-4-5-20250929'
  | 'claude-opus-4-1-20250805'
  | 'claude-opus-4-20250514'
  | 'claude-sonnet-4-20250514'
  | 'claude-3-7-sonnet-20250219'
  | 'claude-3-5-haiku-20241022'
  | 'claude-3-haiku-20240307';

export const OLDER_MODELS: Readonly<Record<OlderModel, Row>> = {
  'claude-haiku-4-5-20251001': {
    ...OLD,
    computerTools: COMPUTER_OF_4_5,
    lifecycle: 'active',
    source: `${MODEL_PAGES}; P07 for the dated id`,
  },
  'claude-opus-4-5-20251101': {
    ...OLD,
    computerTools: COMPUTER_OF_4_6,
    efforts: THREE_EFFORTS,
    source: `${MODEL_PAGES}; effort page: the one budget model with effort`,
  },
  'claude-sonnet-4-5-20250929': {
    ...OLD,
    computerTools: COMPUTER_OF_4_5,
    source: MODEL_PAGES,
  },
  'claude-opus-4-1-20250805': {
    ...RETIRED,
    maxOutput: 32_000,
    sampling: ONE_OF_TWO,
    source: 'models overview of 2025; retired 2026-08-05',
  },
  'claude-opus-4-20250514': {
    ...RETIRED,
    maxOutput: 32_000,
    source: 'models overview of 2025; retired 2026-06-15',
  },
  'claude-sonnet-4-20250514': {
    ...RETIRED,
    source: 'models overview of 2025; retired 2026-06-15',
  },
  'claude-3-7-sonnet-20250219': {
    ...RETIRED,
    // 64,000, and twice that with a beta.
    maxOutput: 128_000,
    source: 'models overview of 2025; retired 2026-02-19',
  },
  'claude-3-5-haiku-20241022': {
    ...RETIRED,
    maxOutput: 8192,
    // Whether older models count as P09 says is not known, and what they say to a thinking budget neither.
    fitsOutput: false,
    source: 'models overview of 2025; retired 2026-02-19',
  },
  'claude-3-haiku-20240307': {
    ...RETIRED,
    maxOutput: 4096,
    fitsOutput: false,
    source: 'models overview of 2025; retired 2026-04-20',
  },
};
