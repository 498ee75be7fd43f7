/** What is refused of how a model is told to think: kinds, effort, budget. */
import type { ModelTraits, ThinkingKind } from '../wire/models/traits.ts';
import type { CheckedRequest } from './checked-request.ts';
import { asRecord, type Json } from './json-value.ts';
import { traitsOf } from './models.ts';
import type { Finding, Rule } from './rule.ts';

const PROBES = 'probes of every active model on 2026-09-29';

const INTERLEAVED = 'interleaved-thinking-2025-05-14';

const thinkingOf = ({ body }: CheckedRequest): Json => asRecord(body['thinking']);

function effortOf({ body }: CheckedRequest): string | undefined {
  const effort = asRecord(body['output_config'])['effort'];
  return typeof effort === 'string' ? effort : undefined;
}

const unsupported = (kind: ThinkingKind, advice: string): string =>
  `"thinking.type.${kind}" is not supported for this model.${advice}`;

const USE_ADAPTIVE =
  ' Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';

/** What a model that cannot stop thinking says: the docs of late Sept 2026 tell these texts apart by model. */
const DISABLED_TEXTS: Readonly<
  Record<NonNullable<ModelTraits['thinking']['insteadOfDisabled']>, string>
> = {
  adaptive: unsupported('disabled', USE_ADAPTIVE),
  enabled: unsupported(
    'disabled',
    ' Thinking defaults to adaptive mode when not specified; use "thinking.type.enabled" with "budget_tokens" for extended thinking.',
  ),
  between_tools:
    'To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead of {"type": "disabled"}. The model does not think before responding. The short updates it writes between tool calls come back as thinking blocks.',
};

const disabledText = ({ thinking }: ModelTraits): string =>
  DISABLED_TEXTS[thinking.insteadOfDisabled ?? 'adaptive'];

interface KindRule extends Pick<
  Rule,
  'id' | 'summary' | 'confidence' | 'facts' | 'source' | 'doubt'
> {
  readonly kind: ThinkingKind;
  /** How far the table must say that the kind is refused. Default: for certain. */
  readonly taken?: 'no' | 'doubtful';
  say(traits: ModelTraits): string;
}

/** A rule about one kind of thinking on models that do not take it. */
function kindRule({ kind, taken = 'no', say, ...rule }: KindRule): Rule {
  return {
    stage: 'meaning',
    ...rule,
    models: ({ thinking }) => thinking[kind] === taken,
    *check(request) {
      if (thinkingOf(request)['type'] !== kind) return;
      yield { path: 'thinking', message: say(traitsOf(request)) };
    },
  };
}

/** A rule about `output_config.effort`; asked only where there is one. */
function effortRule(
  rule: Omit<Rule, 'stage' | 'check'>,
  find: (effort: string, traits: ModelTraits, kind: unknown) => string | undefined,
): Rule {
  return {
    stage: 'meaning',
    ...rule,
    *check(request): Iterable<Finding> {
      const effort = effortOf(request);
      if (effort === undefined) return;
      const message = find(effort, traitsOf(request), thinkingOf(request)['type']);
      if (message !== undefined) yield { path: 'output_config.effort', message };
    },
  };
}

export const thinkingRules: readonly Rule[] = [
  kindRule({
    kind: 'enabled',
    id: 'thinking-enabled-unsupported',
    summary: 'Models since 4.7 take no thinking budget.',
    confidence: 'A',
    facts: ['K02', '3.5', '8.2'],
    source: 'K02: api/errors, and many reports',
    say: () => unsupported('enabled', USE_ADAPTIVE),
  }),
  kindRule({
    kind: 'adaptive',
    id: 'thinking-adaptive-unsupported',
    summary: 'Models up to 4.5 do not think adaptively.',
    confidence: 'A',
    facts: ['K03', '3.5', '8.2'],
    source: 'K03: api/errors, captured',
    say: () => 'adaptive thinking is not supported on this model',
  }),
  kindRule({
    kind: 'disabled',
    id: 'thinking-disabled-unsupported',
    summary: 'Some models cannot stop thinking.',
    confidence: 'A',
    facts: ['K04', 'K05', '3.5', '8.2'],
    source:
      'K04: api/errors; the longer text is Mythos Preview’s alone since late Sept 2026; K05: the thinking pages of Oct 2026 and five live answers have this text of Sonnet 5.5, which is newer than that of the row',
    say: disabledText,
  }),
  kindRule({
    kind: 'disabled',
    taken: 'doubtful',
    id: 'thinking-disabled-disputed',
    summary: 'Opus 4.7 to 5 and Sonnet 5 cannot stop thinking.',
    confidence: 'C',
    doubt:
      'one matrix of 2026-08-28 saw it refused; the docs and all later probes say it is accepted',
    facts: ['K04', '8.2'],
    source: 'that matrix, against api/errors and captures of September 2026',
    say: disabledText,
  }),
  kindRule({
    kind: 'between_tools',
    id: 'thinking-between-tools-unsupported',
    summary: 'Only Sonnet 5.5 thinks between tools alone.',
    confidence: 'B',
    facts: ['K06', '8.2'],
    source: `K06: several reports; ${PROBES}`,
    say: () => unsupported('between_tools', ''),
  }),
  effortRule(
    {
      id: 'effort-unsupported',
      summary: 'The model knows the effort asked for.',
      confidence: 'B',
      facts: ['8.5'],
      source: '8.5: effort page; both texts measured on 2026-07-26 and 2026-09-28',
    },
    (effort, { efforts }) => {
      if ((efforts as readonly string[]).includes(effort)) return undefined;
      return efforts.length === 0
        ? 'This model does not support the effort parameter.'
        : `This model does not support effort level '${effort}'. Supported levels: ${[...efforts].sort().join(', ')}.`;
    },
  ),
  effortRule(
    {
      id: 'effort-without-thinking',
      summary: 'Where thinking can be turned off, it can be up to effort `high`.',
      confidence: 'B',
      facts: ['K07', '8.2'],
      source:
        'K07: docs; verbatim in several reports on Opus 5; Haiku 5.5 and Sonnet 5.5 by their guides, where one capture of Sonnet 5.5 stops at `below.`',
    },
    (effort, { thinking }, kind) =>
      thinking.upToHigh !== undefined &&
      kind === thinking.upToHigh &&
      ['xhigh', 'max'].includes(effort)
        ? `output_config.effort '${effort}' is not supported when thinking is disabled on this model. Use effort 'high' or below, or enable thinking.`
        : undefined,
  ),
  {
    id: 'thinking-budget-too-large',
    stage: 'meaning',
    summary: 'The thinking budget is smaller than `max_tokens`.',
    confidence: 'A',
    facts: ['K01', '8.1'],
    source:
      'K01: live on 2026-08-06; a reference to the documentation may follow; with interleaved thinking the budget may be larger (extended-thinking documentation)',
    *check(request) {
      const { type, budget_tokens: budget } = thinkingOf(request);
      const most = request.body['max_tokens'];
      if (type !== 'enabled' || request.betas.includes(INTERLEAVED)) return;
      if (typeof budget === 'number' && typeof most === 'number' && most <= budget) {
        yield {
          path: 'max_tokens',
          message: '`max_tokens` must be greater than `thinking.budget_tokens`',
        };
      }
    },
  },
];
