/** Images: empty, too large in bytes or pixels, of another kind than they say; wherever they stand. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { gif, jpeg, png } from '../support/images.ts';
import { body, send } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';

type Json = Record<string, unknown>;

const user = (...content: Json[]): Json => ({ role: 'user', content });
const image = (data: string, kind = 'png'): Json => ({
  type: 'image',
  source: { type: 'base64', media_type: `image/${kind}`, data },
});
const linked: Json = { type: 'image', source: { type: 'url', url: 'https://x.test/a.png' } };
const seen = (...images: Json[]): Json => body({ messages: [user(...images)] });
const returned = (...content: Json[]): Json =>
  body({
    messages: [
      user({ type: 'text', text: 'x' }),
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
      user({ type: 'tool_result', tool_use_id: 'a', content }),
    ],
  });
const within = (...content: Json[]): Json =>
  seen({ type: 'document', source: { type: 'content', content } });

/** The same conversation, with more at its end. */
const withMore = (sent: Json, ...images: Json[]): Json => ({
  ...sent,
  messages: [...(sent['messages'] as Json[]), user(...images)],
});

/** An image whose text has so many characters. */
const long = (characters: number): string => png(9, 9).padEnd(characters, 'A');
const MB = 1024 * 1024;
const small = image(png(9, 9));

const at = (path: string): string => `${path}.image.source.base64`;
const TOO_LARGE = 'At least one of the image dimensions exceed max allowed size';
const sides = (path: string): string =>
  `${refused(`${at(path)}.data: ${TOO_LARGE}: 8000 pixels`)} [image_dimensions_too_large]`;
const manySides = (path: string): string =>
  `${refused(`${at(path)}.data: ${TOO_LARGE} for many-image requests: 2000 pixels`)} [image_dimensions_too_large]`;
const bytes = (limit: number, count: number): string =>
  refused(
    `${at('messages.0.content.0')}: image exceeds ${limit} MB maximum: ${count} bytes > ${limit * MB} bytes`,
  );
const times = (count: number, block: Json): Json[] => Array.from({ length: count }, () => block);

