/** What is refused of the tools on offer and of what is done with them, in the order of the request's fields. */
import { browserStateRules } from './browser-state.ts';
import { containerRules } from './container.ts';
import type { Rule } from './rule.ts';
import { strictSchemaRules } from './strict-schemas.ts';
import { toolChoiceRules } from './tool-choice.ts';
import { toolDefinitionRules } from './tool-definitions.ts';
import { toolReferenceRules } from './tool-references.ts';
import { toolResultRules } from './tool-results.ts';
import { toolSchemaRules } from './tool-schemas.ts';
import { toolsetRules } from './toolsets.ts';

/** Before the rules of messages: faults of form come first, whatever place they have. */
export const toolRules: readonly Rule[] = [
  ...toolSchemaRules,
  ...strictSchemaRules,
  ...toolDefinitionRules,
  ...toolsetRules,
  ...toolChoiceRules,
  ...containerRules,
  ...toolReferenceRules,
  ...toolResultRules,
  ...browserStateRules,
];
