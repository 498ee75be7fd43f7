/** Which fields, tags and values exist only under an `anthropic-beta`: data for the rule that refuses them without it. */

/** One thing a request may hold only under one of some betas. */
export interface BetaField {
  /** A field of an object, a tag of a union, or one value of a field. */
  readonly kind: 'field' | 'tag' | 'value';
  /** Where: the request's own path, `*` for an index; tags of tagged unions are left out. Empty at the top. */
  readonly at: string;
  /** The field, the tag or the value. */
  readonly name: string;
  /** Only in members of a union with this tag. Default: in all. */
  readonly of?: string;
  /** Any one of these opens it. */
  readonly betas: readonly string[];
  /** Whether it is known to be refused without them. */
  readonly sure: boolean;
  /** The API's text without them. Default: `Extra inputs are not permitted` for a field, the tag list for a tag. */
  readonly text?: string;
  /** How we know. */
  readonly source: string;
}

const BETA_ONLY = 'SDK 1.14: in the beta types alone';

const contextManagement = ['context-management-2025-06-27'];
const thresholdCompaction = ['compact-2026-01-12'];
const compactionOnDemand = ['compact-2026-09-04'];
const toolChanges = ['mid-conversation-tool-changes-2026-07-01', 'inline-tools-2026-09-15'];
const inlineTools = ['inline-tools-2026-09-15'];
const fallback = ['server-side-fallback-2026-07-01', 'server-side-fallback-2026-06-01'];
const mcp = ['mcp-client-2026-09-15', 'mcp-client-2025-11-20', 'mcp-client-2025-04-04'];
const mcpToolsets = ['mcp-client-2026-09-15', 'mcp-client-2025-11-20'];
const advisor = ['advisor-tool-2026-03-01'];

const topLevel: readonly BetaField[] = [
  {
    kind: 'field',
    at: '',
    name: 'context_management',
    betas: [...contextManagement, ...thresholdCompaction],
    sure: true,
    source: 'S35, 5.9',
  },
  {
    kind: 'field',
    at: '',
    name: 'compaction',
    betas: compactionOnDemand,
    sure: true,
    // Only this much of the text is known.
    text: 'requires anthropic-beta: compact-2026-09-04',
    source: '5.6',
  },
  {
    kind: 'field',
    at: '',
    name: 'thread',
    betas: ['message-threads-2026-08-12'],
    sure: true,
    // The text holds the beta's name; the rest of it is unknown.
    text: 'message-threads-2026-08-12',
    source: '2.14',
  },
  {
    kind: 'field',
    at: '',
    name: 'mcp_servers',
    betas: mcp,
    sure: true,
    source: 'measured 2026-08-30',
  },
  {
    kind: 'field',
    at: '',
    name: 'fallbacks',
    betas: fallback,
    sure: true,
    source: `6.7, ${BETA_ONLY}`,
  },
  {
    kind: 'field',
    at: '',
    name: 'fallback_credit_token',
    betas: ['fallback-credit-2026-07-01', 'fallback-credit-2026-06-01'],
    sure: true,
    source: `SDK doc comment, ${BETA_ONLY}`,
  },
  {
    kind: 'field',
    at: '',
    name: 'output_format',
    betas: ['structured-outputs-2025-11-13', 'structured-outputs-2025-12-15'],
    sure: true,
    // S39 has the words of an unknown field, which every report since February 2026 contradicts.
    text: "This field is deprecated. Use 'output_config.format' instead.",
    source: 'many reports of 2026 (prism-php/prism#912); live on 2026-06-04: the beta opens it',
  },
  {
    kind: 'field',
    at: '',
    name: 'billing_policy',
    betas: ['user-profiles-billing-2026-10-01'],
    sure: false,
    source: `by the beta's name, ${BETA_ONLY} (SDK changelog 1.10.0)`,
  },
  {
    kind: 'field',
    at: '',
    name: 'user_profile_id',
    betas: ['user-profiles-2026-03-24', 'user-profiles-2026-08-18', 'user-profiles-2026-09-04'],
    sure: true,
    source: 'measured 2026-08-30; a header in SDK 1.x',
  },
  {
    kind: 'field',
    at: '',
    name: 'speed',
    betas: ['fast-mode-2026-02-01'],
    sure: false,
    source: 'SDK doc comment: some models need it, the plain types have the field',
  },
  {
    kind: 'field',
    at: '',
    name: 'diagnostics',
    betas: ['cache-diagnosis-2026-04-07'],
    sure: false,
    source: '1.8: no longer needed',
  },
];

