/** What is refused beside `max_tokens: 0`, which only fills the cache: whatever asks how to answer. */
import { asRecord, type Json } from './json-value.ts';
import type { Rule } from './rule.ts';

/** A thinking budget is refused already: it is less than `max_tokens`. */
const EXCLUDED: readonly (readonly [name: string, isThere: (body: Json) => boolean])[] = [
  ['stream', (body) => body['stream'] === true],
  ['output_config.format', (body) => asRecord(body['output_config'])['format'] != null],
  [
    'tool_choice',
    (body) => ['any', 'tool'].includes(String(asRecord(body['tool_choice'])['type'])),
  ],
];

export const warmUpRules: readonly Rule[] = [
  {
    id: 'warm-up-alone',
    stage: 'meaning',
    about: ['stream', 'output_config', 'tool_choice'],
    reads: 'parameters',
    summary:
      '`max_tokens: 0`, which warms the cache, is neither streamed nor given a format of the output or a tool to call.',
    confidence: 'B',
    facts: ['6.5'],
    source:
      'prompt-caching docs, pre-warming; apps of 2026 that leave the three out; no answer was captured, the text is our own. Thinking that adapts was measured as taken',
    *check({ body }) {
      if (body['max_tokens'] !== 0) return;
      for (const [name, isThere] of EXCLUDED) {
        if (!isThere(body)) continue;
        yield { path: name, message: `${name}: not supported when \`max_tokens\` is 0` };
      }
    },
  },
];
