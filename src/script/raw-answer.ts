/** The words for answers that are not the API's. */
import type { OptionCheck } from '../check-options.ts';
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';
import { isBodiless } from '../wire/bodiless.ts';
import { builderOptions, checkFields } from './builder-options.ts';
import { areHeaders, toHeaders } from './headers.ts';
import type { RawTurn } from './turn.ts';

export interface RawAnswerOptions {
  /** 200 to 599. Default 200. */
  readonly status?: number;
  /** Default none; no header is added to those given. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default empty. 204, 205 and 304 have none. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

const isStatus = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599;

/** What each field of a raw answer takes, and how that is said. */
const RAW_FIELDS: Readonly<Record<keyof RawAnswerOptions, OptionCheck>> = {
  status: [isStatus, '200 to 599'],
  headers: [
    (value) => areHeaders(value as Record<string, string>),
    'names and values that HTTP headers can have',
  ],
  body: [
    (value: unknown) => typeof value === 'string' || value instanceof Uint8Array,
    'a text or bytes',
  ],
};

function checkRawAnswer(answer: RawAnswerOptions): void {
  const wrong = (reason: string): EnsaioError =>
    new EnsaioError('turn-invalid', `rawAnswer: ${reason}.`);
  if (typeof answer !== 'object' || answer === null) {
    throw wrong(`an answer has status, headers, body, received ${show(answer)}`);
  }
  checkFields('rawAnswer', answer, RAW_FIELDS, { are: 'an answer has' });
  const { status = 200, body = '' } = answer;
  if (isBodiless(status) && body.length > 0) {
    throw wrong(`an answer with status ${status} has no body, received ${show(body)}`);
  }
}

/**
 * An answer that is not the API's, byte for byte.
 * @throws EnsaioError `turn-invalid`
 */
export function rawAnswer(answer: RawAnswerOptions = {}): RawTurn {
  checkRawAnswer(answer);
  const { status = 200, headers = {}, body = '' } = answer;
  return { type: 'raw', status, headers: toHeaders(headers), body };
}

/** What gateways say of themselves. */
const GATEWAY_TITLES: Readonly<Record<number, string>> = {
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
};

/** The HTML page of a gateway that got no answer from the API. Default status 502. */
export function gatewayPage(status = 502): RawTurn {
  const title = `${status} ${GATEWAY_TITLES[status] ?? 'Error'}`;
  return rawAnswer({
    status,
    headers: { 'content-type': 'text/html', server: 'gateway' },
    body: `<html>\r\n<head><title>${title}</title></head>\r\n<body><center><h1>${title}</h1></center></body>\r\n</html>\r\n`,
  });
}

/** Status 200, a content type (default `application/json`), and nothing in the body. */
export function emptyAnswer(options: { readonly contentType?: string } = {}): RawTurn {
  const { contentType = 'application/json' } = builderOptions('emptyAnswer', options, [
    'contentType',
  ]);
  return rawAnswer({ headers: { 'content-type': contentType } });
}
