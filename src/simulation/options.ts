/** What a simulation can be told, with its defaults. */
import { EnsaioError } from '../error.ts';
import { ruleById, rules } from '../rules/registry.ts';
import { estimateTokens, type TokenCounter } from '../wire/tokens.ts';
import { systemClock, type Clock } from './clock.ts';

export interface SimulationOptions {
  /** Refuse what the real API refuses. Default true; false turns refusals into notes. */
  readonly strict?: boolean;
  /** Ids of rules whose findings are let through as notes. Default none. */
  readonly allow?: readonly string[];
  /** The key a request must carry. Default: any key will do. */
  readonly apiKey?: string;
  /** What time it is and what waits. Default: the machine's clock. */
  readonly clock?: Clock;
  /** Goes into every id and signature; the same seed gives the same bytes. Default 0. */
  readonly seed?: number;
  /** Milliseconds on the clock before each answer. Default 0. */
  readonly latency?: number;
  /** Counts tokens for `usage`. Default: about four characters a token. */
  readonly tokens?: TokenCounter;
}

export interface Settings {
  readonly strict: boolean;
  readonly allow: ReadonlySet<string>;
  readonly apiKey: string | undefined;
  readonly clock: Clock;
  readonly seed: number;
  readonly latency: number;
  readonly tokens: TokenCounter;
}

/** Checks the options and fills in the defaults. Throws `EnsaioError` (`option-invalid`) for a rule that is none. */
export function toSettings(options: SimulationOptions): Settings {
  const { strict = true, allow = [], clock = systemClock, seed = 0, latency = 0 } = options;
  const unknown = allow.find((id) => ruleById(id) === undefined);
  if (unknown !== undefined) {
    throw new EnsaioError('option-invalid', `allow: there is no rule "${unknown}".`, {
      hint: `The rules are: ${rules.map(({ id }) => id).join(', ')}.`,
      details: { option: 'allow', received: unknown },
    });
  }
  const { apiKey, tokens = estimateTokens } = options;
  return { strict, allow: new Set(allow), apiKey, clock, seed, latency, tokens };
}
