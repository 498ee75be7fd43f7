/** All rules in the order in which the API is believed to check them. */
import { betaRules } from './betas.ts';
import { cachingRules } from './caching.ts';
import { carriedSummaryRules } from './carried-summaries.ts';
import { compactionRules } from './compaction.ts';
import { contentRules, messageListRules } from './content.ts';
import { contextEditRules } from './context-edits.ts';
import { documentRules, userBlockRules } from './documents.ts';
import { formerThinkingRules } from './former-thinking.ts';
import { imageRules } from './images.ts';
import { limitRules, windowRules } from './limits.ts';
import { lookupRules } from './lookups.ts';
import { mediaSourceRules } from './media-sources.ts';
import { metadataRules } from './metadata.ts';
import { modelRules } from './models.ts';
import { pairingRules } from './pairing.ts';
import { prefillRules } from './prefill.ts';
import { roleRules } from './roles.ts';
import type { RegisteredRule, Rule } from './rule.ts';
import { samplingRules } from './sampling.ts';
import { serverToolRules } from './server-tools.ts';
import { shapeRules } from './shape.ts';
import { about } from './subjects.ts';
import { thinkingBlockRules, thinkingPlaceRules } from './thinking-blocks.ts';
import { thinkingRules } from './thinking.ts';
import { threadRules } from './threads.ts';
import { toolRules } from './tools.ts';
import { transportRules } from './transport.ts';
import { warmUpRules } from './warm-up.ts';

function family(name: string, members: readonly Rule[]): RegisteredRule[] {
  return members.map((rule) => ({ ...rule, family: name }));
}

/** The first refused rule answers the request. Within a stage the order is that of section 8 of the facts. */
export const rules: readonly RegisteredRule[] = [
  ...family('transport', transportRules),
  ...family('lookups', lookupRules),
  ...family('betas', betaRules),
  ...family('shape', shapeRules),
  ...family('models', modelRules),
  ...family('threads', about(['thread'], threadRules)),
  ...family('tools', toolRules),
  ...family('thinking', about(['thinking', 'output_config', 'system message'], thinkingRules)),
  ...family('sampling', about(['temperature', 'top_p', 'top_k', 'stop_sequences'], samplingRules)),
  ...family('compaction', about(['compaction'], compactionRules)),
  ...family('compaction', about(['compaction'], carriedSummaryRules)),
  ...family('context edits', about(['context_management'], contextEditRules)),
  ...family('metadata', about(['metadata'], metadataRules)),
  ...family('caching', about(['cache_control'], cachingRules)),
  ...family('caching', warmUpRules),
  ...family('content', messageListRules),
  ...family('roles', about(['system message'], roleRules)),
  ...family('documents', userBlockRules),
  ...family('documents', about(['document', 'citations'], documentRules)),
  ...family('pairing', about(['tool_use', 'tool_result'], pairingRules)),
  ...family('server tools', about(['server_tool_use', 'mcp_tool_use'], serverToolRules)),
  ...family('content', contentRules),
  ...family('images', about(['image'], imageRules)),
  ...family('sources', about(['document', 'image'], mediaSourceRules)),
  ...family('limits', limitRules),
  ...family('thinking', about(['thinking', 'redacted_thinking'], thinkingPlaceRules)),
  ...family('thinking', about(['thinking', 'redacted_thinking'], formerThinkingRules)),
  ...family('prefill', prefillRules),
  ...family('thinking', thinkingBlockRules),
  ...family('limits', windowRules),
];

/** The rule with this id, if there is one. */
export function ruleById(id: string): RegisteredRule | undefined {
  return rules.find((rule) => rule.id === id);
}
