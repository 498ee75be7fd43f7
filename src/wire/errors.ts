/** The error envelope, and which error type goes with which status. */

/** Status to `error.type`, as documented (api/errors) and typed (SDK status classes). */
const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** The `error.type` of a status: documented ones by table, other 4xx `invalid_request_error`, the rest `api_error`. */
export function errorTypeOf(status: number): string {
  return ERROR_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}

/** Structured details of a coded error; the code is the stable part ("don't match on the message", SDK shared.ts). */
export interface ErrorDetails {
  readonly error_code: string;
  readonly [key: string]: unknown;
}

/** What an error answer says; `details` is absent, not null, when the error has no code (SDK shared.ts). */
export interface ApiErrorInfo {
  readonly type: string;
  readonly message: string;
  readonly details?: ErrorDetails;
}

/** The JSON body of every error the API itself answers with. */
export interface ErrorBody {
  readonly type: 'error';
  readonly error: ApiErrorInfo;
  readonly request_id: string;
}

export function errorBody(error: ApiErrorInfo, requestId: string): ErrorBody {
  const { type, message, details } = error;
  return {
    type: 'error',
    error: { type, message, ...(details === undefined ? {} : { details }) },
    request_id: requestId,
  };
}

/** What the network in front of the API answers with: no `type` and no `request_id` of its own (H10). */
export type EdgeErrorBody = Pick<ErrorBody, 'error'>;

export function edgeErrorBody({ type, message }: ApiErrorInfo): EdgeErrorBody {
  return { error: { type, message } };
}
