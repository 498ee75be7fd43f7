/** What a thrown error can be told by. */
import { inspect } from 'node:util';

export interface ErrorFields {
  /** The name of its class: the errors of the SDK share one `name`. */
  readonly name: string;
  readonly message: string;
  /** Of an answer of the API. */
  readonly status?: unknown;
  /** `error.type` of an answer of the API. */
  readonly type?: unknown;
}

export function errorFields(error: unknown): ErrorFields {
  if (typeof error === 'string') return { name: 'string', message: error };
  if (!(error instanceof Error)) return { name: typeof error, message: inspect(error) };
  const { status, type } = error as { readonly status?: unknown; readonly type?: unknown };
  return {
    name: error.name === 'Error' ? error.constructor.name : error.name,
    message: error.message,
    ...(status === undefined ? {} : { status }),
    ...(type === undefined || type === null ? {} : { type }),
  };
}
