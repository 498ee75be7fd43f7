/** The error of a fake without SDK: the fields that code reads off the SDK's errors. */
import type { ApiErrorInfo, ErrorBody } from '../src/wire/errors.ts';
import { REQUEST_ID } from '../src/wire/headers.ts';

/** An error answer of the simulated API. `status` is undefined when it came in mid-stream, as in the SDK. */
export class FakeApiError extends Error {
  readonly status: number | undefined;
  /** The whole body, as the SDK keeps it; undefined when it is no JSON. */
  readonly error: ErrorBody | undefined;
  /** `error.type` of the body; null when there is none. */
  readonly type: string | null;
  /** `error.details`, absent when the error has no code. */
  readonly details: ApiErrorInfo['details'];
  readonly headers: Headers;
  readonly requestID: string | null;

  /** `body` is the JSON of the API, or the text that something else answered with. */
  constructor(
    status: number | undefined,
    body: ErrorBody | string,
    headers: Readonly<Record<string, string>>,
  ) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    super(`${status === undefined ? '' : `${status} `}${text}`);
    this.name = 'FakeApiError';
    this.status = status;
    this.error = typeof body === 'string' ? undefined : body;
    this.type = this.error?.error?.type ?? null;
    this.details = this.error?.error?.details;
    this.headers = new Headers(headers);
    this.requestID = headers[REQUEST_ID] ?? null;
  }
}
