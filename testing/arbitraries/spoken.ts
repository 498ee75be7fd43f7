/** What a model says around its calls: few words mostly, and now and then everything that Unicode has. */
import * as fc from 'fast-check';
import type { WrittenBlock } from '../../src/scenario/written.ts';

/** Texts that go wrong where bytes, UTF-16 units, code points and characters are taken for one another. */
const ODD_TEXTS = [
  '東京',
  'e\u0301\u0302',
  '\u{1F469}\u200D\u{1F680}',
  '\u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627',
  'a\u2028b\u2029c',
  'a\u0000b\u007F',
  '\u202Edesrever',
  '\u{10FFFF}',
  '\uFEFFbom',
  '"quoted" \\ {"a": 1}',
  'data: {"type":"ping"}\n\nevent: ping',
  '\r\n\t-',
];

/** Shrinks to the plain texts first, then to shorter ones. Never blank, which the API would not take back. */
export function spokenText(): fc.Arbitrary<string> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 8, arbitrary: fc.constantFrom('Hm.', 'Let me look.', 'One moment, please.') },
    { weight: 3, arbitrary: fc.constantFrom(...ODD_TEXTS) },
    {
      weight: 1,
      arbitrary: fc
        .string({ unit: 'binary', minLength: 1, maxLength: 20 })
        .filter((text) => text.trim() !== ''),
    },
  );
}

export type BlockKind = 'text' | 'thinking' | 'redacted_thinking';

export const blockKinds: readonly BlockKind[] = ['text', 'thinking', 'redacted_thinking'];

const BLOCKS: Readonly<Record<BlockKind, () => fc.Arbitrary<WrittenBlock>>> = {
  text: spokenText,
  thinking: () => spokenText().map((thinking) => ({ thinking })),
  redacted_thinking: () => fc.constant({ redacted_thinking: null }),
};

/** None to two blocks; thinking stands in front of text, as models do it. */
export function spoken(kinds: readonly BlockKind[]): fc.Arbitrary<readonly WrittenBlock[]> {
  const ofKind = (kind: BlockKind): fc.Arbitrary<readonly WrittenBlock[]> =>
    BLOCKS[kind]().map((block) => [block]);
  const wanted = blockKinds.filter((kind) => kinds.includes(kind));
  const nothing = fc.constant<readonly WrittenBlock[]>([]);
  if (wanted.length === 0) return nothing;
  const thoughts = wanted.filter((kind) => kind !== 'text').map(ofKind);
  const both = fc.tuple(fc.oneof(nothing, ...thoughts), ofKind('text')).map((all) => all.flat());
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: nothing },
    ...wanted.map((kind) => ({ weight: 1, arbitrary: ofKind(kind) })),
    ...(kinds.includes('text') ? [{ weight: 1, arbitrary: both }] : []),
  );
}
