/** Images of any size in base64: their headers, and nothing to see. */

function bigEndian(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, index) => (value >>> (8 * (bytes - 1 - index))) & 0xff);
}

function toBase64(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('base64');
}

const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];

export function png(width: number, height: number): string {
  const signature = ascii('\u0089PNG\r\n\u001A\n');
  const header = [...ascii('IHDR'), ...bigEndian(width, 4), ...bigEndian(height, 4), 8, 2, 0, 0, 0];
  return toBase64([...signature, ...bigEndian(13, 4), ...header, 0, 0, 0, 0]);
}

/** A JPEG with `comment` bytes of metadata before its frame. */
export function jpeg(width: number, height: number, comment = 2): string {
  const metadata = [0xff, 0xfe, ...bigEndian(comment + 2, 2), ...Array(comment).fill(0x20)];
  const frame = [
    0xff,
    0xc0,
    0,
    11,
    8,
    ...bigEndian(height, 2),
    ...bigEndian(width, 2),
    1,
    1,
    17,
    0,
  ];
  return toBase64([0xff, 0xd8, ...metadata, ...frame]);
}

export function gif(width: number, height: number): string {
  const size = [...bigEndian(width, 2).toReversed(), ...bigEndian(height, 2).toReversed()];
  return toBase64([...ascii('GIF89a'), ...size, 0, 0, 0]);
}
