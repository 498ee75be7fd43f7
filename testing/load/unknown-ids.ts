/** Ids that a scenario names and nothing has: a misspelt one would let it pass for nothing. */
import { invariants } from '../../src/invariants/registry.ts';
import { nearest } from '../../src/nearest.ts';
import type { Path, ScenarioProblem } from '../../src/scenario/problem.ts';
import { problemAt } from '../../src/scenario/problem-at.ts';
import { quote } from '../../src/scenario/quote.ts';
import type { ParsedScenario } from '../../src/scenario/scenario.ts';
import { clientChecks } from '../../src/verdict/registry.ts';
import { rules } from '../../src/rules/registry.ts';
import { sessionChecks } from '../session/session-checks.ts';

interface Naming {
  readonly what: string;
  readonly path: Path;
  readonly ids: readonly string[];
  readonly known: readonly { readonly id: string }[];
}

const exceptions = (judged: unknown): readonly string[] =>
  (judged as { readonly except?: readonly string[] } | undefined)?.except ?? [];

function namings({ options, expect }: ParsedScenario): Naming[] {
  const { refused } = expect;
  const rule = { what: 'rule', known: rules };
  return [
    { ...rule, path: ['options', 'allow'], ids: options.allow ?? [] },
    { ...rule, path: ['options', 'refuse'], ids: options.refuse ?? [] },
    { ...rule, path: ['expect', 'refused'], ids: Array.isArray(refused) ? refused : [] },
    {
      what: 'invariant',
      path: ['expect', 'invariants', 'except'],
      ids: exceptions(expect.invariants),
      known: invariants,
    },
    {
      what: 'check of a conversation',
      path: ['expect', 'conversation', 'except'],
      ids: exceptions(expect.conversation),
      known: sessionChecks,
    },
    {
      what: 'check of the client',
      path: ['expect', 'client', 'except'],
      ids: exceptions(expect.client),
      known: clientChecks,
    },
  ];
}

/** A problem for each id of a rule, an invariant or a check that there is not. */
export function unknownIds(scenario: ParsedScenario): ScenarioProblem[] {
  return namings(scenario).flatMap(({ what, path, ids, known }) => {
    const names = known.map(({ id }) => id);
    return ids.flatMap((id, index) => {
      if (names.includes(id)) return [];
      const meant = nearest(id, names);
      const hint = meant === undefined ? '.' : `; did you mean "${meant}"?`;
      const message = `there is no ${what} ${quote(id)}${hint}`;
      return [problemAt(scenario, 'id-unknown', [...path, index], message)];
    });
  });
}
