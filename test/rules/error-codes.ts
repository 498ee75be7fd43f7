/** Codes that the API may give and no rule can: a script answers with them. */

export interface ScriptedCode {
  readonly code: string;
  readonly status: number;
  /** Why no rule gives it. */
  readonly because: string;
}

const ACCOUNT = 'a matter of the account';
const LIMIT = 'the limit is not documented';
const SERVER = 'a state of the server';

/** Of the codes that SDK 1.14 names for Messages and count_tokens (3.4). */
export const scriptedCodes: readonly ScriptedCode[] = [
  { code: 'available_tools_limit_exceeded', status: 400, because: LIMIT },
  { code: 'claude_code_key_creator_not_member', status: 400, because: ACCOUNT },
  { code: 'claude_code_version_too_old', status: 400, because: ACCOUNT },
  { code: 'cmek_key_disabled', status: 400, because: ACCOUNT },
  { code: 'cmek_key_network_blocked', status: 400, because: ACCOUNT },
  { code: 'compaction_too_many_tool_references', status: 400, because: LIMIT },
  { code: 'organization_on_hold', status: 400, because: ACCOUNT },
  { code: 'user_profile_required', status: 400, because: ACCOUNT },
  { code: 'linked_organization_billing_unavailable', status: 402, because: ACCOUNT },
  { code: 'linked_organization_spend_limit_reached', status: 402, because: ACCOUNT },
  { code: 'user_profile_billing_not_authorized', status: 403, because: ACCOUNT },
  { code: 'user_profile_not_billable', status: 403, because: ACCOUNT },
  { code: 'skill_read_blocked_undecryptable', status: 409, because: ACCOUNT },
  { code: 'contract_spend_limit_reached', status: 429, because: ACCOUNT },
  { code: 'enforced_spend_limit_reached', status: 429, because: ACCOUNT },
  { code: 'ramp_limit_exceeded', status: 429, because: ACCOUNT },
  { code: 'cmek_key_unreachable', status: 503, because: SERVER },
  { code: 'compaction_unavailable', status: 529, because: SERVER },
];
