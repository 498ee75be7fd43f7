/** The form that an answer is forced into, at its two places: the newer and the older one. */
import { isRecord } from '../wire/json/is-record.ts';
import { asRecord, type Json } from './json-value.ts';

/** The formats a body asks for, each with its path. */
export function outputFormats(body: Json): readonly (readonly [path: string, format: Json])[] {
  const places: readonly (readonly [string, unknown])[] = [
    ['output_config.format', asRecord(body['output_config'])['format']],
    ['output_format', body['output_format']],
  ];
  return places.flatMap(([path, format]) => (isRecord(format) ? [[path, format] as const] : []));
}
