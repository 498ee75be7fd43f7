/** A word for each error with an `error_code` that a request of the Messages API can get. */
import type { ErrorCode } from '../wire/error-codes.ts';
import type { ErrorBuilder } from './api-error.ts';
import { codedError, type DetailsOf } from './coded-error.ts';

/** The details of a code that has no more fields: any may be given, for clients must let unknown ones pass. */
type NoFields = Readonly<Record<string, unknown>>;

function builder<Code extends ErrorCode>(code: Code): ErrorBuilder<DetailsOf<Code>> {
  return (options) => codedError(code, options);
}

/** 400: the tools available after a message are too many or too large. */
export const availableToolsLimitExceeded: ErrorBuilder<NoFields> = builder(
  'available_tools_limit_exceeded',
);

/** 400: the creator of a Claude Code key has left the organization or the workspace. */
export const claudeCodeKeyCreatorNotMember: ErrorBuilder<NoFields> = builder(
  'claude_code_key_creator_not_member',
);

/** 400: the model or the organization asks for a newer Claude Code. */
export const claudeCodeVersionTooOld: ErrorBuilder<NoFields> = builder(
  'claude_code_version_too_old',
);

/** 400: the encryption key of the workspace is disabled or revoked. */
export const cmekKeyDisabled: ErrorBuilder<NoFields> = builder('cmek_key_disabled');

/** 400: the key management service blocked the request to the encryption key. */
export const cmekKeyNetworkBlocked: ErrorBuilder<NoFields> = builder('cmek_key_network_blocked');

/** 400: more than one `compaction` block with content. */
export const compactionBlockAmbiguous: ErrorBuilder<NoFields> = builder(
  'compaction_block_ambiguous',
);

/** 400: the `compaction` block is not the first block of the conversation. */
export const compactionBlockMisplaced: ErrorBuilder<NoFields> = builder(
  'compaction_block_misplaced',
);

/** 400: the summary came back with another `content`. */
export const compactionContentMismatch: ErrorBuilder<NoFields> = builder(
  'compaction_content_mismatch',
);

/** 400: a summary was asked for in the middle of an assistant turn. */
export const compactionIncompleteTurn: ErrorBuilder<NoFields> = builder(
  'compaction_incomplete_turn',
);

/** 400: there is nothing to summarize. */
export const compactionNothingToSummarize: ErrorBuilder<NoFields> = builder(
  'compaction_nothing_to_summarize',
);

/** 400: the `signature` of a summary does not verify. */
export const compactionSignatureInvalid: ErrorBuilder<NoFields> = builder(
  'compaction_signature_invalid',
);

/** 400: the conversation names more tools than a summary can record. */
export const compactionTooManyToolReferences: ErrorBuilder<NoFields> = builder(
  'compaction_too_many_tool_references',
);

/** 400: the summary came back with other `tool_changes`. */
export const compactionToolChangesMismatch: ErrorBuilder<NoFields> = builder(
  'compaction_tool_changes_mismatch',
);

/** 400: the longest side of an image is over the limit; the details name each such image. */
export const imageDimensionsTooLarge: ErrorBuilder<DetailsOf<'image_dimensions_too_large'>> =
  builder('image_dimensions_too_large');

/** 400: the organization was disabled for trust and safety reasons; `appeal_url` in the details is optional. */
export const organizationOnHold: ErrorBuilder<DetailsOf<'organization_on_hold'>> =
  builder('organization_on_hold');

/** 400: the body is not valid for its `Content-Encoding`. */
export const requestBodyEncodingInvalid: ErrorBuilder<NoFields> = builder(
  'request_body_encoding_invalid',
);

/** 400: the `Content-Encoding` is not supported. */
export const requestBodyEncodingUnsupported: ErrorBuilder<NoFields> = builder(
  'request_body_encoding_unsupported',
);

/** 400: the response has already been continued. The tool runner replays the conversation. */
export const threadAlreadyContinued: ErrorBuilder<NoFields> = builder('thread_already_continued');

/** 400: another request is continuing from the same response. The tool runner replays the conversation. */
export const threadContinueInFlight: ErrorBuilder<NoFields> = builder('thread_continue_in_flight');

/** 400: a field that a thread keeps has another value; the message names it. The tool runner throws it. */
export const threadFingerprintMismatch: ErrorBuilder<NoFields> = builder(
  'thread_fingerprint_mismatch',
);

/** 400: something in the request cannot be had on a thread; `unsupported` in the details is optional. The tool runner goes on without the thread. */
export const threadUnsupportedRequest: ErrorBuilder<DetailsOf<'thread_unsupported_request'>> =
  builder('thread_unsupported_request');

/** 400: a tool takes a name that an available tool of another kind holds. */
export const toolNameConflict: ErrorBuilder<NoFields> = builder('tool_name_conflict');

/** 400: a message references a tool or MCP server that is not defined by then. */
export const toolReferenceUnresolved: ErrorBuilder<NoFields> = builder('tool_reference_unresolved');

/** 400: the request bills a user profile and names none. */
export const userProfileRequired: ErrorBuilder<NoFields> = builder('user_profile_required');

/** 402: the organization linked to the user profile cannot be billed. */
export const linkedOrganizationBillingUnavailable: ErrorBuilder<NoFields> = builder(
  'linked_organization_billing_unavailable',
);

/** 402: the organization linked to the user profile has reached its spend limit. */
export const linkedOrganizationSpendLimitReached: ErrorBuilder<NoFields> = builder(
  'linked_organization_spend_limit_reached',
);

/** 403: the customer behind the user profile has not authorized being billed. */
export const userProfileBillingNotAuthorized: ErrorBuilder<NoFields> = builder(
  'user_profile_billing_not_authorized',
);

/** 403: the user profile cannot be billed. */
export const userProfileNotBillable: ErrorBuilder<NoFields> = builder('user_profile_not_billable');

/** 404: the thread has expired, or was never stored. The tool runner replays the conversation. */
export const threadNotFound: ErrorBuilder<NoFields> = builder('thread_not_found');

/** 409: a custom skill cannot currently be decrypted. */
export const skillReadBlockedUndecryptable: ErrorBuilder<NoFields> = builder(
  'skill_read_blocked_undecryptable',
);

/** 413: the compressed body is over the size limit once decoded. Unlike `contentTooLarge()` the API itself answers it. */
export const requestBodyTooLargeAfterDecoding: ErrorBuilder<NoFields> = builder(
  'request_body_too_large_after_decoding',
);

/** 429: the spend limit of the contract is reached. */
export const contractSpendLimitReached: ErrorBuilder<NoFields> = builder(
  'contract_spend_limit_reached',
);

/** 429: the monthly spend cap of the tier is reached. No `retry-after`, and no retry helps (api/rate-limits). */
export const enforcedSpendLimitReached: ErrorBuilder<NoFields> = builder(
  'enforced_spend_limit_reached',
);

/** 429: usage grows too fast. With `retry-after`, by default 1 second. */
export const rampLimitExceeded: ErrorBuilder<NoFields> = builder('ramp_limit_exceeded');

/** 503: the encryption settings of the workspace could not be read. */
export const cmekContextUnavailable: ErrorBuilder<NoFields> = builder('cmek_context_unavailable');

/** 503: the encryption key of the workspace could not be reached. */
export const cmekKeyUnreachable: ErrorBuilder<NoFields> = builder('cmek_key_unreachable');

/** 529: the summary could not be made, for the time being. */
export const compactionUnavailable: ErrorBuilder<NoFields> = builder('compaction_unavailable');
