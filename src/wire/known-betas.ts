/** The names `anthropic-beta` is known to take. */

/** The SDK's own list, in its order (`AnthropicBeta` of 1.14); a type test holds it complete. */
const IN_THE_SDK = [
  'computer-use-2024-10-22',
  'computer-use-2025-01-24',
  'output-128k-2025-02-19',
  'mcp-client-2025-04-04',
  'mcp-client-2025-11-20',
  'dev-full-thinking-2025-05-14',
  'interleaved-thinking-2025-05-14',
  'code-execution-2025-05-22',
  'context-1m-2025-08-07',
  'context-management-2025-06-27',
  'model-context-window-exceeded-2025-08-26',
  'fast-mode-2026-02-01',
  'output-300k-2026-03-24',
  'user-profiles-2026-03-24',
  'user-profiles-2026-08-18',
  'user-profiles-2026-09-04',
  'advisor-tool-2026-03-01',
  'managed-agents-2026-04-01',
  'dreaming-2026-04-21',
  'thinking-token-count-2026-05-13',
  'server-side-fallback-2026-06-01',
  'server-side-fallback-2026-07-01',
  'fallback-credit-2026-06-01',
  'fallback-credit-2026-07-01',
  'agent-memory-2026-07-22',
  'mid-conversation-tool-changes-2026-07-01',
  'compact-2026-01-12',
  'computer-use-2025-11-24',
  'mcp-tunnels-2026-06-22',
  'structured-outputs-2025-11-13',
  'task-budgets-2026-03-13',
  'thinking-display-updates-2026-08-18',
  'mid-conversation-output-config-2026-07-01',
  'thinking-binding-controls-2026-08-01',
  'mid-conversation-system-clear-at-2026-08-21',
  'compact-2026-09-04',
  'inline-tools-2026-09-15',
  'mcp-client-2026-09-15',
  'ce-plugins-2026-09-01',
  'spend-limit-reads-2026-09-26',
  'telemetry-destinations-2026-08-11',
  'webhooks-2026-10-07',
  'admin-user-sign-out-2026-10-08',
  'message-threads-2026-08-12',
  'analytics-usage-cost-2026-08-24',
  'experimental-claude-tag-2026-10-21',
  'message-batches-2024-09-24',
  'prompt-caching-2024-07-31',
  'pdfs-2024-09-25',
  'token-counting-2024-11-01',
  'token-efficient-tools-2025-02-19',
  'files-api-2025-04-14',
  'extended-cache-ttl-2025-04-11',
  'skills-2025-10-02',
  'cache-diagnosis-2026-04-07',
  'ce-user-management-2026-07-13',
  'ce-claude-code-managed-settings-2026-10-06',
  'efs-2026-10-01',
  'google-managed-data-controls-2026-09-01',
  'user-profiles-billing-2026-10-01',
] as const;

/** Sent by the SDK itself, or named on documentation pages, and not in its list. */
const ELSEWHERE: readonly string[] = [
  'claude-code-20250219',
  'code-execution-2025-08-25',
  'effort-2025-11-24',
  'fine-grained-tool-streaming-2025-05-14',
  'oauth-2025-04-20',
  'oidc-federation-2026-04-01',
  'structured-outputs-2025-12-15',
  'advanced-tool-use-2025-11-20',
  'tool-examples-2025-10-29',
  'web-fetch-2025-09-10',
];

export type ListedBeta = (typeof IN_THE_SDK)[number];

const known: ReadonlySet<string> = new Set([...IN_THE_SDK, ...ELSEWHERE]);

export function isKnownBeta(name: string): boolean {
  return known.has(name);
}

/** Every beta there ever was ends in its day. */
export function looksLikeBeta(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]*-20\d\d-?\d\d-?\d\d$/.test(name);
}
