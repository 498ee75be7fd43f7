/** What a scenario does not judge, since the conversation it was made of breaks it. */
import type { WrittenScenario } from '../../src/scenario/written.ts';

/** The ids of the invariants that it excepts. */
export function exceptedBy({ expect }: WrittenScenario): readonly string[] {
  const invariants = expect?.invariants;
  return typeof invariants === 'object' ? (invariants.except ?? []) : [];
}

/** The same, and the rules that it allows, as lines for whoever reads the file. */
export function commentOn(scenario: WrittenScenario): string {
  const except = exceptedBy(scenario);
  const allow = scenario.options?.allow ?? [];
  return [
    ...(allow.length > 0
      ? [`By the rules the API refuses it (${allow.join(', ')}); \`allow\` lets it pass.`]
      : []),
    ...(except.length > 0
      ? [`It breaks ${except.join(', ')}; \`except\` leaves that out, until the app is mended.`]
      : []),
  ].join('\n');
}
