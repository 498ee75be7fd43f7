/** Checks what a function of the kit is given: a misspelt option would let a test pass for nothing. */
import { EnsaioError } from './error.ts';
import { nearest } from './nearest.ts';
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

/** What is wrong with a field. */
interface FieldMistake {
  readonly name: string;
  readonly received: unknown;
  /** What it must be; absent where there is no such field. */
  readonly what?: string;
}

/** The first field that there is not, or that is not what it must be. One that is undefined is not there. */
export function mistakeIn(
  fields: object,
  checks: Readonly<Record<string, OptionCheck>>,
): FieldMistake | undefined {
  for (const [name, received] of Object.entries(fields) as [string, never][]) {
    if (received === undefined) continue;
    if (!Object.hasOwn(checks, name)) return { name, received };
    const [isRight, what] = checks[name]!;
    if (!isRight(received)) return { name, received, what };
  }
  return undefined;
}

/** The hint for a name that there is not; nothing where none is near. */
export function didYouMean(name: string, known: readonly string[]): string | undefined {
  const meant = nearest(name, known);
  return meant === undefined ? undefined : `Did you mean "${meant}"?`;
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
  const list = (): string => `The options are ${Object.keys(checks).join(', ')}${besides}.`;
  if (!isFields(options)) {
    throw new EnsaioError('option-invalid', `Options are an object, received ${show(options)}.`, {
      hint: list(),
    });
  }
  const mistake = mistakeIn(options, checks);
  if (!mistake) return;
  const { name, received, what } = mistake;
  if (what === undefined) {
    throw new EnsaioError('option-invalid', `There is no option "${name}".`, {
      hint: didYouMean(name, Object.keys(checks)) ?? list(),
    });
  }
  throw new EnsaioError('option-invalid', `${name} is ${what}, received ${show(received)}.`, {
    details: { option: name, received },
  });
}
