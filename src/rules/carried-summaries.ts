/** What is refused of a request that carries a summary: it says by beta or edit how the summary was made. */
import type { Block } from '../wire/conversation.ts';
import type { CheckedRequest } from './checked-request.ts';
import { compacts, editsOf } from './context-edits.ts';
import type { Finding, Rule } from './rule.ts';

const ON_DEMAND = 'compact-2026-09-04';
const LIVE = 'live on 2026-09-26 against claude-opus-5-5';
/** Written by hand, a summary has a signature or none by chance. */
const DOUBT =
  'measured on one model alone, and the summary of a script may be meant for either kind';

interface CarriedSummary {
  readonly path: string;
  readonly isSigned: boolean;
}

/** Summaries that hold something: one without content is left alone. */
function carriedBy({ entries }: CheckedRequest): readonly CarriedSummary[] {
  const isSummary = ({ type, ...block }: Block): boolean =>
    type === 'compaction' && block['content'] != null;
  return entries.flatMap(({ index, blocks }) =>
    blocks.flatMap((block, place) =>
      isSummary(block)
        ? [{ path: `messages.${index}.content.${place}`, isSigned: block['signature'] != null }]
        : [],
    ),
  );
}

const isOnDemand = ({ betas }: CheckedRequest): boolean => betas.includes(ON_DEMAND);

interface CarriedRule {
  readonly id: string;
  readonly summary: string;
  readonly confidence: Rule['confidence'];
  readonly source: string;
  readonly words: string;
  /** Whether a summary of this kind is refused in this request. */
  refuses(request: CheckedRequest, isSigned: boolean): boolean;
}

const table: readonly CarriedRule[] = [
  {
    id: 'compaction-strategy-missing',
    summary: 'A summary that a threshold made comes back with the edit `compact_20260112`.',
    confidence: 'A',
    source: `${LIVE} by two projects, and apps of 2026 that look for it`,
    words:
      '`compaction` blocks require a `compact_20260112` strategy in `context_management.edits`.',
    refuses: (request, isSigned) =>
      !isSigned && !isOnDemand(request) && !editsOf(request).some(compacts),
  },
  {
    id: 'compaction-signature-missing',
    summary: 'A summary that was made on demand comes back with its signature.',
    confidence: 'B',
    source: `${LIVE}; its place is our guess. With the edit \`compact_20260112\` none is asked for`,
    words: 'a `compaction` block with `content` requires its `signature`',
    refuses: (request, isSigned) =>
      !isSigned && isOnDemand(request) && !editsOf(request).some(compacts),
  },
  {
    id: 'compaction-signature-beta',
    summary: `A summary with a signature comes back with the beta \`${ON_DEMAND}\`.`,
    confidence: 'B',
    source: `${LIVE}, with the beta of a threshold alone; what stands before the words is our guess`,
    words: `\`signature\` requires anthropic-beta: ${ON_DEMAND}`,
    refuses: (request, isSigned) => isSigned && !isOnDemand(request),
  },
];

function* findingsOf(request: CheckedRequest, rule: CarriedRule): Iterable<Finding> {
  for (const { path, isSigned } of request.derive(carriedBy)) {
    if (rule.refuses(request, isSigned)) yield { path, message: `${path}: ${rule.words}` };
  }
}

export const carriedSummaryRules: readonly Rule[] = table.map((row) => {
  const { words: _words, refuses: _refuses, ...rule } = row;
  return { ...rule, stage: 'meaning', doubt: DOUBT, check: (request) => findingsOf(request, row) };
});
