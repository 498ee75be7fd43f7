/** An error by its `error_code`, with the status, the details and the headers that the API sends with it. */
import type { ErrorDetails as SdkDetails } from '@anthropic-ai/sdk/resources/shared';
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';
import { ERROR_CODES, type ErrorCode } from '../wire/error-codes.ts';
import { buildError, errorFields, type ErrorOptions } from './api-error.ts';
import type { ErrorTurn } from './turn.ts';

type FieldsOf<Details> = Omit<Details, 'error_code'>;

/** The details of a code, without the code itself. */
export type DetailsOf<Code extends ErrorCode> = Partial<
  FieldsOf<Extract<SdkDetails, { error_code: Code }>>
>;

/** Codes whose details always have more fields, with those fields. */
type RequiredFields = {
  [
    Details in SdkDetails as object extends FieldsOf<Details> ? never : Details['error_code']
  ]: FieldsOf<Details>;
};

/** What the details of a code hold besides it when a script does not say. */
const FIELDS = {
  approval_required: { field: 'inference_data_privacy.human_review' },
  heartbeat_precondition_failed: {
    current_state: {
      last_heartbeat: null,
      lease_extended: false,
      state: 'active',
      ttl_seconds: 60,
    },
  },
  image_dimensions_too_large: {
    max_side_length_pixels: 8000,
    paths: ['messages.0.content.0'],
  },
  registration_pending: {
    plugin_id: 'plugin_01KaZmQpRsTuVwXyZ2b4c6d8',
    plugin_version_id: 'pluginver_01KaZmQpRsTuVwXyZ2b4c6d8',
  },
  scan_failed: { plugin_version_id: 'pluginver_01KaZmQpRsTuVwXyZ2b4c6d8' },
  scan_pending: { plugin_version_id: 'pluginver_01KaZmQpRsTuVwXyZ2b4c6d8' },
  skill_name_taken: { skill_name: 'a-skill' },
  slack_channel_set_up_environment_not_found: { slack_channel_id: 'slch_01' },
  slack_channel_set_up_settings_conflict: { slack_channel_id: 'slch_01' },
  slack_channel_set_up_settings_refused: { slack_channel_id: 'slch_01' },
  storage_changed_concurrently: { field: 'inference_data_privacy.safeguards_storage' },
  storage_not_attachable: { field: 'inference_data_privacy.safeguards_storage' },
  storage_profile_mismatch: { field: 'inference_data_privacy.safeguards_storage' },
  storage_verification_failed: {
    failed_checks: [{ check: 'versioning', message: 'Turn on versioning.', role: null }],
  },
  workspace_changed_concurrently: { field: 'inference_data_privacy.human_review' },
  workspace_created_incomplete: { workspace_id: 'wrkspc_011CZkZaBF1tNoB5wlCeusgy' },
  workspace_policy_violation: { field: 'external_key_id' },
} satisfies RequiredFields;

/** Codes whose doc comments send the client to the `retry-after` header, in seconds; the numbers are our own. */
const RETRY_AFTER: Readonly<Partial<Record<ErrorCode, number>>> = {
  authorization_check_unavailable: 1,
  ramp_limit_exceeded: 1,
};

/**
 * The error of any code that the SDK has a class for, also of those that no request of the Messages API gets. `details`
 * are added to those of the code.
 * @example codedError('storage_quota_exceeded')
 * @throws EnsaioError `turn-invalid` for a code that is not known, or for an option that is none
 */
export function codedError<Code extends ErrorCode>(
  code: Code,
  options: ErrorOptions<DetailsOf<Code>> = {},
): ErrorTurn {
  if (!Object.hasOwn(ERROR_CODES, code)) {
    throw new EnsaioError('turn-invalid', `codedError: there is no error code ${show(code)}.`, {
      hint: 'apiError(status, message, { details: { error_code } }) makes an error of any code.',
    });
  }
  const facts = ERROR_CODES[code];
  // A copy: whoever reads the answer may change it.
  const fields: object | undefined = structuredClone(
    (FIELDS as Readonly<Partial<Record<ErrorCode, object>>>)[code],
  );
  const {
    message = facts.message,
    retryAfter = RETRY_AFTER[code],
    details,
    ...rest
  } = errorFields(options, 'codedError');
  return buildError('codedError', facts.status, message, {
    ...rest,
    retryAfter,
    details: { ...fields, ...details, error_code: code },
  });
}
