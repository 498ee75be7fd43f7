/** Thinking signatures: made from the text they sign, so that a changed block can be told from an unchanged one. */
import { digest } from './hash.ts';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SALT_LENGTH = 12;
const PREFIX = 'Eo4B';

function seal(salt: string, content: string): string {
  return `${PREFIX}${salt}${digest(`${salt}:${content}`, 64, BASE64)}==`;
}

/** The signature of thinking `content` at `place` (any text that names the block; only varies the bytes). */
export function signatureOf(content: string, ...place: readonly (string | number)[]): string {
  return seal(digest(`salt:${place.join(':')}`, SALT_LENGTH, BASE64), content);
}

/** Whether `signature` was made by {@link signatureOf} for exactly this `content`. */
export function isSignatureOf(content: string, signature: string): boolean {
  const salt = signature.slice(PREFIX.length, PREFIX.length + SALT_LENGTH);
  return salt.length === SALT_LENGTH && signature === seal(salt, content);
}
