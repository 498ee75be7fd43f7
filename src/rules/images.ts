/** What is refused of images: empty, too large, of another kind than they say. */
import { blocksOf, textField, type Block, type Entry } from '../wire/conversation.ts';
import { readImageHeader, type ImageHeader } from '../wire/image-header.ts';
import { isRecord } from '../wire/json/is-record.ts';
import type { CheckedRequest } from './checked-request.ts';
import { mayBeShortened } from './limits.ts';
import { traitsOf } from './models.ts';
import type { Finding, Rule } from './rule.ts';

/** One image in base64, wherever it stands. */
interface Image {
  /** The API's path to its data, union tags included: `messages.0.content.1.image.source.base64`. */
  readonly path: string;
  /** Its place as error details name it, without tags: `messages.0.content.1` (SDK). */
  readonly place: string;
  readonly mediaType: string;
  readonly data: string;
  /** Undefined when it is none of the four kinds. */
  readonly header: ImageHeader | undefined;
}

interface Images {
  /** How many image blocks there are, of every source. */
  readonly count: number;
  readonly inline: readonly Image[];
}

const MEGABYTE = 1024 * 1024;
const LARGEST_SIDE = 8000;
/** "More than 20 images" in a request, those of earlier turns and of tool results too (vision docs of 2026). */
const MANY_IMAGES = 20;
const LARGEST_SIDE_OF_MANY = 2000;
/** "100 per request on the API, for models with a 200k-token context window", "600 for all other models" (vision docs). */
const MOST_IMAGES = 600;
const MOST_IMAGES_IN_200K = 100;
const WINDOW_OF_200K = 200_000;
/**
 * White space and the two letters of the other alphabet are left alone: what the API makes of them is not known.
 * What is no base64 at all shows early, and images are long.
 */
const NOT_BASE64 = /[^A-Za-z0-9+/=_\s-]/;
const BEGINNING = 1000;

/** Where a block holds others that may be images, with the tags of unions and without. */
interface Inner {
  readonly path: string;
  readonly place: string;
  readonly content: unknown;
}

/** The content of a tool result, or of a document made of blocks. */
function innerOf(block: Block): Inner | undefined {
  if (block.type === 'tool_result') {
    return { path: 'tool_result.content', place: 'content', content: block['content'] };
  }
  const { source } = block;
  if (block.type !== 'document' || !isRecord(source) || source['type'] !== 'content') {
    return undefined;
  }
  return {
    path: 'document.source.content.content',
    place: 'source.content',
    content: source['content'],
  };
}

class Gathering {
  count = 0;
  readonly inline: Image[] = [];

  take(block: Block, path: string, place: string): void {
    if (block.type !== 'image') return this.#takeInner(block, path, place);
    this.count++;
    const { source } = block;
    if (!isRecord(source) || source['type'] !== 'base64') return;
    const inline = { type: 'base64', ...source };
    const data = textField(inline, 'data');
    this.inline.push({
      path: `${path}.image.source.base64`,
      place,
      mediaType: textField(inline, 'media_type'),
      data,
      header: readImageHeader(data),
    });
  }

  takeEntry({ index, blocks }: Entry): void {
    for (const [position, block] of blocks.entries()) {
      const path = `messages.${index}.content.${position}`;
      this.take(block, path, path);
    }
  }

  /** A result may hold a document, and that images: no block goes deeper. */
  #takeInner(block: Block, path: string, place: string): void {
    const inner = innerOf(block);
    if (!Array.isArray(inner?.content)) return;
    for (const [nested, each] of blocksOf(inner.content).entries()) {
      if (each.type === 'tool_result') continue;
      this.take(each, `${path}.${inner.path}.${nested}`, `${place}.${inner.place}.${nested}`);
    }
  }
}

function imagesOf({ entries }: CheckedRequest): Images {
  const gathering = new Gathering();
  for (const entry of entries) gathering.takeEntry(entry);
  return gathering;
}

/** A rule about each image by itself. */
function imageRule(
  rule: Omit<Rule, 'stage' | 'check'>,
  say: (image: Image) => string | undefined,
): Rule {
  return {
    ...rule,
    stage: 'meaning',
    *check(request) {
      for (const image of request.derive(imagesOf).inline) {
        const words = say(image);
        if (words !== undefined) yield { path: image.place, message: words };
      }
    },
  };
}

/** Measured on the text, as every report with numbers has it: 6,275,800 bytes were a file of 4.7 MB. */
function tooManyBytes({ path, data }: Image, megabytes: number): string | undefined {
  const limit = megabytes * MEGABYTE;
  if (data.length <= limit) return undefined;
  return `${path}: image exceeds ${megabytes} MB maximum: ${data.length} bytes > ${limit} bytes`;
}

function longestSide({ header }: Image): number {
  return Math.max(header?.size?.width ?? 0, header?.size?.height ?? 0);
}

