/** What a word of a script is told besides its content: an object, and no misspelt name in it. */
import { didYouMean, isFields, mistakeIn, type OptionCheck } from '../check-options.ts';
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';

/** How the fields of a builder are called: `the options are`. */
interface Told {
  readonly are?: string;
  /** Their names. Default: those of the checks. */
  readonly names?: readonly string[];
}

function unknownField(
  builder: string,
  name: string,
  are: string,
  names: readonly string[],
): EnsaioError {
  const hint = didYouMean(name, names);
  return new EnsaioError(
    'turn-invalid',
    `${builder}: ${are} ${names.join(', ')}, received ${name}.`,
    hint === undefined ? {} : { hint },
  );
}

/** Throws `EnsaioError` (`turn-invalid`) for the first field that there is not, or that is not what it must be. */
export function checkFields(
  builder: string,
  fields: object,
  checks: Readonly<Record<string, OptionCheck>>,
  { are = 'the options are', names = Object.keys(checks) }: Told = {},
): void {
  const mistake = mistakeIn(fields, checks);
  if (!mistake) return;
  const { name, received, what } = mistake;
  if (what === undefined) throw unknownField(builder, name, are, names);
  throw new EnsaioError(
    'turn-invalid',
    `${builder}: ${name} is ${what}, received ${show(received)}.`,
  );
}

/** Gives the options back. Throws `EnsaioError` (`turn-invalid`) when they are no object, or one is not of `names`. */
export function builderOptions<Options extends object>(
  builder: string,
  options: Options,
  names: readonly (keyof Options & string)[],
  called = 'options',
): Options {
  if (!isFields(options)) {
    throw new EnsaioError(
      'turn-invalid',
      `${builder}: ${called} are an object with ${names.join(', ')}, received ${show(options)}.`,
    );
  }
  const unknown = Object.keys(options).find((name) => !(names as readonly string[]).includes(name));
  if (unknown === undefined) return options;
  throw unknownField(builder, unknown, `the ${called} are`, names);
}
