/** The conversation itself: who speaks, and which blocks each may hold as far as the shape goes. */
import { either, exactly, list, nullish, oneOf, optional, taggedBy } from '../schema/build.ts';
import type { ObjectSchema, Schema } from '../schema/schema.ts';
import { cacheControl } from './caching.ts';
import {
  containerUpload,
  document,
  fallback,
  image,
  redactedThinking,
  searchResult,
  text,
  thinking,
} from './content.ts';
import { serverToolBlocks } from './server-tool-results.ts';
import { toolResult, toolUse } from './tool-results.ts';
import { toolAddition, toolRemoval } from './tools.ts';
import { mcpToolListing } from './toolsets.ts';
import { model, tagged } from './model.ts';
import { effort, nullishString, string } from './scalars.ts';

const compaction = model('CompactionBlockParam', {
  type: exactly('compaction'),
  content: nullishString,
  encrypted_content: nullishString,
  signature: nullishString,
  tool_changes: nullish(list(tagged(toolAddition, toolRemoval))),
  cache_control: cacheControl,
});

const contentBlock = tagged(
  text,
  image,
  document,
  searchResult,
  thinking,
  redactedThinking,
  toolUse,
  toolResult,

  ...serverToolBlocks,
  containerUpload,
  compaction,
  toolAddition,
  toolRemoval,
  model('MCPToolListingBlockParam', {
    type: exactly('mcp_tool_listing'),
    mcp_server_name: string,
    tools: mcpToolListing,
  }),
  fallback,
);

/** Text or blocks, the empty string and the empty list too: what may be empty is a rule (M02). */
const content = either(list(contentBlock), string);

function saysSomething(message: Readonly<Record<string, unknown>>): boolean {
  const { content: said, output_config: config } = message;
  return said !== undefined || Object.keys(config ?? {}).length > 0;
}

const systemMessage: ObjectSchema = {
  ...model('SystemMessageParam', {
    role: exactly('system'),
    content: optional(either(list(tagged(text, toolAddition, toolRemoval)), string)),
    clear_at: nullish(oneOf('next_user_message', 'never')),
    output_config: nullish(model('SystemMessageOutputConfig', { effort })),
  }),
  // "A message with neither content nor output_config fields is rejected" (SDK); its text is measured (2026-08-31).
  holds: saysSomething,
  demands: 'content',
};

/**
 * Messages by role. The role is no step of the path: `messages.0.bogus`, not `messages.0.user.bogus`
 * (measured 2026-08-31).
 */
export const messages: Schema = list(
  taggedBy(
    'role',
    model('UserMessageParam', { role: exactly('user'), content }),
    model('AssistantMessageParam', { role: exactly('assistant'), content }),
    systemMessage,
  ),
);

/** The top-level system prompt; its blocks are of one kind, so no tag joins the path (S37). */
export const system: Schema = optional(either(list(text), string));
