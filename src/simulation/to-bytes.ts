/** What is sent, as bytes. */
const encoder = new TextEncoder();

/** Bytes as they are, a text in UTF-8. */
export function toBytes(part: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
export function toBytes(part: string | Uint8Array): Uint8Array;
export function toBytes(part: string | Uint8Array): Uint8Array {
  return typeof part === 'string' ? encoder.encode(part) : part;
}
