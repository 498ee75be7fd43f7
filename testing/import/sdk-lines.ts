/** The debug log of the SDK line by line, as a console prints it or as a logger writes it in JSON. */
import { stripVTControlCharacters } from 'node:util';
import { isRecord } from '../../src/wire/json/is-record.ts';
import type { Source } from '../../src/scenario/source.ts';
import type { Fields } from '../logs/read-log.ts';
import { readInspected } from './inspected.ts';
import { logMistake } from '../logs/log-mistake.ts';
import { jsonIn } from '../recorder/json-in.ts';

/** What the SDK says of a request, and under which id (SDK 1.14; the newest of 0.x say the same). */
const SAID =
  /\[(log_\w+)[^\]]*\] (sending request|response parsed|response error|connection (?:failed|timed out))/;

/** Something that the SDK says of a request. */
export interface SdkLine {
  readonly id: string;
  readonly what: string;
  readonly details: Fields;
  readonly place: string;
}

/** Whatever stands beside the sentence in a record of a logger. */
function detailsIn(record: unknown): Fields {
  const parts = Array.isArray(record)
    ? record
    : [record, ...Object.values(Object(record) as object)];
  const isDetails = (part: unknown): boolean =>
    isRecord(part) && ['options', 'status', 'durationMs', 'url'].some((key) => key in part);
  return (parts.find(isDetails) ?? {}) as Fields;
}

/** @throws EnsaioError `log-invalid` */
export function readSdkLines({ file, text }: Source): SdkLine[] {
  const plain = stripVTControlCharacters(text);
  let offset = 0;
  return plain.split('\n').flatMap((line, index) => {
    const start = offset;
    offset += line.length + 1;
    const found = SAID.exec(line);
    if (!found) return [];
    const place = `line ${index + 1}`;
    const [sentence, id, what] = found as unknown as [string, string, string];
    const json = /^\s*[{[]"/.test(line) ? jsonIn(line) : undefined;
    if (json !== undefined) return [{ id, what, details: detailsIn(json), place }];
    const at = plain.indexOf('{', start + found.index + sentence.length);
    // The same sentence without anything behind it is said on another level.
    if (at === -1 || at > start + line.length) return [];
    try {
      return [{ id, what, details: readInspected(plain, at) as Fields, place }];
    } catch (error) {
      throw logMistake(
        file,
        `this is not what Node prints of a value: ${(error as Error).message}.`,
        {
          place,
        },
      );
    }
  });
}
