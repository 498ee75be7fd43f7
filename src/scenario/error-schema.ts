/** How an error is written: by its name, or as a mapping that says more about it. */
import * as z from 'zod';
import { EnsaioError } from '../error.ts';
import { apiError, type ErrorOptions } from '../script/api-error.ts';
import { codedError } from '../script/coded-errors.ts';
import { STATUS_ERRORS, statusError, type StatusErrorName } from '../script/status-errors.ts';
import { connectionError, connectionRefused, connectionReset } from '../script/transport.ts';
import type { ErrorTurn, TurnInput } from '../script/turn.ts';
import { ERROR_CODES, type ErrorCode } from '../wire/error-codes.ts';
import { mapping, named, refusing, word } from './named.ts';

type Build = (options?: ErrorOptions<Record<string, unknown>>) => ErrorTurn;

const toCamel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
const toSnake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name as a code is written, as its function is called, and with dashes: `not_found`, `notFound`, `not-found`. */
function spelled<Value>(name: string, value: Value): [spelling: string, value: Value][] {
  const snake = toSnake(name);
  const spellings = [snake, toCamel(snake), snake.replaceAll('_', '-')];
  return spellings.map((spelling) => [spelling, value]);
}

/** Every error that the API answers with, by name. */
const API_ERRORS: Readonly<Record<string, Build>> = Object.fromEntries([
  ...(Object.keys(STATUS_ERRORS) as StatusErrorName[]).flatMap((name) =>
    spelled<Build>(name, (options) => statusError(name, options as ErrorOptions)),
  ),
  ...(Object.keys(ERROR_CODES) as ErrorCode[]).flatMap((code) =>
    spelled<Build>(code, (options) => codedError(code, options)),
  ),
]);

/** Every error that takes no more than its name. */
const ERRORS: Readonly<Record<string, () => TurnInput>> = {
  ...API_ERRORS,
  ...Object.fromEntries([
    ...spelled('connection_error', () => connectionError()),
    ...spelled('connection_refused', () => connectionRefused()),
    ...spelled('connection_reset', () => connectionReset()),
  ]),
};

const nameIn = (errors: object): z.ZodType<string> =>
  named('the name of an error, such as overloaded or rate_limited', z.enum(Object.keys(errors)));

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

function toOptions(written: object): ErrorOptions {
  return Object.fromEntries(Object.entries(written).map(([key, value]) => [toCamel(key), value]));
}

/** What is wrong with an error although each of its fields is right, in the words of its builder. */
function mistakeIn(build: () => ErrorTurn): string | undefined {
  try {
    build();
    return undefined;
  } catch (error) {
    if (error instanceof EnsaioError) return error.reason.replace(/\.$/, '');
    throw error;
  }
}

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

export const error: z.ZodType<TurnInput> = named(
  'the name of an error, or a mapping with `name`, or with `status` and `message`',
  z.union([
    nameIn(ERRORS).transform((name) => ERRORS[name]!()),
    errorOf({ name: nameIn(API_ERRORS), ...OPTIONS }, ({ name, ...rest }) =>
      API_ERRORS[name]!(toOptions(rest)),
    ),
    errorOf(
      {
        status: named('a status from 400 to 599', z.int().min(400).max(599)),
        ...OPTIONS,
        message: z.string(),
      },
      ({ status, message, ...rest }) => apiError(status, message, toOptions(rest)),
    ),
  ]),
);
