/** What a check does not judge, by the names that its options give. */
import { EnsaioError } from '../../src/error.ts';
import { invariants } from '../../src/invariants/registry.ts';
import { rules } from '../../src/rules/registry.ts';
import { nearest } from '../../src/nearest.ts';
import { clientChecks } from '../../src/verdict/registry.ts';
import { sessionChecks } from '../session/session-checks.ts';

/** What is not judged, by the books it stands in. */
export interface Exceptions {
  readonly invariants: readonly string[];
  readonly rules: readonly string[];
  readonly client: readonly string[];
  readonly conversation: readonly string[];
  readonly timers: boolean;
}

const ids = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => id);

const BOOKS = {
  invariants: ids(invariants),
  conversation: ids(sessionChecks),
  client: ids(clientChecks),
  rules: ids(rules),
};
const TIMERS = 'timers-left';
const ALL = [...Object.values(BOOKS).flat(), TIMERS];

/** Whether `except` can leave it out: what else breaks, nobody can disagree with. */
export function canExcept(id: string): boolean {
  return ALL.includes(id);
}

/** A misspelt name would let a loop pass for nothing. */
function known(option: string, name: string, names: readonly string[]): void {
  if (names.includes(name)) return;
  const close = nearest(name, [...names]);
  throw new EnsaioError('option-invalid', `${option}: there is no "${name}".`, {
    hint:
      close === undefined
        ? `Invariants are ${BOOKS.invariants.join(', ')}.`
        : `Did you mean "${close}"?`,
    details: { option, received: name },
  });
}

/** @throws EnsaioError `option-invalid` for a name that there is not */
export function exceptionsOf(
  only: readonly string[] | undefined,
  except: readonly string[] = [],
): Exceptions {
  for (const name of except) known('except', name, ALL);
  for (const name of only ?? []) known('invariants', name, BOOKS.invariants);
  const from = (book: readonly string[]): string[] => except.filter((name) => book.includes(name));
  const others = only ? BOOKS.invariants.filter((id) => !only.includes(id)) : [];
  return {
    invariants: [...new Set([...from(BOOKS.invariants), ...others])],
    rules: from(BOOKS.rules),
    client: from(BOOKS.client),
    conversation: from(BOOKS.conversation),
    timers: except.includes(TIMERS),
  };
}
