/** What is refused of the schemas of tools, strict or not. */
import { isRecord } from '../wire/json/is-record.ts';
import type { CheckedRequest } from './checked-request.ts';
import { isDraft202012, toCheck } from './draft-2020-12.ts';
import { circleOf, patternsIn, referencesIn, resolve } from './json-schema.ts';
import { asList, asRecord, type Json } from './json-value.ts';
import { isPattern } from './pattern.ts';
import type { Finding, Rule } from './rule.ts';
import { oncePerSchema } from './schema-verdicts.ts';
import { everyTool, isForCode, type ListedTool } from './tool-list.ts';

const ROOT_COMBINATORS = ['oneOf', 'allOf', 'anyOf'];
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

/** A rule about the schema of a tool by itself. */
interface SchemaRule extends Omit<Rule, 'stage' | 'check'> {
  isBroken(schema: Json): boolean;
  /** What is said of a schema at a path. */
  say(path: string): Finding;
}

/** Null counts as absent: the SDK's type has it, the draft does not. */
function withoutNulls(schema: Json): Json {
  if (schema['properties'] !== null && schema['required'] !== null) return schema;
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, value]) => value !== null || !['properties', 'required'].includes(keyword),
    ),
  );
}

function isValid(schema: Json): boolean {
  return isDraft202012(withoutNulls(schema)) && patternsIn(schema).every(isPattern);
}

const at = (path: string, words: string): Finding => ({ path, message: `${path}: ${words}` });

const INVALID =
  'JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.';

const table: readonly SchemaRule[] = [
  {
    id: 'tool-property-name',
    summary: 'A property of a tool has a name of 1 to 64 letters, digits, `_`, `.` or `-`.',
    confidence: 'A',
    source:
      'the error reference of Claude Code and many reports, the latest of 2026-09; only the top level is checked',
    isBroken: (schema) =>
      Object.keys(asRecord(schema['properties'])).some((name) => !PROPERTY_NAME.test(name)),
    say: (path) =>
      at(`${path}.properties`, `Property keys should match pattern '${PROPERTY_NAME.source}'`),
  },
  {
    id: 'tool-schema-combinator',
    summary: 'The root of a tool schema has no `oneOf`, `allOf` or `anyOf`; `if` may stand.',
    confidence: 'A',
    facts: ['T17'],
    source: 'T17: controlled probes',
    isBroken: (schema) => ROOT_COMBINATORS.some((keyword) => schema[keyword] !== undefined),
    say: (path) =>
      at(path, 'input_schema does not support oneOf, allOf, or anyOf at the top level'),
  },
  {
    id: 'tool-schema-invalid',
    summary: 'A tool schema is a valid schema of JSON Schema draft 2020-12, its patterns too.',
    confidence: 'A',
    facts: ['T18'],
    source:
      'T18: many reports with request ids; since 2026-08 some end in https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview',
    isBroken: (schema) => !isValid(schema),
    say: (path) => at(path, INVALID),
  },
  {
    id: 'tool-schema-reference',
    summary: 'A `$ref` of a tool schema leads to something in it.',
    confidence: 'C',
    doubt: 'one report, measured 2026-08-17, whose other keywords are not known',
    source: 'that report; the text as T18',
    isBroken: (schema) =>
      referencesIn(schema).some((reference) => resolve(schema, reference) === undefined),
    say: (path) => at(path, INVALID),
  },
];

const faultsOf = oncePerSchema((schema) => table.filter(({ isBroken }) => isBroken(schema)));

const circleIn = oncePerSchema(circleOf);
const checkFor = oncePerSchema(toCheck);

interface ToolWithSchema extends ListedTool {
  readonly schema: Json;
  readonly faults: readonly SchemaRule[];
}

const toolsWithSchema = (request: CheckedRequest): readonly ToolWithSchema[] =>
  everyTool(request).flatMap((tool) => {
    const schema = tool.definition['input_schema'];
    return isRecord(schema) ? [{ ...tool, schema, faults: faultsOf(schema) }] : [];
  });

export const toolSchemaRules: readonly Rule[] = [
  ...table.map((row): Rule => {
    const { isBroken: _isBroken, say, ...rule } = row;
    return {
      ...rule,
      stage: 'meaning',
      reads: 'parameters',
      *check(request) {
        for (const { path, faults } of request.derive(toolsWithSchema)) {
          if (faults.includes(row)) yield say(`${path}.input_schema`);
        }
      },
    };
  }),
  {
    id: 'tool-schema-circular',
    stage: 'meaning',
    reads: 'parameters',
    summary: 'A tool that code may call has a schema whose references do not go round in circles.',
    confidence: 'C',
    facts: ['4.6'],
    source: '4.6: the docs give `Circular $ref detected`; the rest of the text is our own',
    *check(request) {
      for (const tool of request.derive(toolsWithSchema)) {
        const circle = isForCode(tool) ? circleIn(tool.schema) : undefined;
        if (circle === undefined) continue;
        yield at(`${tool.path}.input_schema`, `Circular $ref detected: ${circle.join(' -> ')}`);
      }
    },
  },
  {
    id: 'tool-example-invalid',
    stage: 'meaning',
    reads: 'parameters',
    summary: 'Each of `input_examples` is valid under the tool’s own schema.',
    confidence: 'C',
    facts: ['4.2'],
    source: '4.2: the docs say that it is refused; the text is our own',
    *check(request) {
      for (const { path, definition, schema } of request.derive(toolsWithSchema)) {
        const examples = asList(definition['input_examples']);
        const fits = examples.length > 0 ? checkFor(schema) : undefined;
        for (const [index, example] of examples.entries()) {
          if (fits?.(example) !== false) continue;
          yield at(`${path}.input_examples.${index}`, 'The example does not match `input_schema`');
        }
      }
    },
  },
];
