/** What is refused of `metadata`. */
import { asRecord } from './json-value.ts';
import type { Rule } from './rule.ts';

/** One character before the `@` is enough, and a long id is read once. */
const EMAIL = /[\w+-]@[\w-]+\.[a-z]/i;

export const metadataRules: readonly Rule[] = [
  {
    id: 'user-id-personal',
    stage: 'meaning',
    about: ['metadata'],
    reads: 'parameters',
    summary: '`metadata.user_id` holds no email address.',
    confidence: 'B',
    source:
      'Messages reference; the text: BerriAI/litellm#10106, whose end is cut off after `value in`, and apps of 2026 that hash the address for it. What counts as an address is our guess, and of phone numbers no answer was captured',
    *check({ body }) {
      const id = asRecord(body['metadata'])['user_id'];
      if (typeof id !== 'string' || !EMAIL.test(id)) return;
      yield {
        path: 'metadata.user_id',
        message:
          'metadata.user_id: user_id appears to contain an email address. Please send a uuid or hash value instead.',
      };
    },
  },
];
