/** A conversation as it stands on a terminal. */
import { expect, test } from 'vitest';
import { checkInvariants, formatTranscript } from '../../fakes/index.ts';
import { toldConversation } from './told.ts';

test('shows everything in 80 columns', async () => {
  const transcript = await toldConversation();
  const invariants = checkInvariants(transcript);
  expect(formatTranscript(transcript, { columns: 80, invariants })).toMatchInlineSnapshot(`
    "0 user
      What will the weather be in Lisbon and Atlantis?

    1 assistant
      [0] · turn 1 · tool_use · 34 in, 75 out · 5 ms
      thinking: Two cities, so two looks at once.
      Let me look at both.
      weather toolu_lisbon
        { "city": "Lisbon", "days": 2 }
        → no result
      weather toolu_atlantis
        { "city": "Atlantis", "days": 2 }
        → error: There is ␛[31mno city␛[0m.

    2 user
      ! refused tool-result-missing at messages.2
        messages.2: \`tool_use\` ids were found without \`tool_result\` blocks
        immediately after: toolu_lisbon. Each \`tool_use\` block must have a
        corresponding \`tool_result\` block in the next message.
      ! invariant broken one-result-per-call at messages.2
        the call toolu_lisbon has no result
      tool_result toolu_9
        → sunny
      ! refused tool-result-unexpected at messages.2.content.1
        messages.2.content.1: unexpected \`tool_use_id\` found in \`tool_result\`
        blocks: toolu_9. Each \`tool_result\` block must have a corresponding
        \`tool_use\` block in the previous message.
      ! invariant broken matching-ids at messages.2.content.1
        the result for toolu_9 answers no call of the turn before it: expected
        toolu_lisbon

    refused 400 invalid_request_error · [1] · 5 ms
      messages.2.content.1: unexpected \`tool_use_id\` found in \`tool_result\` blocks:
      toolu_9. Each \`tool_result\` block must have a corresponding \`tool_use\` block
      in the previous message.

    From message 1 on it went another way:

    1 assistant
      [0] · turn 1 · tool_use · 34 in, 75 out · 5 ms
      thinking: Two cities, so two looks at once.
      Let me look at both.
      weather toolu_lisbon
        { "city": "Lisbon", "days": 2 }
        → Lisbon: sunny. It stays like that. It stays like that. It stays like that.
          It stays like that. It stays like that. It stays like that. It stays like
          that. It stays like that. It stays like that. It stays like that. It stays
          like that. It stays like that. It stays like that. It stays like that. It
          stays like that. It stays like that. It stays like that. It stays like
          that. It stays like that. It stays like that. It stays like that. It stays
          like that. It stays like that. It stays like that. It stays like that. It
          stays like that. It stays like that. It stays like that. It stays like
        … 1,214 characters in all
      weather toolu_atlantis
        { "city": "Atlantis", "days": 2 }
        → error: There is ␛[31mno city␛[0m.

    failed 529 overloaded_error · [2] · 5 ms
      Overloaded

    3 assistant
      [3] · turn 3 · end_turn · 508 in, 7 out · 5 ms
      Lisbon is sunny. 東京は晴れです。"
  `);
});

test('shows everything in 40 columns', async () => {
  const transcript = await toldConversation();
  expect(formatTranscript(transcript, { columns: 40, lines: 3 })).toMatchInlineSnapshot(`
    "0 user
      What will the weather be in Lisbon and
      Atlantis?

    1 assistant
      [0] · turn 1 · tool_use · 34 in, 75
      out · 5 ms
      thinking: Two cities, so two looks at
      once.
      Let me look at both.
      weather toolu_lisbon
        { "city": "Lisbon", "days": 2 }
        → no result
      weather toolu_atlantis
        { "city": "Atlantis", "days": 2 }
        → error: There is ␛[31mno city␛[0m.

    2 user
      ! refused tool-result-missing at
        messages.2
        messages.2: \`tool_use\` ids were
        found without \`tool_result\` blocks
        immediately after: toolu_lisbon.
        … 188 characters in all
      tool_result toolu_9
        → sunny
      ! refused tool-result-unexpected at
        messages.2.content.1
        messages.2.content.1: unexpected
        \`tool_use_id\` found in \`tool_result\`
        blocks: toolu_9. Each \`tool_result\`
        … 179 characters in all

    refused 400 invalid_request_error · [1]
    · 5 ms
      messages.2.content.1: unexpected
      \`tool_use_id\` found in \`tool_result\`
      blocks: toolu_9. Each \`tool_result\`
      … 179 characters in all

    From message 1 on it went another way:

    1 assistant
      [0] · turn 1 · tool_use · 34 in, 75
      out · 5 ms
      thinking: Two cities, so two looks at
      once.
      Let me look at both.
      weather toolu_lisbon
        { "city": "Lisbon", "days": 2 }
        → Lisbon: sunny. It stays like that.
          It stays like that. It stays like
          that. It stays like that. It stays
        … 1,214 characters in all
      weather toolu_atlantis
        { "city": "Atlantis", "days": 2 }
        → error: There is ␛[31mno city␛[0m.

    failed 529 overloaded_error · [2] · 5 ms
      Overloaded

    3 assistant
      [3] · turn 3 · end_turn · 508 in, 7
      out · 5 ms
      Lisbon is sunny. 東京は晴れです。"
  `);
});

