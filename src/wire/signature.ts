/** Signatures of thinking and compaction: made from what they sign, so that a changed block can be told. */
import { digest } from './hash.ts';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PREFIX = 'Eo4B';
const SALT_LENGTH = 12;
const RECORD_LENGTH = 24;

/** Names one position in one simulation; only varies the bytes. */
export type Place = readonly (string | number)[];

const record = (salt: string, text: string): string =>
  digest(`${salt}:${text}`, RECORD_LENGTH, BASE64);

const seal = (salt: string, records: string): string =>
  `${PREFIX}${salt}${records}${record(salt, `seal:${records}`)}==`;

function sign(parts: readonly string[], place: Place): string {
  const salt = digest(`salt:${place.join(':')}`, SALT_LENGTH, BASE64);
  return seal(salt, parts.map((part) => record(salt, part)).join(''));
}

/** Which parts a signature does not record as they are; undefined when it is not one that was made here. */
function changedParts(parts: readonly string[], signature: string): number[] | undefined {
  const salt = signature.slice(PREFIX.length, PREFIX.length + SALT_LENGTH);
  const start = PREFIX.length + SALT_LENGTH;
  const records = signature.slice(start, start + parts.length * RECORD_LENGTH);
  if (records.length !== parts.length * RECORD_LENGTH || signature !== seal(salt, records)) {
    return undefined;
  }
  return parts.flatMap((part, index) => {
    const at = index * RECORD_LENGTH;
    return records.slice(at, at + RECORD_LENGTH) === record(salt, part) ? [] : [index];
  });
}

/** Whether a signature looks like one of ours, sound or tampered with, rather than one of the real API. */
export function looksSignedHere(signature: string): boolean {
  return signature.startsWith(PREFIX) && signature.endsWith('==');
}

/** The signature of a thinking text. */
export function signatureOf(thinking: string, ...place: Place): string {
  return sign([thinking], place);
}

/** Whether `signature` was made by {@link signatureOf} for exactly this text. */
export function isSignatureOf(thinking: string, signature: string): boolean {
  return changedParts([thinking], signature)?.length === 0;
}

/** The length of a thinking signature: prefix, salt, one record, seal, padding. */
const THINKING_LENGTH = PREFIX.length + SALT_LENGTH + 2 * RECORD_LENGTH + 2;

/** Whether a signature has the form of those made here for thinking; what it says is not looked at. */
export function isThinkingSignature(signature: string): boolean {
  return signature.length === THINKING_LENGTH && looksSignedHere(signature);
}

/** Whether a thinking signature is one made here as it was made, whatever text it stands beside. */
export function isWholeSignature(signature: string): boolean {
  return isThinkingSignature(signature) && changedParts([''], signature) !== undefined;
}

/** What a compaction block's signature records. */
export interface SignedCompaction {
  readonly content: unknown;
  readonly tool_changes?: unknown;
}

const compactionParts = ({ content, tool_changes = null }: SignedCompaction): string[] => [
  JSON.stringify(content ?? null),
  JSON.stringify(tool_changes),
];

/** The signature of a compaction block. */
export function compactionSignatureOf(block: SignedCompaction, ...place: Place): string {
  return sign(compactionParts(block), place);
}

/** What of a compaction block is not as its signature recorded it. */
export function checkCompactionSignature(
  block: SignedCompaction,
  signature: string,
): 'intact' | 'signature' | 'content' | 'tool_changes' {
  const changed = changedParts(compactionParts(block), signature);
  if (changed === undefined) return 'signature';
  if (changed.includes(0)) return 'content';
  return changed.includes(1) ? 'tool_changes' : 'intact';
}
