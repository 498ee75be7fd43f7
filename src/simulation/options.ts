/** What a simulation can be told, with its defaults. */
import { EnsaioError } from '../error.ts';
import { ruleById } from '../rules/registry.ts';
import { estimateTokens, type TokenCounter } from '../wire/tokens.ts';
import { checkOptions, type OptionCheck } from '../check-options.ts';
import { systemClock, type Clock } from './clock.ts';
import type { ThreadMode } from './threads.ts';

export interface SimulationOptions {
  /** Refuse what the real API refuses. Default true; false turns refusals into notes. */
  readonly strict?: boolean;
  /** Ids of rules whose findings are let through as notes. Default none. */
  readonly allow?: readonly string[];
  /** Ids of doubtful rules that are to refuse; `ensaio rules` says which are doubtful and why. Default none. */
  readonly refuse?: readonly string[];
  /** The key a request must carry. Default: any key will do. */
  readonly apiKey?: string;
  /**
   * What the server does with message threads: `keep` them as documented, `lose` each one at once, so that every
   * continuation answers `thread_not_found`, or `refuse` them with `thread_unsupported_request`. Default `keep`.
   */
  readonly threads?: ThreadMode;
  /** Which models there are: `any`, or only `known` ones that are not retired; others get a 404. Default `any`. */
  readonly models?: 'any' | 'known';
  /** What time it is and what waits; `manualClock()` makes one that a test moves. Default: the machine's clock. */
  readonly clock?: Clock;
  /** Goes into every id and signature; the same seed gives the same bytes. Default 0. */
  readonly seed?: number;
  /** Milliseconds on the clock before each turn. Default 0. */
  readonly latency?: number;
  /** Counts tokens for `usage`. Default: about four characters a token. */
  readonly tokens?: TokenCounter;
  /**
   * How many exchanges the journal holds. When there are more, the oldest that have ended are dropped, with everything
   * else that was kept of them: their part of the transcript, the thread that could be continued, the thinking that had
   * to come back unchanged. They keep their numbers, and what was wrong with them is still counted: `dropped` tells it,
   * `assertDone()` throws for it. A conversation that is taken up again after all of it was dropped counts as a new one.
   * Default: no limit.
   */
  readonly journalLimit?: number;
}

export interface Settings {
  readonly strict: boolean;
  readonly allow: ReadonlySet<string>;
  readonly refuse: ReadonlySet<string>;
  readonly apiKey: string | undefined;
  readonly threads: ThreadMode;
  readonly clock: Clock;
  readonly seed: number;
  readonly latency: number;
  readonly tokens: TokenCounter;
  readonly journalLimit: number;
}

const oneOf = (...words: readonly string[]): OptionCheck => [
  (value: string) => words.includes(value),
  words.map((word) => `"${word}"`).join(' or '),
];
const aList: OptionCheck = [(value: unknown) => Array.isArray(value), 'a list of ids of rules'];
const aNumber: OptionCheck = [
  (value: unknown) => typeof value === 'number' && value >= 0,
  'a number from 0',
];

const CHECKS: Readonly<Record<keyof SimulationOptions, OptionCheck>> = {
  strict: [(value: unknown) => typeof value === 'boolean', 'true or false'],
  allow: aList,
  refuse: aList,
  apiKey: [(value: unknown) => typeof value === 'string' && value !== '', 'a text'],
  threads: oneOf('keep', 'lose', 'refuse'),
  models: oneOf('any', 'known'),
  clock: [
    (value: Partial<Clock>) =>
      typeof value?.now === 'function' && typeof value.sleep === 'function',
    'an object with now() and sleep()',
  ],
  seed: [(value: unknown) => Number.isSafeInteger(value), 'a whole number'],
  latency: aNumber,
  tokens: [(value: unknown) => typeof value === 'function', 'a function of a text'],
  journalLimit: [
    (value: unknown) => value === Infinity || (Number.isSafeInteger(value) && Number(value) > 0),
    'a whole number from 1, or Infinity',
  ],
};

function toRuleSet(option: 'allow' | 'refuse', ids: readonly string[]): ReadonlySet<string> {
  const unknown = ids.find((id) => ruleById(id) === undefined);
  if (unknown !== undefined) {
    throw new EnsaioError('option-invalid', `${option}: there is no rule "${unknown}".`, {
      hint: '`ensaio rules` lists them all.',
      details: { option, received: unknown },
    });
  }
  return new Set(ids);
}

/** Checks the options and fills in the defaults. Throws `EnsaioError` (`option-invalid`) for what is none. */
export function toSettings(options: SimulationOptions): Settings {
  checkOptions(options, CHECKS);
  const { strict = true, allow = [], refuse = [], models } = options;
  const {
    apiKey,
    threads = 'keep',
    clock = systemClock,
    seed = 0,
    latency = 0,
    tokens = estimateTokens,
    journalLimit = Infinity,
  } = options;
  return {
    strict,
    allow: toRuleSet('allow', allow),
    refuse: toRuleSet('refuse', models === 'known' ? [...refuse, 'model-unknown'] : refuse),
    apiKey,
    threads,
    clock,
    seed,
    latency,
    tokens,
    journalLimit,
  };
}
