/** What a request for a summary is answered with: the summary alone, or nothing. */
import { EnsaioError } from '../error.ts';
import type { Message } from '../wire/message.ts';

const isSummary = ({ content }: Message): boolean =>
  content.length < 2 && content.every(({ type }) => type === 'compaction');

/**
 * Throws `EnsaioError` (`turn-invalid`) for a reply that the API never gives to a request with `compaction`: it answers
 * with one compaction block, or, when no summary came of it, with no content (compaction documentation, 5.2 and 5.5).
 */
export function checkSummary(message: Message): void {
  if (isSummary(message)) return;
  const received = message.content.map(({ type }) => type).join(', ');
  throw new EnsaioError(
    'turn-invalid',
    `the request asks for a summary with \`compaction\`, and the turn answers with ${received}.`,
    {
      hint: "Answer it with [compaction('…')] alone, in YAML `[{ type: compaction, content: … }]`, or with message([]) where no summary comes of it.",
    },
  );
}
