/** Any good conversation, asked request by request, keeps everything; any change to what was said before is found. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeInvariants, type InvariantViolation } from '../../src/invariants/index.ts';
import type { Transcript } from '../../src/transcript/transcript.ts';
import { conversation, type Message } from '../../testing/arbitraries/conversation.ts';
import { thought, transcript, type Asked, type Json } from './transcripts.ts';

/** The requests that such a conversation is made of; each reply begins with thinking. */
const requests = conversation().map(({ messages, tools }) => {
  const thoughtful = messages.map((message, index) =>
    message.role === 'assistant'
      ? { ...message, content: [thought(`s${index}`), ...message.content] }
      : message,
  );
  return thoughtful.flatMap(({ role }, index): Asked[] => {
    if (role !== 'user') return [];
    const reply = (thoughtful[index + 1] as Message | undefined)?.content ?? ['Done.'];
    return [{ messages: thoughtful.slice(0, index + 1) as Json[], reply, body: { tools } }];
  });
});

const violationsOf = (judged: Transcript): readonly InvariantViolation[] =>
  judgeInvariants(judged, { run: { ending: { type: 'answered', answer: '' } } }).violations;

test('a good conversation keeps every invariant, with and without what is known of its requests', () => {
  fc.assert(
    fc.property(requests, (asked) => {
      expect(violationsOf(transcript(...asked))).toEqual([]);
    }),
  );
});

interface Change {
  readonly name: string;
  /** Changes a copy of a message that was sent before, in a copy of the messages. */
  apply(messages: Json[], at: number): void;
  readonly invariants: readonly string[];
}

type Content = { content: Json[] };

/** A block with text of its own, whatever it was. */
const other: Json = { type: 'text', text: 'something else' };

const changes: readonly Change[] = [
  {
    name: 'a message left out',
    apply: (messages, at) => void messages.splice(at, 1),
    invariants: ['history-grows', 'history-unchanged'],
  },
  {
    name: 'a block added',
    apply: (messages, at) => void (messages[at] as Content).content.push(other),
    invariants: ['history-unchanged'],
  },
  {
    name: 'a block replaced',
    apply: (messages, at) => void (messages[at] as Content).content.splice(-1, 1, other),
    invariants: ['history-unchanged'],
  },
  {
    name: 'a signature lost',
    apply(messages, at) {
      const { content } = messages[at] as Content;
      const place = content.findIndex(({ type }) => type === 'thinking');
      if (place !== -1) content[place] = { ...content[place], signature: '' };
    },
    invariants: ['thinking-unchanged'],
  },
];

test('whatever is changed in what was said before is found, in the request that changes it', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(
      requests,
      fc.constantFrom(...changes),
      fc.nat(),
      fc.nat(),
      (asked, change, p, q) => {
        fc.pre(asked.length > 1);
        const which = 1 + (p % (asked.length - 1));
        const before = asked[which]!.messages;
        // The last message of a request is new in it.
        const at = q % (before.length - 1);
        const messages = structuredClone(before) as Json[];
        change.apply(messages, at);
        fc.pre(JSON.stringify(messages) !== JSON.stringify(before));
        const found = violationsOf(
          transcript(...asked.with(which, { ...asked[which]!, messages })),
        );
        const [first] = found.filter(({ invariant }) =>
          ['history-grows', 'history-unchanged', 'thinking-unchanged'].includes(invariant),
        );
        expect(change.invariants).toContain(first?.invariant);
        expect(first!.place).toMatchObject({ exchange: which, message: at });
        seen.set(change.name, (seen.get(change.name) ?? 0) + 1);
      },
    ),
    { numRuns: 600 },
  );
  for (const { name } of changes) expect(seen.get(name), name).toBeGreaterThan(20);
});
