/** What was refused in a recorded run, and under which options the simulation refuses the same. */
import { ruleById } from '../../src/rules/registry.ts';
import type { ScenarioOptions } from '../../src/scenario/scenario-schema.ts';
import type { Rehearsed } from './rehearse.ts';

const isDoubtful = (rule: string): boolean => ruleById(rule)?.doubt !== undefined;

const unique = (rules: readonly string[]): string[] => [...new Set(rules)];

export class RunRefusals {
  readonly #requests: readonly Rehearsed[];
  readonly #allowed: ReadonlySet<string>;

  /** @param requests those of the run, in the order in which they were sent */
  constructor(requests: readonly Rehearsed[]) {
    this.#requests = requests;
    this.#allowed = new Set(requests.flatMap(({ passed }) => passed.map(({ rule }) => rule)));
  }

  /** The rules by which the simulation itself refuses a request. */
  of({ refusals }: Rehearsed): string[] {
    return refusals.map(({ rule }) => rule).filter((rule) => !this.#allowed.has(rule));
  }

  /** The status that the simulation refuses a request with. */
  statusOf(request: Rehearsed): number | undefined {
    return this.of(request).length > 0 ? request.refusals[0]!.status : undefined;
  }

  /** All of the run. */
  get rules(): string[] {
    return this.#requests.flatMap((request) => this.of(request));
  }

  get options(): ScenarioOptions {
    const refuse = unique(this.rules.filter(isDoubtful));
    return {
      ...(this.#allowed.size > 0 ? { allow: [...this.#allowed] } : {}),
      ...(refuse.length > 0 ? { refuse } : {}),
    };
  }
}
