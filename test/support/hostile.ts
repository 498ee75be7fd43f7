/** Conversations that mean harm to whoever shows them. */
import fc from 'fast-check';

/** Any text, and these pieces in any order. */
export function hostileText(pieces: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join('')),
  );
}

/** Up to five messages, mostly in the form of the API, of such texts; `other` stands wherever anything may. */
export function hostileMessages(
  hostile: fc.Arbitrary<string>,
  other: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown[]> {
  const id = fc.oneof(fc.constantFrom('a', 'b'), hostile);
  const block = fc.oneof(
    fc.record({ type: fc.constantFrom('text', 'thinking'), text: hostile, thinking: hostile }),
    fc.record({
      type: fc.constant('tool_use'),
      id,
      name: hostile,
      input: fc.dictionary(hostile, fc.oneof(hostile, other)),
    }),
    fc.record({
      type: fc.constant('tool_result'),
      tool_use_id: id,
      content: fc.oneof(hostile, other),
      is_error: fc.boolean(),
    }),
    fc.record({ type: hostile, x: hostile }),
    other,
  );
  const message = fc.record({
    role: fc.oneof(fc.constantFrom('user', 'assistant'), hostile),
    content: fc.oneof(hostile, fc.array(block, { maxLength: 4 }), other),
  });
  return fc.array(fc.oneof({ weight: 6, arbitrary: message }, other), { maxLength: 5 });
}
