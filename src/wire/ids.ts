/** Ids that look like the API's and are the same in every run. */
import { digest } from './hash.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The kinds of id the API hands out, by their prefix on the wire. */
export type IdKind = 'msg' | 'toolu' | 'srvtoolu' | 'mcptoolu' | 'req';

/**
 * The id of `kind` that belongs to `place`, which names one position in one simulation (seed, exchange, block).
 * Real ids are the prefix, `01` and 22 characters of base58; "format and length may change" (SDK doc comments).
 */
export function idAt(kind: IdKind, ...place: readonly (string | number)[]): string {
  return `${kind}_01${digest(`${kind}:${place.join(':')}`, 22, BASE58)}`;
}
