// The JSON Schema says what the language says, is the one that is published, and is named in every shipped file.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { scenarioJsonSchema } from '../../src/scenario/json-schema.ts';
import { escapeVariables } from '../../src/scenario/expand.ts';
import { scenario } from '../../testing/arbitraries/scenario.ts';
import { mapTexts, mapValues } from '../../testing/recorder/map-texts.ts';
import { problemsIn } from './parse.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const path = join(root, 'scenario.schema.json');
const validate = new Ajv2020({ strict: false }).compile(scenarioJsonSchema());

const shipped = readdirSync(join(root, 'scenarios'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => join(root, 'scenarios', name));

test('the published schema is the one of the language: `npm run docs` writes it', () => {
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(scenarioJsonSchema());
});

test('is published with the package', () => {
  const { files, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(files).toContain('scenario.schema.json');
  expect(exports['./scenario.schema.json']).toBe('./scenario.schema.json');
});

test.each(shipped)('is named in %s, and takes it', (file) => {
  const text = readFileSync(file, 'utf8');
  const [, named] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
  expect(resolve(dirname(file), named ?? '')).toBe(path);
  for (const document of parseAllDocuments(text)) {
    validate(document.toJS());
    expect(validate.errors).toBeNull();
  }
});

test('takes whatever the language takes', () => {
  fc.assert(
    fc.property(scenario(), (written) => {
      validate(written);
      expect(validate.errors).toBeNull();
    }),
    { numRuns: 100 },
  );
});

/** The same scenario, some of its values under `vars`: whole ones, and the ends of texts. */
function withVariables(written: object, isOne: (whole: boolean) => boolean): object {
  const vars: Record<string, unknown> = {};
  const put = (value: unknown): string => {
    const name = `v${Object.keys(vars).length}`;
    vars[name] = value;
    return `\${${name}}`;
  };
  const mapped = mapValues(written, (value, at) => {
    if (at.length === 0) return undefined;
    if (isOne(true)) return put(value);
    if (typeof value !== 'string' || value.includes('$') || !isOne(false)) return undefined;
    const half = Math.ceil(value.length / 2);
    return value.slice(0, half) + put(value.slice(half));
  });
  return { vars, ...(mapped as object) };
}

test('takes whatever the language takes, a variable in place of any value', () => {
  fc.assert(
    fc.property(scenario(), fc.infiniteStream(fc.integer({ min: 0, max: 11 })), (written, dice) => {
      const escaped = mapTexts(written as object, escapeVariables);
      const isOne = (whole: boolean): boolean => dice.next().value === (whole ? 0 : 1);
      const varied = withVariables(escaped, isOne);
      expect(problemsIn(JSON.stringify(varied))).toBe('');
      validate(varied);
      expect(validate.errors).toBeNull();
    }),
    { numRuns: 60 },
  );
});

const scenarioOf = (more: object): object => ({ name: 'x', input: 'y', turns: [], ...more });

test('takes lists, shared turns and tools, variables and what is included', () => {
  const tool = { name: 'look', description: '', input_schema: {}, answers: [] };
  const taken = [
    [scenarioOf({}), scenarioOf({ tags: ['a'] })],
    [tool, { $include: 'more.yaml' }],
    [{ reply: 'a' }, { $include: 'more.yaml' }],
    scenarioOf({
      vars: { n: 2, kind: 'overloaded' },
      examples: [{ strict: true }],
      tags: '${tags}',
      options: { strict: '${strict}', threads: '${threads}' },
      tools: [tool, { $include: 'tools.yaml' }],
      turns: [{ error: '${kind}', times: '${n}' }, { $include: '${file}.yaml' }],
      expect: { requests: '${n}', answer: { at_least: '${n}' } },
    }),
  ];
  for (const value of taken) {
    validate(value);
    expect(validate.errors).toBeNull();
  }
});

test.each([
  ['an unknown key', scenarioOf({ turn: [] })],
  ['a missing key', { name: 'x', input: 'y' }],
  ['an unknown key of a turn', scenarioOf({ turns: [{ repply: 'a' }] })],
  ['an unknown operator', scenarioOf({ expect: { answer: { contain: 'a' } } })],
  ['an unknown error', scenarioOf({ turns: [{ error: 'overlord' }] })],
  ['an unknown fault', scenarioOf({ turns: [{ reply: 'a', fault: { cut_at: 3 } }] })],
  ['a reason that is none', scenarioOf({ skip: true })],
  ['an unknown option', scenarioOf({ options: { version: '1' } })],
  ['a text in place of a list', scenarioOf({ tags: 'a' })],
  ['a text in place of a number', scenarioOf({ turns: [{ reply: 'a', times: '2' }] })],
  ['a variable in a text in place of a number', scenarioOf({ expect: { requests: '1${n}' } })],
  ['a key beside what is included', scenarioOf({ turns: [{ $include: 'a', reply: 'b' }] })],
])('refuses %s', (_what, value) => {
  expect(validate(value)).toBe(false);
});
