/** Several conversations as one text. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTranscript, formatTranscripts } from '../../src/transcript/format-transcript.ts';

const conversation = fc
  .array(fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.string() }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((messages) => ({ messages }));

test('one stands as it is, several are numbered and can be told apart, none is no text', () => {
  fc.assert(
    fc.property(fc.array(conversation, { maxLength: 4 }), (transcripts) => {
      const text = formatTranscripts(transcripts);
      const each = transcripts.map((transcript) => formatTranscript(transcript));
      if (each.length < 2) expect(text).toBe(each.join(''));
      else {
        const parts = text.split(/^conversation \d+\n/m).slice(1);
        expect(parts.map((part) => part.trimEnd().replaceAll(/^ {2}/gm, ''))).toEqual(each);
      }
    }),
  );
});

test('two conversations', () => {
  const messages = [
    { role: 'user', content: 'Hi.' },
    { role: 'assistant', content: 'Hello.' },
  ];
  expect(formatTranscripts([{ messages }, { messages: messages.slice(0, 1) }])).toBe(
    'conversation 1\n  user: text\n  assistant: text\nconversation 2\n  user: text',
  );
});