checkCases([
  {
    name: 'an image without data',
    rule: 'image-empty',
    facts: ['I06'],
    sent: seen(image('')),
    answer: refused(`${at('messages.0.content.0')}: image cannot be empty`),
    accepted: seen(small),
  },
  {
    name: 'the URL of an image as its data',
    rule: 'image-not-base64',
    sent: seen(image(`data:image/png;base64,${png(9, 9)}`)),
    answer: refused(`${at('messages.0.content.0')}: invalid base64 data`),
    accepted: seen(small),
  },
  {
    name: 'an image of more than 10 MB',
    rule: 'image-too-many-bytes',
    facts: ['I01'],
    sent: seen(image(long(10 * MB + 4))),
    answer: bytes(10, 10 * MB + 4),
    accepted: seen(image(long(10 * MB))),
  },
  {
    name: 'an image of more than 5 MB, if asked to',
    rule: 'image-over-5-mb',
    facts: ['I01'],
    simulation: { refuse: ['image-over-5-mb'] },
    sent: seen(image(long(5 * MB + 4))),
    answer: bytes(5, 5 * MB + 4),
    accepted: seen(image(long(5 * MB))),
  },
  {
    name: 'a PNG that says it is a JPEG',
    rule: 'image-type-mismatch',
    facts: ['I04'],
    sent: seen(image(png(9, 9), 'jpeg')),
    answer: refused(
      `${at('messages.0.content.0')}.data: Image does not match the provided media type image/jpeg`,
    ),
    accepted: seen(image(jpeg(9, 9), 'jpeg')),
  },
  {
    name: 'a GIF in a tool result that says it is a WebP',
    rule: 'image-type-mismatch',
    facts: ['I04'],
    sent: returned({ type: 'text', text: 'x' }, image(gif(9, 9), 'webp')),
    answer: refused(
      `${at('messages.2.content.0.tool_result.content.1')}.data: Image does not match the provided media type image/webp`,
    ),
    accepted: returned({ type: 'text', text: 'x' }, image(gif(9, 9), 'gif')),
  },
  {
    name: 'bytes that are no image, if asked to',
    rule: 'image-unreadable',
    facts: ['I05'],
    simulation: { refuse: ['image-unreadable'] },
    sent: seen(image('iVBORw0KGgo=')),
    answer: refused('Could not process image'),
    accepted: seen(small),
  },
  {
    name: 'a side of more than 8000 pixels',
    rule: 'image-dimensions',
    facts: ['I02', '3.4'],
    sent: seen(small, image(png(9, 8001))),
    answer: sides('messages.0.content.1'),
    accepted: seen(small, image(png(9, 8000))),
  },
  {
    name: 'a side of more than 8000 pixels in a tool result',
    rule: 'image-dimensions',
    facts: ['I02'],
    sent: returned(image(jpeg(8001, 9, 60_000), 'jpeg')),
    answer: sides('messages.2.content.0.tool_result.content.0'),
    accepted: returned(image(jpeg(8000, 9, 60_000), 'jpeg')),
  },
  {
    name: 'a side of more than 2000 pixels in one of 21 images',
    rule: 'image-dimensions-of-many',
    facts: ['I03', '3.4'],
    sent: seen(...times(20, linked), image(gif(2001, 9), 'gif')),
    answer: manySides('messages.0.content.20'),
    accepted: seen(...times(19, linked), image(gif(2001, 9), 'gif')),
  },
  {
    name: 'a side of more than 2000 pixels in one of 21 images of a document',
    rule: 'image-dimensions-of-many',
    facts: ['I03'],
    sent: within(...times(20, small), image(png(2001, 9))),
    answer: manySides('messages.0.content.0.document.source.content.content.20'),
    accepted: within(...times(20, small), image(png(2000, 9))),
  },
  {
    name: 'more than 100 images where the window is 200k tokens',
    rule: 'images-too-many',
    sent: { ...seen(...times(101, linked)), model: 'claude-haiku-4-5' },
    answer: refused('Too much media: 0 document pages + 101 images > 100'),
    accepted: { ...seen(...times(100, linked)), model: 'claude-haiku-4-5' },
  },
  {
    name: 'more than 600 images in results and in messages together',
    rule: 'images-too-many',
    sent: withMore(returned(...times(300, linked)), ...times(301, linked)),
    answer: refused('Too much media: 0 document pages + 601 images > 600'),
    accepted: withMore(returned(...times(300, linked)), ...times(300, linked)),
  },
]);

test('counts no images against a model it does not know, or where the server may drop some', async () => {
  const many = seen(...times(601, linked));
  const unknown = await send(simulate(['Fine.']), { ...many, model: 'claude-test' });
  expect(unknown.status, unknown.text).toBe(200);
  const edits = [{ type: 'clear_tool_uses_20250919' }];
  const cleared = await send(
    simulate(['Fine.']),
    { ...many, context_management: { edits } },
    { headers: { 'anthropic-beta': 'context-management-2025-06-27' } },
  );
  expect(cleared.status, cleared.text).toBe(200);
});

test('names every image over the limit in the details, as the SDK types them', async () => {
  const large = image(png(9000, 9));
  const sent = returned(small, large, large);
  (sent['messages'] as Json[]).push(user(large));
  const answer = await send(simulate(['Fine.']), sent);
  expect(answer.body.error.details).toEqual({
    error_code: 'image_dimensions_too_large',
    max_side_length_pixels: 8000,
    paths: [
      'messages.2.content.0.content.1',
      'messages.2.content.0.content.2',
      'messages.3.content.0',
    ],
  });
});

test('only notes placeholders, and images between the old limit and the new', async () => {
  const simulation = simulate(['Fine.', 'Fine.']);
  const shortest = await send(simulation, seen(image('iVBORw0KGgo='), image('AAAA')));
  expect(shortest.status).toBe(200);
  expect((await send(simulation, seen(image(long(6 * MB))))).status).toBe(200);
  expect(simulation.notes.map(({ rule, exchange }) => [exchange, rule])).toEqual([
    [0, 'image-unreadable'],
    [0, 'image-unreadable'],
    [1, 'image-over-5-mb'],
  ]);
});

test('says the same when tokens are counted', async () => {
  const { max_tokens: _left, ...sent } = seen(image(''));
  const answer = await send(simulate([]), sent, { path: '/v1/messages/count_tokens' });
  expect(answer.body.error.message).toBe(`${at('messages.0.content.0')}: image cannot be empty`);
});
