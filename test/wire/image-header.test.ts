/** The size of images of every kind, as other programs wrote them. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readImageHeader } from '../../src/wire/image-header.ts';
import { gif, jpeg, png } from '../support/images.ts';

const size = { width: 37, height: 21 };
const NO_TABLE = `${'/'.repeat(86)}2wBDAf${'/'.repeat(86)}`;

test.each([
  [
    'image/png',
    'iVBORw0KGgoAAAANSUhEUgAAACUAAAAVCAIAAABOhrD5AAAAJklEQVR4nGM8IWfDQEfARE/LRu0btW/UvlH7Ru0btW/UvlH7qAAAMW0BTGz0GRcAAAAASUVORK5CYII=',
  ],
  [
    'image/gif',
    'R0lGODdhJQAVAIEAAMgePAAAAAAAAAAAACwAAAAAJQAVAEAILwABCBxIsKDBgwgTKlzIsKHDhxAjSpxIsaLFixgzatzIsaPHjyBDihxJsqRJkgEBADs=',
  ],
  // Lossy, lossless, and with transparency.
  [
    'image/webp',
    'UklGRkIAAABXRUJQVlA4IDYAAAAwAwCdASolABUAP83m7XA/uDIrJWgD8DmJZwDLLA8Kvu4AAP7Qx7//WuVtoBJrErbLdAAAAAA=',
  ],
  ['image/webp', 'UklGRh4AAABXRUJQVlA4TBEAAAAvJAAFAAdQjyKXp/+BiOh/AAA='],
  [
    'image/webp',
    'UklGRlgAAABXRUJQVlA4WAoAAAAQAAAAJAAAFAAAQUxQSAoAAAABB1CyiAhERP8DVlA4ICgAAADwAgCdASolABUAP83m7XA/uDIrJWgD8DmJaQAAKUNt8AD+6WOCgAAA',
  ],
  // Baseline and progressive, up to the frame.
  ['image/jpeg', `/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP${NO_TABLE}wAARCAAVACUDASIAAhEBAxEB`],
  ['image/jpeg', `/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP${NO_TABLE}wgARCAAVACUDASIAAhEBAxEB`],
])('reads the header of %s', (type, base64) => {
  expect(readImageHeader(base64)).toEqual({ type, size });
});

test('finds the frame of a JPEG behind its metadata', () => {
  expect(readImageHeader(jpeg(9001, 3, 60_000))?.size).toEqual({ width: 9001, height: 3 });
});

test.each(['', 'AAAA', 'nonsense', '%%%%', 'data:image/png;base64,iVBORw0KGgo=', 'UklGRg=='])(
  'knows no kind of %j',
  (base64) => expect(readImageHeader(base64)).toBeUndefined(),
);

test.each(['iVBORw0KGgo=', '/9j/', 'R0lGODlh', 'UklGRgAAAABXRUJQ', '/9j/4AAA', png(0, 5)])(
  'knows the kind and no size of %s',
  (base64) => {
    expect(readImageHeader(base64)).toMatchObject({ size: undefined });
  },
);

test('reads any cut or changed image without a throw', () => {
  const images = [png(100, 50), jpeg(100, 50), gif(100, 50)];
  fc.assert(
    fc.property(fc.constantFrom(...images), fc.nat(), fc.string(), (image, place, piece) => {
      const at = place % image.length;
      readImageHeader(image.slice(0, at) + piece);
      readImageHeader(image.slice(0, at) + piece + image.slice(at));
    }),
    { numRuns: 500 },
  );
});
