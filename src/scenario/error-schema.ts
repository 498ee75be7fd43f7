/** How an error is written: by its name, or as a mapping that says more about it. */
import * as z from 'zod';
import { apiError, type ErrorOptions } from '../script/api-error.ts';
import { codedError } from '../script/coded-error.ts';
import { STATUS_ERRORS, statusError, type StatusErrorName } from '../script/status-errors.ts';
import { connectionError, connectionRefused, connectionReset } from '../script/transport.ts';
import type { ErrorTurn, TurnInput } from '../script/turn.ts';
import { ERROR_CODES, type ErrorCode } from '../wire/error-codes.ts';
import { mistakeIn } from './mistake-in.ts';
import { mapping, named, refusing, shared, word } from './named.ts';
import { camelKeys, spelled } from './spelling.ts';

type Build = (options?: ErrorOptions<Record<string, unknown>>) => ErrorTurn;

/** Every error that the API answers with, by name. */
const API_ERRORS: Readonly<Record<string, Build>> = Object.fromEntries([
  ...(Object.keys(STATUS_ERRORS) as StatusErrorName[]).flatMap((name) =>
    spelled<Build>(name, (options) => statusError(name, options as ErrorOptions)),
  ),
  ...(Object.keys(ERROR_CODES) as ErrorCode[]).flatMap((code) =>
    spelled<Build>(code, (options) => codedError(code, options)),
  ),
]);

/** No answer at all, by name. */
const CONNECTION_ERRORS: Readonly<Record<string, () => TurnInput>> = Object.fromEntries([
  ...spelled('connection_error', () => connectionError()),
  ...spelled('connection_refused', () => connectionRefused()),
  ...spelled('connection_reset', () => connectionReset()),
]);

const nameIn = (id: string, errors: object): z.ZodType<string> =>
  shared(
    id,
    named('the name of an error, such as overloaded or rate_limited', z.enum(Object.keys(errors))),
  );

const apiErrorName = nameIn('api_error_name', API_ERRORS);
const errorName = nameIn('error_name', { ...API_ERRORS, ...CONNECTION_ERRORS });

/** What may be said of an error, by the names of `ErrorOptions`. */
const OPTIONS = {
  message: z.string().optional(),
  type: word.optional(),
  details: mapping.optional(),
  retry_after: named('a number of seconds', z.number().min(0)).optional(),
  retry_after_ms: named('a number of milliseconds', z.number().min(0)).optional(),
  should_retry: z.boolean().optional(),
  headers: named('a mapping of names to texts', z.record(z.string(), z.string())).optional(),
  envelope: z.enum(['api', 'edge']).optional(),
};

/** A mapping with these keys, made into an error. */
function errorOf<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  build: (written: z.output<z.ZodObject<Shape, z.core.$strict>>) => ErrorTurn,
): z.ZodType<ErrorTurn> {
  return z
    .strictObject(shape)
    .check(refusing((written) => mistakeIn(() => build(written))))
    .transform((written) => build(written));
}

const toOptions = (written: object): ErrorOptions => camelKeys(written);

const detailed = [
  shared(
    'named_error',
    errorOf({ name: apiErrorName, ...OPTIONS }, ({ name, ...rest }) =>
      API_ERRORS[name]!(toOptions(rest)),
    ),
  ),
  shared(
    'other_error',
    errorOf(
      {
        status: named('a status from 400 to 599', z.int().min(400).max(599)),
        ...OPTIONS,
        message: z.string(),
      },
      ({ status, message, ...rest }) => apiError(status, message, toOptions(rest)),
    ),
  ),
] as const;

const TITLE = 'the name of an error, or a mapping with `name`, or with `status` and `message`';

/** An error that the API answers with. */
export const answeredError: z.ZodType<ErrorTurn> = named(
  TITLE,
  z.union([apiErrorName.transform((name) => API_ERRORS[name]!()), ...detailed]),
);

/** Any error, also one that is no answer. */
export const error: z.ZodType<TurnInput> = named(
  TITLE,
  z.union([
    errorName.transform((name) => (API_ERRORS[name] ?? CONNECTION_ERRORS[name])!()),
    ...detailed,
  ]),
);
