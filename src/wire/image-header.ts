/** What kind of image base64 text holds and how large it is, read from its first bytes: the rest is never decoded. */

export type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

export interface ImageHeader {
  readonly type: ImageType;
  /** Undefined when the header is cut short or makes no sense. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

/** Bytes of base64 text, decoded where they are asked for. */
class Bytes {
  readonly #base64: string;

  constructor(base64: string) {
    this.#base64 = base64;
  }

  /** `length` bytes from `start`; fewer at the end, none where it is no base64. */
  at(start: number, length: number): readonly number[] {
    const group = Math.floor(start / 3);
    const groups = Math.ceil((start + length) / 3) - group;
    const text = this.#base64.slice(group * 4, (group + groups) * 4);
    try {
      const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
      const from = start - group * 3;
      return Array.from(decoded.slice(from, from + length), (char) => char.charCodeAt(0));
    } catch {
      return [];
    }
  }

  ascii(start: number, length: number): string {
    return String.fromCharCode(...this.at(start, length));
  }

  /** An unsigned number, most significant byte first; undefined past the end. */
  big(start: number, length: number): number | undefined {
    const bytes = this.at(start, length);
    return bytes.length < length ? undefined : bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  }

  little(start: number, length: number): number | undefined {
    const bytes = this.at(start, length);
    return bytes.length < length
      ? undefined
      : bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
  }
}

type Size = ImageHeader['size'];

function toSize(width: number | undefined, height: number | undefined): Size {
  // Also when one is 0, there is nothing to see.
  return width && height ? { width, height } : undefined;
}

function pngSize(bytes: Bytes): Size {
  if (bytes.ascii(12, 4) !== 'IHDR') return undefined;
  return toSize(bytes.big(16, 4), bytes.big(20, 4));
}

function gifSize(bytes: Bytes): Size {
  return toSize(bytes.little(6, 2), bytes.little(8, 2));
}

function plusOne(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value + 1;
}

/** One of three kinds: with extensions, lossless, lossy. */
function webpSize(bytes: Bytes): Size {
  switch (bytes.ascii(12, 4)) {
    case 'VP8X':
      return toSize(plusOne(bytes.little(24, 3)), plusOne(bytes.little(27, 3)));
    case 'VP8L': {
      const bits = bytes.little(21, 4);
      if (bits === undefined) return undefined;
      return toSize((bits % 2 ** 14) + 1, (Math.floor(bits / 2 ** 14) % 2 ** 14) + 1);
    }
    case 'VP8 ': {
      const [width, height] = [bytes.little(26, 2), bytes.little(28, 2)];
      if (width === undefined || height === undefined) return undefined;
      // The upper two bits say how to scale.
      return toSize(width % 2 ** 14, height % 2 ** 14);
    }
    default:
      return undefined;
  }
}

/** Markers that stand alone; every other one is followed by its length. */
const isLoneMarker = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Start of a frame, whichever way it is coded; three markers in that range are something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Metadata comes before the frame, in segments of at most 64 KB: more of them than this no camera writes. */
const MOST_SEGMENTS = 500;

function jpegSize(bytes: Bytes): Size {
  let at = 2;
  for (let segment = 0; segment < MOST_SEGMENTS; segment++) {
    const [prefix, marker] = bytes.at(at, 2);
    if (prefix !== 0xff || marker === undefined) return undefined;
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return toSize(bytes.big(at + 7, 2), bytes.big(at + 5, 2));
    else if (isLoneMarker(marker)) at += 2;
    else {
      const length = bytes.big(at + 2, 2);
      if (length === undefined || length < 2) return undefined;
      at += 2 + length;
    }
  }
  return undefined;
}

const KINDS: readonly {
  readonly type: ImageType;
  readonly sign: (bytes: Bytes) => boolean;
  readonly size: (bytes: Bytes) => Size;
}[] = [
  {
    type: 'image/png',
    sign: (bytes) => bytes.ascii(0, 8) === '\u0089PNG\r\n\u001A\n',
    size: pngSize,
  },
  {
    type: 'image/jpeg',
    sign: (bytes) => bytes.ascii(0, 3) === '\u00FF\u00D8\u00FF',
    size: jpegSize,
  },
  { type: 'image/gif', sign: (bytes) => /^GIF8[79]a$/.test(bytes.ascii(0, 6)), size: gifSize },
  {
    type: 'image/webp',
    sign: (bytes) => bytes.ascii(0, 4) === 'RIFF' && bytes.ascii(8, 4) === 'WEBP',
    size: webpSize,
  },
];

/** The header of an image in base64; undefined when it is none of the four kinds. */
export function readImageHeader(base64: string): ImageHeader | undefined {
  const bytes = new Bytes(base64);
  const kind = KINDS.find(({ sign }) => sign(bytes));
  return kind && { type: kind.type, size: kind.size(bytes) };
}
