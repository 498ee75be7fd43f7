/** The error of a fake without SDK: the fields that code reads off the SDK's errors. */
import type { EdgeErrorBody, ErrorBody, ErrorDetails } from '../src/wire/errors.ts';
import { REQUEST_ID } from '../src/wire/headers.ts';

/** An error answer of the simulated API. `status` is undefined when it came in mid-stream, as in the SDK. */
export class FakeApiError extends Error {
  readonly status: number | undefined;
  /**
   * The whole body, as the SDK keeps it; an error from in front of the API has no `type` and no `request_id`, and what is
   * no JSON is undefined.
   */
  readonly error: (EdgeErrorBody & Partial<ErrorBody>) | undefined;
  /** `error.type` of the body, null when there is none. */
  readonly type: string | null;
  /** `error.details`, null when the error has no code. */
  readonly details: ErrorDetails | null;
  /** `error.details.error_code`, null when the error has no code. */
  readonly errorCode: string | null;
  /** `error.message` of the body, null when there is none; the message of this error is the whole body, as in the SDK. */
  readonly apiMessage: string | null;
  readonly headers: Headers;
  readonly requestID: string | null;

  /** `body` is the JSON of the API, or the text that something else answered with. */
  constructor(
    status: number | undefined,
    body: NonNullable<FakeApiError['error']> | string,
    headers: Readonly<Record<string, string>>,
  ) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    super(`${status === undefined ? '' : `${status} `}${text}`);
    this.name = 'FakeApiError';
    this.status = status;
    this.error = typeof body === 'string' ? undefined : body;
    const {
      type = null,
      details = null,
      message = null,
    } = (this.error?.error ?? {}) as Partial<ErrorBody['error']>;
    this.type = type;
    this.details = details;
    this.errorCode = details?.error_code ?? null;
    this.apiMessage = message;
    this.headers = new Headers(headers);
    this.requestID = headers[REQUEST_ID] ?? null;
  }
}
