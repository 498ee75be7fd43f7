/** The error of a fake without SDK: the fields that code reads off the SDK's errors. */
import type { ApiErrorInfo, ErrorBody } from '../src/wire/errors.ts';
import { REQUEST_ID } from '../src/wire/headers.ts';

/** An error answer of the simulated API. `status` is undefined when it came in mid-stream, as in the SDK. */
export class FakeApiError extends Error {
  readonly status: number | undefined;
  /** The whole body, as the SDK keeps it. */
  readonly error: ErrorBody;
  /** `error.type` of the body. */
  readonly type: string;
  /** `error.details`, absent when the error has no code. */
  readonly details: ApiErrorInfo['details'];
  readonly headers: Headers;
  readonly requestID: string | null;

  constructor(
    status: number | undefined,
    body: ErrorBody,
    headers: Readonly<Record<string, string>>,
  ) {
    super(`${status === undefined ? '' : `${status} `}${JSON.stringify(body)}`);
    this.name = 'FakeApiError';
    this.status = status;
    this.error = body;
    this.type = body.error.type;
    this.details = body.error.details;
    this.headers = new Headers(headers);
    this.requestID = headers[REQUEST_ID] ?? null;
  }
}
