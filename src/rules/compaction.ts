/** What is refused of compaction on demand: the request for a summary, and the block that carries it on. */
import { type Block, type Entry } from '../wire/conversation.ts';
import { checkCompactionSignature, looksSignedHere } from '../wire/signature.ts';
import type { CheckedRequest } from './checked-request.ts';
import { asRecord, type Json } from './json-value.ts';
import type { Confidence, Finding, Rule } from './rule.ts';

const DOCS = 'compaction-on-demand documentation';
const MAX_INSTRUCTIONS = 16_384;

interface PlacedBlock {
  readonly block: Block;
  readonly entry: Entry;
  readonly index: number;
}

const pathOf = ({ entry, index }: PlacedBlock): string =>
  `messages.${entry.index}.content.${index}`;

/** The summaries made on demand that the conversation carries; those of a threshold have no signature. */
function summariesOf({ entries }: CheckedRequest): readonly PlacedBlock[] {
  return entries.flatMap((entry) =>
    entry.blocks.flatMap((block, index) =>
      block.type === 'compaction' && block['signature'] != null && block['content'] != null
        ? [{ block, entry, index }]
        : [],
    ),
  );
}

const hasRemainingBudget = (body: Json): boolean =>
  asRecord(asRecord(body['output_config'])['task_budget'])['remaining'] != null;

/** What cannot stand beside `compaction`, and how it is told. */
const EXCLUDED: readonly (readonly [name: string, isThere: (body: Json) => boolean])[] = [
  ['context_management', (body) => body['context_management'] != null],
  [
    'stop_sequences',
    (body) => Array.isArray(body['stop_sequences']) && body['stop_sequences'].length > 0,
  ],
  ['output_config.format', (body) => asRecord(body['output_config'])['format'] != null],
  [
    'tool_choice',
    (body) => ['any', 'tool'].includes(String(asRecord(body['tool_choice'])['type'])),
  ],
  ['output_config.task_budget.remaining', hasRemainingBudget],
];

/** Whether this request asks for a summary; `count_tokens` ignores the field. */
const asksForSummary = ({ body, endpoint }: CheckedRequest): boolean =>
  endpoint === 'messages' && body['compaction'] != null;

interface CodedRule {
  readonly code: string;
  readonly summary: string;
  find(request: CheckedRequest): Iterable<Omit<Finding, 'details'>>;
  readonly confidence?: Confidence;
  readonly doubt?: string;
  readonly id?: string;
  /** Default: the text is our own, the SDK gives the code. */
  readonly source?: string;
}

function codedRule({ code, find, ...rule }: CodedRule): Rule {
  return {
    id: code.replaceAll('_', '-'),
    stage: 'meaning',
    confidence: 'B',
    facts: ['5.6'],
    source: `SDK error class for ${code}; text is our own`,
    ...rule,
    *check(request) {
      for (const finding of find(request)) yield { ...finding, details: { error_code: code } };
    },
  };
}

/** A rule about what the signature of a carried summary says. */
function signatureRule(
  code: string,
  state: 'signature' | 'content' | 'tool_changes',
  words: string,
  fields: Pick<CodedRule, 'id' | 'doubt' | 'confidence' | 'source'> & {
    readonly ours: boolean;
    readonly summary: string;
  },
): Rule {
  const { ours, ...rule } = fields;
  return codedRule({
    code,
    ...rule,
    *find(request) {
      for (const placed of request.derive(summariesOf)) {
        const { block } = placed;
        const signature = String(block['signature']);
        if (looksSignedHere(signature) !== ours) continue;
        if (checkCompactionSignature(block as never, signature) !== state) continue;
        yield { path: pathOf(placed), message: `${pathOf(placed)}: ${words}` };
      }
    },
  });
}

