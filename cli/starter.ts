/** What `ensaio init` writes: a scenario, an app and a test, in the language and for the runner of a repository. */

/** What a repository is written in, and how it runs its tests. */
export interface Setting {
  readonly language: 'typescript' | 'javascript';
  readonly runner: 'vitest' | 'node';
  /** Whether its files are ES modules by themselves. */
  readonly isModule: boolean;
}

export interface Starter {
  /** The files by their path, with `/`. */
  readonly files: Readonly<Record<string, string>>;
  /** What to do next, in order. */
  readonly commands: readonly string[];
}

const SCENARIO = `\
# yaml-language-server: $schema=../node_modules/ensaio/scenario.schema.json
name: an order is looked up
description: The model asks for a tool, gets its result, and answers.
input: Where is order A-1001?
tools:
  - name: get_order
    description: Looks up one order by its number.
    input_schema: { type: object, properties: { number: { type: string } }, required: [number] }
    answers: [{ result: { status: shipped } }]
turns:
  - reply: [{ tool_use: { name: get_order, input: { number: A-1001 } } }]
  - expect:
      tool_results: [{ content: { json: { status: shipped } } }]
    reply: Order A-1001 has shipped.
expect:
  answer: Order A-1001 has shipped.
`;

const BODY = `\
  return runToolLoop(client, {
    model: 'claude-haiku-5-5',
    max_tokens: 1024,
    messages: [{ role: 'user', content: String(input) }],
    tools,
    signal,
  });`;

const WHAT = '/** The app that is rehearsed. Put your own code in the place of this loop. */';

const APP: Readonly<Record<Setting['language'], string>> = {
  typescript: `\
import { runToolLoop } from 'ensaio/loop';
import type { AppContext } from 'ensaio/testing';

${WHAT}
export default async function app({ client, input, tools, signal }: AppContext): Promise<unknown> {
${BODY}
}
`,
  javascript: `\
import { runToolLoop } from 'ensaio/loop';

${WHAT}
/** @type {import('ensaio/testing').App} */
export default async function app({ client, input, tools, signal }) {
${BODY}
}
`,
};

const TEST: Readonly<Record<Setting['runner'], (app: string) => string>> = {
  vitest: (app) => `\
import { describeScenarios } from 'ensaio/vitest';
import app from './${app}';

describeScenarios('scenarios', app);
`,
  node: (app) => `\
import { test } from 'node:test';
import { assertScenario, chooseScenarios, loadScenarios, runScenario } from 'ensaio/testing';
import app from './${app}';

const { chosen, skipped } = chooseScenarios(await loadScenarios('scenarios'));
for (const scenario of chosen) {
  test(scenario.name, async () => assertScenario(await runScenario(scenario, app)));
}
for (const { scenario, reason } of skipped) test(scenario.name, { skip: reason }, () => {});
`,
};

const RUN: Readonly<Record<Setting['runner'], (test: string) => string>> = {
  vitest: (test) => `npx vitest run ${test}`,
  node: (test) => `node --test ${test}`,
};

export function starter({ language, runner, isModule }: Setting): Starter {
  const kind = `${isModule ? '' : 'm'}${language === 'typescript' ? 'ts' : 'js'}`;
  // Node takes a file by its own name, TypeScript by that of what it becomes, which Vitest understands.
  const imported = runner === 'vitest' ? kind.replace('ts', 'js') : kind;
  const [app, test] = [`scenarios/app.${kind}`, `scenarios/scenarios.test.${kind}`];
  return {
    files: {
      'scenarios/first.yaml': SCENARIO,
      [app]: APP[language],
      [test]: TEST[runner](`app.${imported}`),
    },
    commands: [`npx ensaio run scenarios --app ${app}`, RUN[runner](test)],
  };
}