const nested: readonly BetaField[] = [
  {
    kind: 'field',
    at: 'container',
    name: 'skills',
    betas: ['skills-2025-10-02'],
    sure: false,
    source: 'the plain types of SDK 1.14 have the field: no longer needed',
  },
  {
    kind: 'field',
    at: 'output_config',
    name: 'task_budget',
    betas: ['task-budgets-2026-03-13'],
    sure: true,
    source: BETA_ONLY,
  },
  {
    kind: 'field',
    at: 'thinking',
    name: 'block_binding',
    betas: ['thinking-binding-controls-2026-08-01'],
    sure: true,
    source: 'S03, 3.5',
  },
  {
    kind: 'value',
    at: 'thinking.display',
    name: 'updates',
    betas: ['thinking-display-updates-2026-08-18'],
    sure: false,
    source: `8.1, ${BETA_ONLY}`,
  },
  {
    kind: 'field',
    at: 'messages.*',
    name: 'clear_at',
    betas: ['mid-conversation-system-clear-at-2026-08-21'],
    sure: true,
    source: 'S03, 4.10',
  },
  {
    kind: 'field',
    at: 'messages.*',
    name: 'output_config',
    betas: ['mid-conversation-output-config-2026-07-01'],
    sure: true,
    source: 'S36, 4.10',
  },
  {
    kind: 'field',
    at: 'tools.*',
    name: 'tools',
    betas: ['mcp-client-2026-09-15'],
    sure: false,
    source: 'SDK changelog: MCP tool-list pinning (beta), by the beta of its date',
  },
  {
    kind: 'value',
    at: 'messages.*.content.*.name',
    name: 'advisor',
    of: 'server_tool_use',
    betas: advisor,
    sure: true,
    source: BETA_ONLY,
  },
];

function tags(
  at: string,
  names: readonly string[],
  betas: readonly string[],
  source: string,
  rest: Partial<BetaField> = {},
): BetaField[] {
  return names.map((name) => ({ kind: 'tag', at, name, betas, sure: true, source, ...rest }));
}

const block = 'messages.*.content.*';

const tagRows: readonly BetaField[] = [
  ...tags(
    block,
    ['compaction'],
    [...compactionOnDemand, ...thresholdCompaction],
    `5.6, ${BETA_ONLY}`,
    {
      text: '`compaction` is not an expected content block type',
    },
  ),
  // A live answer without any beta header, a tool_reference inside (a 2026-09 report):
  ...['tool_addition', 'tool_removal'].flatMap((name) =>
    tags(block, [name], toolChanges, `4.11, a 2026-09 report, ${BETA_ONLY}`, {
      text: `\`${name}\` blocks require anthropic-beta: inline-tools-2026-09-15`,
    }),
  ),
  ...tags(`${block}.tool`, ['tool_definition'], inlineTools, `4.11, ${BETA_ONLY}`),
  ...tags(block, ['fallback'], fallback, `6.7, ${BETA_ONLY}`),
  ...tags(block, ['advisor_tool_result'], advisor, `S10's list starts after it, ${BETA_ONLY}`),
  ...tags(block, ['mcp_tool_use', 'mcp_tool_result'], mcp, BETA_ONLY),
  ...tags(block, ['mcp_tool_listing'], ['mcp-client-2026-09-15'], `by its date, ${BETA_ONLY}`),
  ...tags(
    'tools.*',
    ['bash_20241022', 'computer_20241022', 'text_editor_20241022'],
    ['computer-use-2024-10-22'],
    BETA_ONLY,
  ),
  ...tags('tools.*', ['computer_20250124'], ['computer-use-2025-01-24'], BETA_ONLY),
  ...tags('tools.*', ['computer_20251124'], ['computer-use-2025-11-24'], BETA_ONLY),
  ...tags('tools.*', ['advisor_20260301'], advisor, BETA_ONLY),
  ...tags('tools.*', ['mcp_toolset'], mcpToolsets, BETA_ONLY),
  ...tags(
    'context_management.edits.*',
    ['clear_tool_uses_20250919', 'clear_thinking_20251015'],
    contextManagement,
    'S34, 5.9',
  ),
  ...tags('context_management.edits.*', ['compact_20260112'], thresholdCompaction, 'S34, 5.9'),
];

/** Everything in a request that a beta opens, as far as it is known. */
export const betaFields: readonly BetaField[] = [...topLevel, ...nested, ...tagRows];

const tagBetas = new Map(
  tagRows.filter((row) => row.sure).map((row) => [row.name, row.betas] as const),
);

/** Whether the API knows a tag under these betas. */
export function knowsTag(tag: string, betas: readonly string[]): boolean {
  const opening = tagBetas.get(tag);
  return opening === undefined || opening.some((beta) => betas.includes(beta));
}
