/** An error of the API as a scenario writes it: by its name, with what it says besides. */
import { error as errorSchema } from '../../src/scenario/error-schema.ts';
import { toSnake } from '../../src/scenario/spelling.ts';
import { STATUS_ERRORS } from '../../src/script/status-errors.ts';
import type { ErrorTurn } from '../../src/script/turn.ts';
import { ERROR_CODES } from '../../src/wire/error-codes.ts';
import { SHOULD_RETRY } from '../../src/wire/headers.ts';
import { sameJson } from '../../src/wire/json/same-json.ts';
import type { HeardError } from './heard.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How long a retry waits on replay where the recording keeps no time. */
const SHORT_WAIT_MS = 20;

/** The name that says most of it: that of its code, of its text, or of its status. */
function nameFor({ status, error }: HeardError): string | undefined {
  const code = error.details?.error_code ?? '';
  if (Object.hasOwn(ERROR_CODES, code)) return code;
  const named = Object.entries(STATUS_ERRORS).filter(([, facts]) => facts.status === status);
  const [name] = named.find(([, facts]) => facts.message === error.message) ?? named[0] ?? [];
  return name && toSnake(name);
}

function turnOf(written: unknown): ErrorTurn | undefined {
  const { data } = errorSchema.safeParse(written);
  return (data as ErrorTurn | undefined)?.type === 'error' ? (data as ErrorTurn) : undefined;
}

function waits(headers: Fields, keepTime: boolean): Fields {
  const [after, afterMs] = ['retry-after', 'retry-after-ms'].map((name) => headers[name]);
  if (after === undefined && afterMs === undefined) return {};
  if (!keepTime) return { retry_after_ms: Math.min(SHORT_WAIT_MS, Number(afterMs ?? Infinity)) };
  const seconds = Number(after);
  return {
    ...(after === undefined ? {} : seconds >= 0 ? { retry_after: seconds } : {}),
    ...(afterMs === undefined ? {} : { retry_after_ms: Number(afterMs) }),
    ...(after !== undefined && !(seconds >= 0) ? { headers: { 'retry-after': after } } : {}),
  };
}

/** Whether a retry is forbidden, where that does not follow from the status. */
function retrying({ status, headers }: HeardError): Fields {
  const given = headers[SHOULD_RETRY];
  const byStatus = status >= 500 || [408, 409, 429].includes(status) ? undefined : 'false';
  return given === undefined || given === byStatus ? {} : { should_retry: given === 'true' };
}

/**
 * The error in its shortest form.
 * @param keepTime whether a retry waits as long as it was told to, or only for a moment
 */
export function writtenError(heard: HeardError, keepTime: boolean): string | Fields {
  const { status, error, headers, envelope } = heard;
  const name = nameFor(heard);
  const known = name === undefined ? undefined : turnOf(name);
  const isNamed = known !== undefined && known.status === status;
  const base = isNamed ? { name } : { status, message: error.message };
  const { error: told, envelope: form = 'api' } = (isNamed ? known : turnOf(base)) ?? {};
  const written = {
    ...base,
    ...(told?.message === error.message ? {} : { message: error.message }),
    ...(told?.type === error.type ? {} : { type: error.type }),
    ...(sameJson(told?.details, error.details) ? {} : { details: error.details ?? {} }),
    ...(form === envelope ? {} : { envelope }),
    ...waits(headers, keepTime),
    ...retrying(heard),
  };
  return Object.keys(written).length === 1 && isNamed ? name! : written;
}
