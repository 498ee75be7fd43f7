/** Checks what a function of the kit is given: a misspelt option would let a test pass for nothing. */
import { EnsaioError } from './error.ts';
import { show } from './show.ts';

/** Whether a value is right, and in words what would be. */
export type OptionCheck = readonly [isRight: (value: never) => boolean, what: string];

/** What any value will do for; what it must be is another's business. */
export const anything: OptionCheck = [() => true, 'anything'];

/** Whether a value has fields by name: an object, and no list. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws `EnsaioError` (`option-invalid`) for what is none of what `taker` takes. */
export function checkGiven(
  isRight: boolean,
  taker: string,
  what: string,
  received: unknown,
  hint?: string,
): void {
  if (isRight) return;
  throw new EnsaioError('option-invalid', `${taker} takes ${what}, received ${show(received)}.`, {
    ...(hint === undefined ? {} : { hint }),
    details: { received },
  });
}

/**
 * Throws `EnsaioError` (`option-invalid`) for the first option that is unknown or not what it must be, and for options
 * that are no object. `besides` says which other options there are.
 */
export function checkOptions<Options extends object>(
  options: Options,
  checks: Readonly<Record<keyof Options, OptionCheck>>,
  besides = '',
): void {
  if (!isFields(options)) {
    throw new EnsaioError('option-invalid', `Options are an object, received ${show(options)}.`, {
      hint: `The options are ${Object.keys(checks).join(', ')}${besides}.`,
    });
  }
  for (const [option, value] of Object.entries(options) as [keyof Options & string, never][]) {
    if (value === undefined) continue;
    if (!Object.hasOwn(checks, option)) {
      throw new EnsaioError('option-invalid', `There is no option "${option}".`, {
        hint: `The options are ${Object.keys(checks).join(', ')}${besides}.`,
      });
    }
    const [isRight, what] = checks[option];
    if (!isRight(value)) {
      throw new EnsaioError('option-invalid', `${option} is ${what}, received ${show(value)}.`, {
        details: { option, received: value },
      });
    }
  }
}