/** Before pairing: a summary of an unfinished turn is refused as that, not as a call without result. */
export const compactionRules: readonly Rule[] = [
  {
    id: 'compaction-not-combinable',
    stage: 'meaning',
    summary: `A request for a summary goes without ${EXCLUDED.map(([name]) => name).join(', ')}.`,
    confidence: 'B',
    facts: ['5.3'],
    source: `${DOCS}; the error has no code, the text is our own`,
    *check(request) {
      if (!asksForSummary(request)) return;
      for (const [name, isThere] of EXCLUDED) {
        if (isThere(request.body)) {
          yield { path: name, message: `${name}: not supported together with \`compaction\`` };
        }
      }
    },
  },
  {
    id: 'compaction-budget-remaining',
    stage: 'meaning',
    summary:
      'A conversation that carries a summary goes without `output_config.task_budget.remaining`.',
    confidence: 'B',
    facts: ['5.3'],
    source: `${DOCS}; the error has no code, the text is our own`,
    *check(request) {
      if (hasRemainingBudget(request.body) && request.derive(summariesOf).length > 0) {
        const path = 'output_config.task_budget.remaining';
        yield { path, message: `${path}: not supported together with a \`compaction\` block` };
      }
    },
  },
  {
    id: 'compaction-instructions-too-long',
    stage: 'meaning',
    summary: `\`compaction.instructions\` has at most ${MAX_INSTRUCTIONS} characters.`,
    confidence: 'C',
    facts: ['5.1'],
    source: `${DOCS} (the limit); the text follows the words of other lengths`,
    *check({ body }) {
      const instructions = asRecord(body['compaction'])['instructions'];
      if (typeof instructions === 'string' && instructions.length > MAX_INSTRUCTIONS) {
        const path = 'compaction.instructions';
        yield {
          path,
          message: `${path}: String should have at most ${MAX_INSTRUCTIONS} characters`,
        };
      }
    },
  },
  codedRule({
    code: 'compaction_nothing_to_summarize',
    summary: 'A request for a summary has user or assistant content to summarize.',
    *find(request) {
      if (!asksForSummary(request)) return;
      const hasContent = request.entries.some(
        ({ role, blocks }) =>
          role !== 'system' && blocks.some((block) => block.type !== 'compaction'),
      );
      if (!hasContent) yield { message: 'messages: nothing to summarize' };
    },
  }),
  codedRule({
    code: 'compaction_incomplete_turn',
    summary: 'A request for a summary does not end on calls without results.',
    *find(request) {
      const last = request.entries.at(-1);
      if (!asksForSummary(request) || last?.role !== 'assistant') return;
      if (last.blocks.some(({ type }) => type === 'tool_use')) {
        const path = `messages.${last.index}`;
        yield { path, message: `${path}: the last assistant turn is not finished` };
      }
    },
  }),
  codedRule({
    code: 'compaction_block_ambiguous',
    summary: 'A conversation carries one summary.',
    *find(request) {
      const [, second] = request.derive(summariesOf);
      if (second) {
        const path = pathOf(second);
        yield { path, message: `${path}: more than one \`compaction\` block with content` };
      }
    },
  }),
  codedRule({
    code: 'compaction_block_misplaced',
    summary: 'A summary is the first block of the first user or assistant message.',
    *find(request) {
      const first = request.entries.find(({ role }) => role !== 'system');
      for (const placed of request.derive(summariesOf)) {
        if (placed.entry === first && placed.index === 0) continue;
        const path = pathOf(placed);
        yield { path, message: `${path}: a \`compaction\` block must come first in \`messages\`` };
      }
    },
  }),
  signatureRule(
    'compaction_signature_invalid',
    'signature',
    'the `signature` of the block does not verify',
    {
      ours: true,
      summary: 'The signature of a summary comes back as it was given out.',
    },
  ),
  signatureRule(
    'compaction_signature_invalid',
    'signature',
    'the `signature` of the block does not verify',
    {
      id: 'compaction-signature-foreign',
      ours: false,
      summary: 'The signature of a summary was made by this simulation.',
      doubt: 'a conversation saved from the real API carries signatures that only it can verify',
    },
  ),
  signatureRule(
    'compaction_content_mismatch',
    'content',
    '`compaction` block `content` does not match its `signature`',
    {
      ours: true,
      confidence: 'A',
      source: 'live on 2026-09-26, with its code',
      summary: 'The text of a summary comes back as it was given out.',
    },
  ),
  signatureRule(
    'compaction_tool_changes_mismatch',
    'tool_changes',
    '`tool_changes` differs from what was returned with the block',
    {
      ours: true,
      summary: 'The tool changes of a summary come back as they were given out.',
    },
  ),
];
