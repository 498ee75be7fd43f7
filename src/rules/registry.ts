/** All rules in the order in which the API is believed to check them. */
import { betaRules } from './betas.ts';
import { compactionRules } from './compaction.ts';
import { contentRules } from './content.ts';
import { documentRules } from './documents.ts';
import { imageRules } from './images.ts';
import { limitRules, windowRules } from './limits.ts';
import { lookupRules } from './lookups.ts';
import { modelRules } from './models.ts';
import { pairingRules } from './pairing.ts';
import { prefillRules } from './prefill.ts';
import { roleRules } from './roles.ts';
import type { Rule } from './rule.ts';
import { samplingRules } from './sampling.ts';
import { serverToolRules } from './server-tools.ts';
import { shapeRules } from './shape.ts';
import { about } from './subjects.ts';
import { thinkingBlockRules, thinkingPlaceRules } from './thinking-blocks.ts';
import { thinkingRules } from './thinking.ts';
import { threadRules } from './threads.ts';
import { toolRules } from './tools.ts';
import { transportRules } from './transport.ts';

const [messagesEmpty, ...contentAfterPairing] = contentRules;

/** The first refused rule answers the request. Within a stage the order is that of section 8 of the facts. */
export const rules: readonly Rule[] = [
  ...transportRules,
  ...lookupRules,
  ...betaRules,
  ...shapeRules,
  ...modelRules,
  ...about(['thread'], threadRules),
  ...toolRules,
  ...about(['thinking', 'output_config', 'system message'], thinkingRules),
  ...about(['temperature', 'top_p', 'top_k', 'stop_sequences'], samplingRules),
  ...about(['compaction'], compactionRules),
  messagesEmpty!,
  ...about(['system message'], roleRules),
  ...about(['document', 'citations'], documentRules),
  ...about(['tool_use', 'tool_result'], pairingRules),
  ...about(['server_tool_use', 'mcp_tool_use'], serverToolRules),
  ...contentAfterPairing,
  ...about(['image'], imageRules),
  ...limitRules,
  ...about(['thinking', 'redacted_thinking'], thinkingPlaceRules),
  ...prefillRules,
  ...thinkingBlockRules,
  ...windowRules,
];

/** The rule with this id, if there is one. */
export function ruleById(id: string): Rule | undefined {
  return rules.find((rule) => rule.id === id);
}
