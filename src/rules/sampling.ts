/** What is refused of how words are drawn and where an answer stops. */
import type { Range } from '../wire/models/traits.ts';
import { isBlank } from '../wire/white-space.ts';
import type { CheckedRequest } from './checked-request.ts';
import { traitsOf } from './models.ts';
import type { Finding, Rule } from './rule.ts';

const FIELDS = ['temperature', 'top_p', 'top_k'] as const;
type Field = (typeof FIELDS)[number];

const THINKING_DOCS = 'extended-thinking documentation';

const numberOf = ({ body }: CheckedRequest, field: Field): number | undefined => {
  const value = body[field];
  return typeof value === 'number' ? value : undefined;
};

const isOutside = (value: number | undefined, [lowest, highest]: Range): boolean =>
  value !== undefined && (value < lowest || value > highest);

/** Whether the request itself asks for thinking; where a model thinks unasked, it takes no sampling either (P01). */
function asksForThinking({ body }: CheckedRequest): boolean {
  const thinking = body['thinking'] as { type?: unknown } | null | undefined;
  return thinking?.type === 'enabled' || thinking?.type === 'adaptive';
}

/** The fields set to a value that the model no longer lets anyone choose. */
function deprecatedFields(request: CheckedRequest): Field[] {
  const { temperature, topP, topK } = traitsOf(request).sampling;
  const outside: Readonly<Record<Field, boolean>> = {
    temperature: isOutside(numberOf(request, 'temperature'), temperature),
    top_p: isOutside(numberOf(request, 'top_p'), topP),
    top_k: !topK && numberOf(request, 'top_k') !== undefined,
  };
  return FIELDS.filter((field) => outside[field]);
}

const hasBoth = (request: CheckedRequest): boolean =>
  numberOf(request, 'temperature') !== undefined && numberOf(request, 'top_p') !== undefined;

const BOTH: Finding = {
  message:
    '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
};

/** A rule of the version that still has the fields. */
function samplingRule(rule: Omit<Rule, 'stage' | 'versions'>): Rule {
  return { stage: 'meaning', versions: ['2023-06-01'], ...rule };
}

export const samplingRules: readonly Rule[] = [
  {
    id: 'sampling-removed',
    // A field that the version does not have is refused like any other unknown one.
    stage: 'shape',
    versions: ['2026-10-21'],
    summary: 'Since version 2026-10-21 there are no `temperature`, `top_p` and `top_k`.',
    confidence: 'B',
    facts: ['1.3'],
    source: '1.3: migration page; text seen in a live test and a changelog',
    *check({ body, endpoint }) {
      // As the last of its kind; `count_tokens` never had these fields (S38).
      if (endpoint !== 'messages') return;
      for (const field of FIELDS) {
        if (body[field] !== undefined) {
          const message = `${field}: Extra inputs are not permitted`;
          yield { path: field, message, rank: Number.MAX_SAFE_INTEGER };
        }
      }
    },
  },
  samplingRule({
    id: 'sampling-deprecated',
    summary: 'Models since 4.7 take `temperature` and `top_p` only at their defaults, no `top_k`.',
    confidence: 'A',
    facts: ['P01'],
    source: 'P01: captured; which values count as defaults: Messages reference, Haiku 5.5 guide',
    *check(request) {
      for (const field of deprecatedFields(request)) {
        yield { path: field, message: `\`${field}\` is deprecated for this model.` };
      }
    },
  }),
  samplingRule({
    id: 'sampling-both',
    summary: 'Most models take `temperature` or `top_p`, not both.',
    confidence: 'B',
    facts: ['P02'],
    source: 'P02: probes with request ids on 4.5 and 4.6, reports on 4.1; Haiku 5.5 guide',
    models: ({ sampling }) => sampling.together === 'no',
    *check(request) {
      if (hasBoth(request)) yield BOTH;
    },
  }),
  samplingRule({
    id: 'sampling-both-at-default',
    summary: 'Models since 4.7 take one of `temperature` and `top_p`, even at their defaults.',
    confidence: 'C',
    doubt: 'known of Haiku 5.5 alone among the models that take nothing but the defaults',
    facts: ['P02'],
    source: 'by analogy with P02',
    models: ({ sampling }) => sampling.together === 'doubtful',
    *check(request) {
      if (hasBoth(request)) yield BOTH;
    },
  }),
  samplingRule({
    id: 'thinking-temperature',
    summary: 'While thinking, `temperature` is 1 or not set.',
    confidence: 'A',
    facts: ['P03'],
    source: 'P03: captured; an older text stops at `enabled.`',
    *check(request) {
      if (asksForThinking(request) && isOutside(numberOf(request, 'temperature'), [1, 1])) {
        yield {
          path: 'temperature',
          message:
            '`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.',
        };
      }
    },
  }),
  samplingRule({
    id: 'thinking-top-p',
    summary: 'While thinking, `top_p` is at least 0.95 or not set.',
    confidence: 'B',
    facts: ['P04'],
    source: 'P04: several reports, measured; a reference to the documentation may follow',
    *check(request) {
      if (asksForThinking(request) && isOutside(numberOf(request, 'top_p'), [0.95, 1])) {
        yield {
          path: 'top_p',
          message:
            '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled',
        };
      }
    },
  }),
  samplingRule({
    id: 'thinking-top-p-set',
    summary: 'While thinking, `top_p` is not set.',
    confidence: 'C',
    doubt: `told of models of 2025 alone; the ${THINKING_DOCS} allows 0.95 to 1`,
    facts: ['P05'],
    source: 'P05: several reports',
    *check(request) {
      const value = numberOf(request, 'top_p');
      if (asksForThinking(request) && value !== undefined && value >= 0.95) {
        yield { path: 'top_p', message: '`top_p` must be unset when thinking is enabled.' };
      }
    },
  }),
  samplingRule({
    id: 'thinking-top-k',
    summary: 'While thinking, `top_k` is not set.',
    confidence: 'C',
    facts: ['P05'],
    source: `${THINKING_DOCS}: thinking goes with no \`top_k\`; the text is that of P05 for \`top_p\``,
    *check(request) {
      if (asksForThinking(request) && numberOf(request, 'top_k') !== undefined) {
        yield { path: 'top_k', message: '`top_k` must be unset when thinking is enabled.' };
      }
    },
  }),
  {
    id: 'stop-sequence-blank',
    stage: 'meaning',
    summary: 'A stop sequence has something in it besides white space.',
    confidence: 'A',
    facts: ['P06'],
    source: 'P06: live on 2026-10-04',
    *check({ body }) {
      const sequences = body['stop_sequences'];
      if (!Array.isArray(sequences)) return;
      if (sequences.some((sequence) => typeof sequence === 'string' && isBlank(sequence))) {
        yield {
          path: 'stop_sequences',
          message: 'stop_sequences: each stop sequence must contain non-whitespace',
        };
      }
    },
  },
];