/** One finding for all images over a limit; the text names the first, the details name all. */
function* tooLarge(
  images: readonly Image[],
  limit: number,
  words: (limit: number) => string,
): Iterable<Finding> {
  const over = images.filter((image) => longestSide(image) > limit);
  const [first] = over;
  if (first === undefined) return;
  yield {
    path: first.place,
    message: `${first.path}.data: At least one of the image dimensions exceed max allowed size${words(limit)}`,
    details: {
      error_code: 'image_dimensions_too_large',
      max_side_length_pixels: limit,
      paths: over.map(({ place }) => place),
    },
  };
}

export const imageRules: readonly Rule[] = [
  imageRule(
    {
      id: 'image-empty',
      summary: 'An image has data.',
      confidence: 'B',
      facts: ['I06'],
      source: 'I06 and reports of 2025, one with a request id (anthropics/claude-code#12750)',
    },
    ({ data, path }) => (data === '' ? `${path}: image cannot be empty` : undefined),
  ),
  imageRule(
    {
      id: 'image-not-base64',
      summary: 'The data of an image is base64, without the `data:` of a URL in front.',
      confidence: 'B',
      source:
        'reports of 2024 and 2026 (anthropics/anthropic-sdk-typescript#603, openclaw/openclaw#13784)',
    },
    ({ data, path }) =>
      NOT_BASE64.test(data.slice(0, BEGINNING)) ? `${path}: invalid base64 data` : undefined,
  ),
  imageRule(
    {
      id: 'image-too-many-bytes',
      summary: 'The base64 text of an image has at most 10 MB.',
      confidence: 'B',
      facts: ['I01'],
      source:
        'I01 has 5 MB and, newer, 10 MB; the newer one counts. Its numbers are lengths of the base64 text, not of the file (lobehub/lobehub#14711, openclaw/openclaw#5344, can1357/oh-my-pi#10633)',
    },
    (image) => tooManyBytes(image, 10),
  ),
  imageRule(
    {
      id: 'image-over-5-mb',
      summary: 'The base64 text of an image has at most 5 MB.',
      confidence: 'B',
      facts: ['I01'],
      doubt: 'the limit of 2025 and early 2026; newer answers say 10 MB',
      source: 'I01, the older of its two limits',
    },
    (image) => (tooManyBytes(image, 10) === undefined ? tooManyBytes(image, 5) : undefined),
  ),
  imageRule(
    {
      id: 'image-type-mismatch',
      summary: 'The bytes of an image are of the kind that its media type says.',
      confidence: 'B',
      facts: ['I04'],
      source:
        'I04: reports up to the end of 2025; reports since April 2026 word it `….base64: The image was specified using the image/png media type, but the image appears to be a image/jpeg image`',
    },
    ({ header, mediaType, path }) =>
      header !== undefined && header.type !== mediaType
        ? `${path}.data: Image does not match the provided media type ${mediaType}`
        : undefined,
  ),
  imageRule(
    {
      id: 'image-unreadable',
      summary: 'The bytes of an image can be read as one.',
      confidence: 'B',
      facts: ['I05'],
      doubt: 'tests send placeholders in place of images, and only the header is looked at here',
      source: 'I05: several public reports, without a path',
    },
    ({ header, data }) =>
      data !== '' && header?.size === undefined ? 'Could not process image' : undefined,
  ),
  {
    id: 'image-dimensions',
    stage: 'meaning',
    summary: `No side of an image is longer than ${LARGEST_SIDE} pixels.`,
    confidence: 'A',
    facts: ['I02', '3.4'],
    source: 'I02: with a request id; the code and its details: SDK ImageDimensionsTooLargeError',
    check: (request) =>
      tooLarge(request.derive(imagesOf).inline, LARGEST_SIDE, (limit) => `: ${limit} pixels`),
  },
  {
    id: 'image-dimensions-of-many',
    stage: 'meaning',
    summary: `With more than ${MANY_IMAGES} images no side of one is longer than ${LARGEST_SIDE_OF_MANY} pixels.`,
    confidence: 'B',
    facts: ['I03', '3.4'],
    source: 'I03: several reports with request ids; how many are many: vision docs of 2026',
    *check(request) {
      const { count, inline } = request.derive(imagesOf);
      if (count <= MANY_IMAGES) return;
      yield* tooLarge(
        inline,
        LARGEST_SIDE_OF_MANY,
        (limit) => ` for many-image requests: ${limit} pixels`,
      );
    },
  },
  {
    id: 'images-too-many',
    stage: 'meaning',
    summary: `A request has at most ${MOST_IMAGES} images, ${MOST_IMAGES_IN_200K} where the context window is 200k tokens; those of earlier turns and of tool results count.`,
    confidence: 'A',
    source:
      'vision docs of 2026; the text: many reports, three with request ids (anthropics/claude-code#19822), all of the limit of 100. Pages of PDFs count too, and are not counted here',
    *check(request) {
      const { contextWindow } = traitsOf(request);
      if (contextWindow === undefined || mayBeShortened(request)) return;
      const most = contextWindow > WINDOW_OF_200K ? MOST_IMAGES : MOST_IMAGES_IN_200K;
      const { count } = request.derive(imagesOf);
      if (count > most) {
        yield { message: `Too much media: 0 document pages + ${count} images > ${most}` };
      }
    },
  },
];
