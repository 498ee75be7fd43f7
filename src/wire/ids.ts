/** Ids that look like the API's and are the same in every run. */
import { digest } from './hash.ts';
import { Memo } from './memo.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The kinds of id the API hands out, by their prefix on the wire. */
export type IdKind = 'msg' | 'toolu' | 'srvtoolu' | 'mcptoolu' | 'req';

/** Every simulation of a suite begins with the same ones. */
const ids = new Memo<string>(512, 100);

/**
 * The id of `kind` that belongs to `place`, which names one position in one simulation (seed, exchange, block).
 * Real ids are the prefix, `01` and 22 characters of base58; "format and length may change" (SDK doc comments).
 */
export function idAt(kind: IdKind, ...place: readonly (string | number)[]): string {
  return ids.get(`${kind}:${place.join(':')}`, (name) => `${kind}_01${digest(name, 22, BASE58)}`);
}
