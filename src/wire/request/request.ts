/** The two request bodies, field by field in the order the API reports them. */
import { number, oneOf, optional, whole } from '../schema/build.ts';
import type { Fields, ObjectSchema } from '../schema/schema.ts';
import { cacheControl } from './caching.ts';
import {
  billingPolicy,
  compaction,
  container,
  diagnostics,
  fallbackCreditToken,
  fallbacks,
  mcpServers,
  metadata,
  outputConfig,
  outputFormat,
  speed,
  thinking,
  thread,
} from './config.ts';
import { contextManagement } from './context-management.ts';
import { messages, system } from './messages.ts';
import { toolChoice, tools } from './tools.ts';
import { model } from './model.ts';
import { modelName, nullishString, nullishStrings, optionalBoolean } from './scalars.ts';

/** What both endpoints take without a beta, in the measured order (2026-08-31: a comparison sort of type faults). */
const conversation: Fields = {
  model: modelName,
  tool_choice: toolChoice,
  tools,
  messages,
  system,
  thinking,
  output_config: outputConfig,
  cache_control: cacheControl,
};

const unitInterval = number({ least: 0, most: 1, range: 'range: 0..1' });

/** What only a generation takes without a beta, in the measured order. */
const generation: Fields = {
  // 0 is legal: it warms the cache (6.5). The text is measured; S07 inferred another.
  max_tokens: whole({ least: 0, range: 'must be greater than or equal to 0' }),
  metadata,
  // Null is taken as absence although the SDK's type has none (measured 2026-08-31).
  stop_sequences: nullishStrings,
  // The sampling fields are gone from the SDK and from version 2026-10-21, which a rule refuses (1.3).
  temperature: optional(unitInterval),
  service_tier: optional(oneOf('auto', 'standard_only')),
  // Where it ends is in the API reference, the words are those of `max_tokens`.
  top_k: optional(whole({ least: 0, range: 'must be greater than or equal to 0' })),
  top_p: optional(unitInterval),
  stream: optionalBoolean,
  container,
  inference_geo: nullishString,
};

/** Later additions that both endpoints take; where they stand in the order is our guess. */
const conversationAdditions: Fields = {
  speed,
  output_format: outputFormat,
  context_management: contextManagement,
  compaction,
  mcp_servers: mcpServers,
  billing_policy: billingPolicy,
  // A header since SDK 1.0; a body field before it (0.120), with its beta.
  user_profile_id: nullishString,
};

/** Later additions that only a generation takes. */
const generationAdditions: Fields = {
  diagnostics,
  thread,
  fallbacks,
  fallback_credit_token: fallbackCreditToken,
};

/** The body of `POST /v1/messages`, every beta included. */
export const messageRequest: ObjectSchema = model('MessageCreateParamsBase', {
  ...conversation,
  ...generation,
  ...conversationAdditions,
  ...generationAdditions,
});

/** The body of `POST /v1/messages/count_tokens`, every beta included. */
export const countTokensRequest: ObjectSchema = model('MessageCountTokensParams', {
  ...conversation,
  ...conversationAdditions,
});

/** Fields of a generation that `count_tokens` refuses as unknown (S38). */
export const generationOnlyFields: readonly string[] = Object.keys({
  ...generation,
  ...generationAdditions,
});
