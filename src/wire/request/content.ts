/** What a message is made of besides tool traffic: text, images, documents, search results, thinking. */
import { either, exactly, list, nullish, oneOf, optional } from '../schema/build.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import { cacheControl } from './caching.ts';
import { citationsConfig, textCitations } from './citations.ts';
import { model, tagged } from './model.ts';
import { filledText, modelName, shortText, string, unknown } from './scalars.ts';

export const text: ObjectSchema = model('TextBlockParam', {
  type: exactly('text'),
  text: string,
  cache_control: cacheControl,
  citations: textCitations,
});

const imageSource = tagged(
  model('Base64ImageSource', {
    type: exactly('base64'),
    data: string,
    media_type: oneOf('image/jpeg', 'image/png', 'image/gif', 'image/webp'),
  }),
  model('URLImageSource', { type: exactly('url'), url: string }),
  model('FileImageSource', { type: exactly('file'), file_id: string }),
);

export const image: ObjectSchema = model('ImageBlockParam', {
  type: exactly('image'),
  source: imageSource,
  cache_control: cacheControl,
  transformations: nullish(
    model('ImageTransformationsParam', {
      oversized_image: optional(oneOf('downsize', 'error')),
    }),
  ),
});

const documentSource = tagged(
  model('Base64PDFSource', {
    type: exactly('base64'),
    data: string,
    media_type: exactly('application/pdf'),
  }),
  model('PlainTextSource', {
    type: exactly('text'),
    data: string,
    media_type: exactly('text/plain'),
  }),
  model('ContentBlockSource', {
    type: exactly('content'),
    content: either(list(tagged(text, image)), string),
  }),
  model('URLPDFSource', { type: exactly('url'), url: string }),
  model('FileDocumentSource', { type: exactly('file'), file_id: string }),
);

export const document: ObjectSchema = model('RequestDocumentBlock', {
  type: exactly('document'),
  source: documentSource,
  cache_control: cacheControl,
  citations: nullish(citationsConfig),
  context: nullish(filledText),
  title: shortText(500),
});

export const searchResult: ObjectSchema = model('SearchResultBlockParam', {
  type: exactly('search_result'),
  content: list(text),
  source: string,
  title: string,
  cache_control: cacheControl,
  citations: optional(citationsConfig),
});

export const thinking: ObjectSchema = model('ThinkingBlockParam', {
  type: exactly('thinking'),
  thinking: string,
  // `"signature": null` answers `….thinking.signature.str: Input should be a valid string` (many reports, 2026).
  signature: { ...string, typeStep: 'str' },
});

export const redactedThinking: ObjectSchema = model('RedactedThinkingBlockParam', {
  type: exactly('redacted_thinking'),
  data: string,
});

export const containerUpload: ObjectSchema = model('ContainerUploadBlockParam', {
  type: exactly('container_upload'),
  file_id: string,
  cache_control: cacheControl,
});

const fallbackInfo = model('FallbackInfoParam', { model: modelName });

/** The seam where a fallback model took over (6.7). */
export const fallback: ObjectSchema = model('FallbackBlockParam', {
  type: exactly('fallback'),
  from: fallbackInfo,
  to: fallbackInfo,
  // "Any object or null is allowed" (SDK); not looked into.
  trigger: optional(unknown),
});
