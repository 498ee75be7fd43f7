/** What a word of a script is told besides its content: an object, and no misspelt name in it. */
import { isFields } from '../check-options.ts';
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';

const invalid = (reason: string): EnsaioError => new EnsaioError('turn-invalid', reason);

/** Gives the options back. Throws `EnsaioError` (`turn-invalid`) when they are no object, or one is not of `names`. */
export function builderOptions<Options extends object>(
  builder: string,
  options: Options,
  names: readonly (keyof Options & string)[],
): Options {
  if (!isFields(options)) {
    throw invalid(
      `${builder}: options are an object with ${names.join(', ')}, received ${show(options)}.`,
    );
  }
  const unknown = Object.keys(options).find((name) => !(names as readonly string[]).includes(name));
  if (unknown === undefined) return options;
  throw invalid(`${builder}: the options are ${names.join(', ')}, received ${unknown}.`);
}

/** Gives fields of the API back, of which any may be new. Throws `EnsaioError` (`turn-invalid`) for what can be none. */
export function apiFields<Fields extends object>(builder: string, fields: Fields): Fields {
  if (!isFields(fields)) {
    throw invalid(`${builder}: fields of a message are an object, received ${show(fields)}.`);
  }
  const foreign = Object.keys(fields).find((name) => /[A-Z]/.test(name));
  if (foreign === undefined) return fields;
  throw invalid(
    `${builder}: the API has no field "${foreign}"; its fields are written like stop_reason.`,
  );
}
