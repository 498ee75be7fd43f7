/** All rules in the order in which the API is believed to check them. */
import { compactionRules } from './compaction.ts';
import { contentRules } from './content.ts';
import { pairingRules } from './pairing.ts';
import type { Rule } from './rule.ts';
import { shapeRules } from './shape.ts';
import { threadRules } from './threads.ts';
import { toolRules } from './tools.ts';
import { transportRules } from './transport.ts';

const [messagesEmpty, ...contentAfterPairing] = contentRules;

/** The first refused rule answers the request. Within a stage the order is that of section 8 of the facts. */
export const rules: readonly Rule[] = [
  ...transportRules,
  ...shapeRules,
  ...threadRules,
  ...toolRules,
  ...compactionRules,
  messagesEmpty!,
  ...pairingRules,
  ...contentAfterPairing,
];

/** The rule with this id, if there is one. */
export function ruleById(id: string): Rule | undefined {
  return rules.find((rule) => rule.id === id);
}
