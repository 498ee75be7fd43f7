/** What a message is made of besides tool traffic: text, images, documents, search results, thinking. */
import * as z from 'zod';
import { cacheControl } from './caching.ts';
import { citationsConfig, textCitations } from './citations.ts';
import { either, model, noted, tagged } from './model.ts';
import { exactly, modelName, nullishString, oneOf, string } from './scalars.ts';

export const text: z.ZodObject = model('TextBlockParam', {
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

export const image: z.ZodObject = model('ImageBlockParam', {
  type: exactly('image'),
  source: imageSource,
  cache_control: cacheControl,
  transformations: model('ImageTransformationsParam', {
    oversized_image: oneOf('downsize', 'error').optional(),
  }).nullish(),
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
    content: either(z.array(tagged(text, image)), string),
  }),
  model('URLPDFSource', { type: exactly('url'), url: string }),
  model('FileDocumentSource', { type: exactly('file'), file_id: string }),
);

export const document: z.ZodObject = model('RequestDocumentBlock', {
  type: exactly('document'),
  source: documentSource,
  cache_control: cacheControl,
  citations: citationsConfig.nullish(),
  context: nullishString,
  title: nullishString,
});

export const searchResult: z.ZodObject = model('SearchResultBlockParam', {
  type: exactly('search_result'),
  content: z.array(text),
  source: string,
  title: string,
  cache_control: cacheControl,
  citations: citationsConfig.optional(),
});

export const thinking: z.ZodObject = model('ThinkingBlockParam', {
  type: exactly('thinking'),
  thinking: string,
  // `"signature": null` answers `….thinking.signature.str: Input should be a valid string` (many reports, 2026).
  signature: noted(z.string(), { typeStep: 'str' }),
});

export const redactedThinking: z.ZodObject = model('RedactedThinkingBlockParam', {
  type: exactly('redacted_thinking'),
  data: string,
});

export const containerUpload: z.ZodObject = model('ContainerUploadBlockParam', {
  type: exactly('container_upload'),
  file_id: string,
  cache_control: cacheControl,
});

const fallbackInfo = model('FallbackInfoParam', { model: modelName });

/** The seam where a fallback model took over (6.7). */
export const fallback: z.ZodObject = model('FallbackBlockParam', {
  type: exactly('fallback'),
  from: fallbackInfo,
  to: fallbackInfo,
  // "Any object or null is allowed" (SDK); not looked into.
  trigger: z.unknown().optional(),
});
