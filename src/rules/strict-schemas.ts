/** What is refused of schemas that an answer is forced into: strict tools and the output format. */
import { isRecord } from '../wire/json/is-record.ts';
import type { CheckedRequest } from './checked-request.ts';
import { outputFormats } from './output-format.ts';
import type { Confidence, Rule } from './rule.ts';
import { strictReport, type StrictFaultKind, type StrictReport } from './strict-subset.ts';
import { everyTool, type ListedTool } from './tool-list.ts';

interface StrictSchema {
  readonly path: string;
  readonly report: StrictReport;
}

const isStrict = ({ definition }: ListedTool): boolean => definition['strict'] === true;

function strictSchemas(request: CheckedRequest): readonly StrictSchema[] {
  const tools = everyTool(request)
    .filter(isStrict)
    .map(({ path, definition }): [string, unknown] => [path, definition['input_schema']]);
  const formats = outputFormats(request.body).map(([path, { schema }]): [string, unknown] => [
    `${path}.schema`,
    schema,
  ]);
  return [...tools, ...formats].flatMap(([path, schema]) =>
    isRecord(schema) ? [{ path, report: strictReport(schema) }] : [],
  );
}

interface FaultRule {
  readonly kind: StrictFaultKind;
  readonly id: string;
  readonly summary: string;
  readonly confidence: Confidence;
  readonly facts?: readonly string[];
  readonly source: string;
}

const MEASURED = 'measured on Opus 5.5 (2026-09-27), and public reports';

const table: readonly FaultRule[] = [
  {
    kind: 'open-object',
    id: 'strict-object-open',
    summary: 'Every object of a strict schema has `additionalProperties: false`.',
    confidence: 'A',
    facts: ['O01', 'O04'],
    source: 'O01: live probe; O04, and the texts for `true` and for a schema: several reports',
  },
  {
    kind: 'keyword',
    id: 'strict-keyword',
    summary: 'A strict schema has no bounds of numbers, lists and objects but `minItems`.',
    confidence: 'A',
    facts: ['O02', 'O04'],
    source: `O02: production refusals; O04: several reports; which keywords: ${MEASURED}. O07: bounds of strings are accepted`,
  },
  {
    kind: 'min-items',
    id: 'strict-min-items',
    summary: 'In a strict schema `minItems` is 0 or 1.',
    confidence: 'B',
    facts: ['O03', 'O04'],
    source: 'O03: several reports, two live; some go on with `(got: [2, 5])`',
  },
  {
    kind: 'combinator',
    id: 'strict-combinator',
    summary: 'A strict schema has no `oneOf`, no `not`, and no structure beside an `anyOf`.',
    confidence: 'B',
    source: MEASURED,
  },
  {
    kind: 'any-value',
    id: 'strict-any-value',
    summary: 'No part of a strict schema takes any value at all.',
    confidence: 'B',
    source: MEASURED,
  },
  {
    kind: 'reference',
    id: 'strict-reference',
    summary: 'A `$ref` of a strict schema leads to something in it.',
    confidence: 'B',
    source: 'several reports; that a reference out of the schema gets this text is our guess',
  },
  {
    kind: 'circle',
    id: 'strict-circle',
    summary: 'The references of a strict schema do not go round in circles.',
    confidence: 'B',
    source: MEASURED,
  },
  {
    kind: 'pattern',
    id: 'strict-pattern',
    summary: 'A `pattern` of a strict schema has no lookaround, backreference or word boundary.',
    confidence: 'B',
    facts: ['3.6', '4.7'],
    source: '3.6: docs, up to the colon; the feature is named in words of our own',
  },
];

/** One number that a request's strict schemas share. It is a limit on what is compiled, and nothing is to count tokens. */
interface LimitRule {
  readonly id: string;
  readonly summary: string;
  readonly facts?: readonly string[];
  readonly source: string;
  readonly most: number;
  count(request: CheckedRequest): number;
  say(count: number): string;
}

const total = (request: CheckedRequest, of: 'optional' | 'unions'): number =>
  request.derive(strictSchemas).reduce((sum, { report }) => sum + report[of], 0);

const LIMITS = 'structured-outputs docs, schema complexity limits';

const limits: readonly LimitRule[] = [
  {
    id: 'strict-tools-many',
    summary: 'A request has at most 20 strict tools.',
    source: `${LIMITS}; the text: several reports`,
    most: 20,
    count: (request) => everyTool(request).filter(isStrict).length,
    say: (count) =>
      `Too many strict tools (${count}). The maximum number of strict tools supported is 20. Try reducing the number of tools marked as strict.`,
  },
  {
    id: 'strict-optional-many',
    summary: 'The strict schemas of a request have at most 24 optional properties together.',
    source: `${LIMITS}; the text: several reports`,
    most: 24,
    count: (request) => total(request, 'optional'),
    say: (count) =>
      `Schemas contains too many optional parameters (${count}), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: 24).`,
  },
  {
    id: 'strict-unions-many',
    summary:
      'The strict schemas of a request have at most 16 properties of several types together.',
    facts: ['O05'],
    source: `O05: public report; ${LIMITS}. Other reports go on after the bracket with \`. This causes exponential compilation cost\``,
    most: 16,
    count: (request) => total(request, 'unions'),
    say: (count) =>
      `Schemas contains too many parameters with union types (${count} parameters with type arrays or anyOf) which exceeds the limit: 16`,
  },
];

export const strictSchemaRules: readonly Rule[] = [
  ...table.map(({ kind, ...rule }): Rule => ({
    ...rule,
    stage: 'meaning',
    reads: 'parameters',
    *check(request) {
      for (const { path, report } of request.derive(strictSchemas)) {
        for (const fault of report.faults) {
          if (fault.kind === kind) yield { path, message: `${path}: ${fault.text}` };
        }
      }
    },
  })),
  ...limits.map(({ most, count, say, ...rule }): Rule => ({
    ...rule,
    stage: 'meaning',
    reads: 'parameters',
    confidence: 'B',
    *check(request) {
      const found = request.endpoint === 'messages' ? count(request) : 0;
      if (found > most) yield { message: say(found) };
    },
  })),
];
