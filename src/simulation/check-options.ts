/** Checks an object of options by a table: a misspelt option would let a test pass for nothing. */
import { EnsaioError } from '../error.ts';
import { show } from '../script/show.ts';

/** Whether a value is right, and in words what would be. */
export type OptionCheck = readonly [isRight: (value: never) => boolean, what: string];

/** Throws `EnsaioError` (`option-invalid`) for the first option that is unknown or not what it must be. */
export function checkOptions<Options extends object>(
  options: Options,
  checks: Readonly<Record<keyof Options, OptionCheck>>,
): void {
  for (const [option, value] of Object.entries(options) as [keyof Options & string, never][]) {
    if (value === undefined) continue;
    if (!Object.hasOwn(checks, option)) {
      throw new EnsaioError('option-invalid', `There is no option "${option}".`, {
        hint: `The options are ${Object.keys(checks).join(', ')}.`,
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
