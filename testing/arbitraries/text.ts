/** Text as people and models write it: words, white space, every plane of Unicode. */
import * as fc from 'fast-check';

/** Text with at least one character that is not white space. Never a lone surrogate. */
export function readableText(): fc.Arbitrary<string> {
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.lorem({ maxCount: 6 }) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }) },
    )
    .filter((text) => text.trim() !== '');
}
