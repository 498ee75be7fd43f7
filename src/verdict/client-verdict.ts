/** Judges by its journal what a client did under failure. */
import { checkGiven, isFields } from '../check-options.ts';
import { EnsaioError } from '../error.ts';
import type { Exchange } from '../wire/exchange.ts';
import type { ClientVerdictOptions, Sighting } from './client-check.ts';
import { clientChecks } from './registry.ts';
import { retriesOf } from './retries.ts';
import { USAGE_COUNTERS } from './usage.ts';

/** Something a client should not have done. */
export interface ClientFinding extends Sighting {
  /** The id of the check, e.g. `retry-after-ignored`. */
  readonly id: string;
}

const OPTIONS: readonly string[] = [
  'except',
  'maxRetries',
  'backoffMs',
  'usage',
  'signal',
  'sentBeforeAbort',
] satisfies (keyof ClientVerdictOptions)[];

/** A misspelt name would let a test pass for nothing. */
function checkNames(what: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new EnsaioError('option-invalid', `clientVerdict: there is no ${what} "${unknown}".`, {
    hint: `There are ${known.join(', ')}.`,
    details: { received: unknown },
  });
}

/** A simulation, or what has its journal. */
interface Judged {
  readonly journal: readonly Exchange[];
}

function judgedIn(source: Judged | { readonly simulation: Judged }): Judged {
  const given: Partial<Judged & { simulation: Judged }> = Object(source);
  const judged: Partial<Judged> = given.simulation ?? given;
  checkGiven(
    Array.isArray(judged.journal),
    'clientVerdict',
    'a simulation or a fake client',
    source,
  );
  return judged as Judged;
}

/**
 * What the client did wrong under failure, with ids and exchanges, in the order of the journal; an empty list when it
 * did well. A request is a retry when the same body was sent before and brought no reply, whoever sends it: the SDK, a
 * wrapper, the app. `usage`, `signal` and `sentBeforeAbort` tell what the journal cannot know; without them it is not
 * judged. Waits are those of the simulation's clock.
 * @example expect(clientVerdict(client.simulation)).toEqual([]); // or the client itself
 * @throws EnsaioError `option-invalid`
 */
export function clientVerdict(
  source: Judged | { readonly simulation: Judged },
  options: ClientVerdictOptions = {},
): ClientFinding[] {
  checkGiven(isFields(options), 'clientVerdict', `options (${OPTIONS.join(', ')})`, options);
  const { except = [], usage = {} } = options;
  checkNames('option', Object.keys(options), OPTIONS);
  checkNames(
    'check',
    except,
    clientChecks.map(({ id }) => id),
  );
  checkNames('counter of usage', Object.keys(usage), USAGE_COUNTERS);
  const { journal } = judgedIn(source);
  const evidence = { journal, retries: retriesOf(journal), options };
  return clientChecks
    .filter(({ id }) => !except.includes(id))
    .flatMap(({ id, check }) => [...check(evidence)].map((sighting) => ({ id, ...sighting })))
    .sort((a, b) => a.exchange - b.exchange);
}
