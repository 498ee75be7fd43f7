/** The conversation itself: who speaks, and which blocks each may hold as far as the shape goes. */
import * as z from 'zod';
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
import { either, model, noted, rare, tagged } from './model.ts';
import { effort, exactly, nullishString, oneOf, string } from './scalars.ts';
import { serverToolBlocks } from './server-tool-results.ts';
import { toolResult, toolUse } from './tool-results.ts';
import { toolAddition, toolRemoval } from './tools.ts';
import { mcpToolListing } from './toolsets.ts';

const compaction = model('CompactionBlockParam', {
  type: exactly('compaction'),
  content: nullishString,
  encrypted_content: nullishString,
  signature: nullishString,
  tool_changes: z.array(tagged(toolAddition, toolRemoval)).nullish(),
  cache_control: cacheControl,
});

const contentBlock = tagged(
  text,
  ...rare(image, document, searchResult),
  thinking,
  redactedThinking,
  toolUse,
  toolResult,
  ...rare(
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
  ),
);

/** Text or blocks, the empty string and the empty list too: what may be empty is a rule (M02). */
const content = either(z.array(contentBlock), string);

const systemMessage = model('SystemMessageParam', {
  role: exactly('system'),
  content: either(z.array(tagged(text, ...rare(toolAddition, toolRemoval))), string).optional(),
  clear_at: oneOf('next_user_message', 'never').nullish(),
  output_config: model('SystemMessageOutputConfig', { effort }).nullish(),
});

/** "A message with neither content nor output_config fields is rejected" (SDK); its text is measured (2026-08-31). */
const systemMessageThatSaysSomething = noted(
  systemMessage.check((context) => {
    const { content: said, output_config: config } = context.value;
    const configured =
      typeof config === 'object' && config !== null && Object.keys(config).length > 0;
    if (said !== undefined || configured) return;
    context.issues.push({ code: 'custom', path: ['content'], input: undefined });
  }),
  { name: 'SystemMessageParam' },
);

/**
 * Messages by role. The role is no step of the path: `messages.0.bogus`, not `messages.0.user.bogus`
 * (measured 2026-08-31).
 */
export const messages: z.ZodType = z.array(
  z.discriminatedUnion('role', [
    model('UserMessageParam', { role: exactly('user'), content }),
    model('AssistantMessageParam', { role: exactly('assistant'), content }),
    systemMessageThatSaysSomething,
  ]),
);

/** The top-level system prompt; its blocks are of one kind, so no tag joins the path (S37). */
export const system: z.ZodType = either(z.array(text), string).optional();
