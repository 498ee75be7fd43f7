/** What is refused of the form of a body: one rule for each kind of fault, and one where a fault has a name of its own. */
import { shapeIssues, type ShapeCode, type ShapeIssue } from '../wire/request/issues.ts';
import type { History } from '../wire/history/history.ts';
import type { CheckedRequest, Endpoint } from './checked-request.ts';
import { areInOrder } from './parameters.ts';
import type { Confidence, Rule } from './rule.ts';

interface ShapeRule {
  readonly id: string;
  readonly summary: string;
  readonly confidence: Confidence;
  readonly facts?: readonly string[];
  readonly source: string;
  /** The kind of fault it is about. */
  readonly code: ShapeCode;
  /** Only faults at these paths. Default: those that no other rule of the kind names. */
  readonly at?: RegExp;
}

const table: readonly ShapeRule[] = [
  {
    id: 'tool-name-pattern',
    code: 'pattern',
    at: /^tools\.\d+\.custom\.name$/,
    summary: 'A tool name is made of letters, digits, underscores and hyphens.',
    confidence: 'A',
    facts: ['S25'],
    source: 'S25: live probes; 64 characters until 2025. One too long is told by its length',
  },
  {
    id: 'tool-use-id-pattern',
    code: 'pattern',
    at: /(tool_use\.id|tool_result\.tool_use_id|\.caller\.\w+\.tool_id)$/,
    summary: 'The id of a call, and of its result, holds letters, digits, underscores and hyphens.',
    confidence: 'B',
    facts: ['S15', 'S16', 'S17'],
    source: 'S15, S16; S17 for server tools: captured with a request id',
  },
  {
    id: 'field-required',
    code: 'required',
    summary: 'A required field is there.',
    confidence: 'A',
    facts: ['S01', 'S14', 'S22', 'S26', 'S27', 'S37'],
    source: 'S01, S14, S26: captured live; S22, S27: several public reports',
  },
  {
    id: 'field-unknown',
    code: 'unknown',
    summary: 'No field is there that the API does not know.',
    confidence: 'A',
    facts: ['S02', 'S03', 'S38', 'S39'],
    source: 'S02: captured; S03, S39: api/errors and reports; S38: live, of count_tokens',
  },
  {
    id: 'field-type',
    code: 'type',
    summary: 'A field has the type the API expects.',
    confidence: 'B',
    facts: ['S04', 'S09', 'S13', 'S18', 'S29', 'S31'],
    source: 'S04, S18: live tables and reports; S29, S31: live probes',
  },
  {
    id: 'tag-unknown',
    code: 'tag',
    summary: 'The `type` of a block, tool or option is one the API knows.',
    confidence: 'B',
    facts: ['S08', 'S10', 'S11', 'S12', 'S30', 'S33'],
    source: 'S10 to S12: production refusals; S30: live probe',
  },
  {
    id: 'value-unknown',
    code: 'enum',
    summary: 'A field with a closed list of values has one of them.',
    confidence: 'B',
    facts: ['S23', 'S24', 'S28'],
    source: 'S23, S24, S28: reports, measured',
  },
  {
    id: 'text-pattern',
    code: 'pattern',
    summary: 'A text with a pattern matches it.',
    confidence: 'B',
    facts: ['S15'],
    source: 'as S15',
  },
  {
    id: 'text-length',
    code: 'length',
    summary: 'A text or list is not too short or too long.',
    confidence: 'B',
    facts: ['S19', 'S20'],
    source:
      'S19, S20: live reports; of tool names anthropics/claude-code#96152 (2026-09, two request ids); where else: API reference of November 2026',
  },
  {
    id: 'number-range',
    code: 'range',
    summary: 'A number lies within its bounds.',
    confidence: 'B',
    facts: ['S05', 'S06', 'S07', 'S32'],
    source:
      'S05, S32: several reports, live; a temperature below 0 is told as one above 1, S06 has other words',
  },
];

function ruleFor(issue: ShapeIssue): ShapeRule | undefined {
  return table.find(({ code, at }) => code === issue.code && (at?.test(issue.path) ?? true));
}

/** Histories whose messages fit. */
const fitting: Readonly<Record<Endpoint, WeakSet<History>>> = {
  messages: new WeakSet(),
  count_tokens: new WeakSet(),
};

function issuesOf(request: CheckedRequest): readonly ShapeIssue[] {
  const { endpoint, json, betas, sent } = request;
  if (!endpoint) return [];
  const before = sent?.previous?.deref();
  const issues = shapeIssues(json, endpoint, {
    betas,
    parametersFit: areInOrder(request),
    messagesThatFit: before && fitting[endpoint].has(before) ? before.messages.length : 0,
  });
  if (sent && issues.length === 0) fitting[endpoint].add(sent);
  return issues;
}

export const shapeRules: readonly Rule[] = table.map((row) => {
  const { code: _code, at: _at, ...rule } = row;
  return {
    ...rule,
    stage: 'shape',
    evidence: issuesOf,
    check: (request) =>
      request
        .derive(issuesOf)
        .flatMap((issue, rank) =>
          ruleFor(issue) === row ? [{ path: issue.path, message: issue.message, rank }] : [],
        ),
  };
});