test('colours by role, and what is wrong', async () => {
  const transcript = await toldConversation();
  const paint = (tone: string, text: string): string => `<${tone}>${text}</>`;
  const invariants = checkInvariants(transcript);
  const painted = formatTranscript(transcript, { columns: 80, invariants, paint });
  expect(painted).toMatchInlineSnapshot(`
    "<app>0 user</>
      What will the weather be in Lisbon and Atlantis?

    <model>1 assistant</>
      <quiet>[0] · turn 1 · tool_use · 34 in, 75 out · 5 ms</>
      <quiet>thinking: Two cities, so two looks at once.</>
      Let me look at both.
      <tools>weather toolu_lisbon</>
        { "city": "Lisbon", "days": 2 }
        <bad>→ no result</>
      <tools>weather toolu_atlantis</>
        { "city": "Atlantis", "days": 2 }
        <bad>→ error: There is ␛[31mno city␛[0m.</>

    <app>2 user</>
      <bad>! refused tool-result-missing at messages.2</>
        <bad>messages.2: \`tool_use\` ids were found without \`tool_result\` blocks</>
        <bad>immediately after: toolu_lisbon. Each \`tool_use\` block must have a</>
        <bad>corresponding \`tool_result\` block in the next message.</>
      <note>! invariant broken one-result-per-call at messages.2</>
        <note>the call toolu_lisbon has no result</>
      <tools>tool_result toolu_9</>
        → sunny
      <bad>! refused tool-result-unexpected at messages.2.content.1</>
        <bad>messages.2.content.1: unexpected \`tool_use_id\` found in \`tool_result\`</>
        <bad>blocks: toolu_9. Each \`tool_result\` block must have a corresponding</>
        <bad>\`tool_use\` block in the previous message.</>
      <note>! invariant broken matching-ids at messages.2.content.1</>
        <note>the result for toolu_9 answers no call of the turn before it: expected</>
        <note>toolu_lisbon</>

    <bad>refused 400 invalid_request_error · [1] · 5 ms</>
      messages.2.content.1: unexpected \`tool_use_id\` found in \`tool_result\` blocks:
      toolu_9. Each \`tool_result\` block must have a corresponding \`tool_use\` block
      in the previous message.

    <quiet>From message 1 on it went another way:</>

    <model>1 assistant</>
      <quiet>[0] · turn 1 · tool_use · 34 in, 75 out · 5 ms</>
      <quiet>thinking: Two cities, so two looks at once.</>
      Let me look at both.
      <tools>weather toolu_lisbon</>
        { "city": "Lisbon", "days": 2 }
        → Lisbon: sunny. It stays like that. It stays like that. It stays like that.
          It stays like that. It stays like that. It stays like that. It stays like
          that. It stays like that. It stays like that. It stays like that. It stays
          like that. It stays like that. It stays like that. It stays like that. It
          stays like that. It stays like that. It stays like that. It stays like
          that. It stays like that. It stays like that. It stays like that. It stays
          like that. It stays like that. It stays like that. It stays like that. It
          stays like that. It stays like that. It stays like that. It stays like
        … 1,214 characters in all
      <tools>weather toolu_atlantis</>
        { "city": "Atlantis", "days": 2 }
        <bad>→ error: There is ␛[31mno city␛[0m.</>

    <bad>failed 529 overloaded_error · [2] · 5 ms</>
      Overloaded

    <model>3 assistant</>
      <quiet>[3] · turn 3 · end_turn · 508 in, 7 out · 5 ms</>
      Lisbon is sunny. 東京は晴れです。"
  `);
  const plain = formatTranscript(transcript, { columns: 80, invariants });
  expect(painted.replaceAll(/<\w*>|<\/>/g, '')).toBe(plain);
});

test('shows messages of which nothing more is known, whatever they are', () => {
  const messages = [
    null,
    { role: 'user', content: [5, { type: 'image', source: { type: 'url', url: 'https://a/b' } }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_2', name: 'look', input: 5 }] },
  ];
  expect(formatTranscript(messages, { columns: 60 })).toMatchInlineSnapshot(`
    "1 user
      no block: {}
      image: { "source": { "type": "url", "url": "https://a/b" }
      }

    2 assistant
      look toolu_1
        → no result

    3 assistant
      look toolu_2
        5
        → no result yet"
  `);
});

test('names exchanges as it is told to, and times only what has a time', async () => {
  const { messages, exchanges } = await toldConversation();
  const nameExchange = (index: number): string => `line ${index + 1}`;
  const shown = formatTranscript(
    { messages, exchanges },
    { columns: 80, nameExchange, isTimed: false },
  );
  expect(shown.split('\n').filter((line) => line.includes('line '))).toMatchInlineSnapshot(`
    [
      "  line 1 · turn 1 · tool_use · 34 in, 75 out",
      "failed 529 overloaded_error · line 3",
      "  line 4 · turn 3 · end_turn · 508 in, 7 out",
    ]
  `);
});
