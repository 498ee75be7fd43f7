/** `ensaio/vitest`: scenarios as tests, and matchers, for which importing it is enough, in a test or a setup file. */
import { describe, expect, test, type TestContext } from 'vitest';
import type { CheckInvariantsOptions } from '../src/invariants/index.ts';
import type { App } from './app.ts';
import { toBeDone } from './matchers/done.ts';
import { toHaveAnswered } from './matchers/answered.ts';
import { toHaveSentToolResult, type ExpectedToolResult } from './matchers/sent-result.ts';
import { toKeepInvariants } from './matchers/invariants.ts';

import type { ScenarioTest, ScenarioTestsOptions } from './scenario-tests.ts';

export type { ExpectedToolResult } from './matchers/sent-result.ts';
export type { ScenarioTestsOptions as DescribeScenariosOptions } from './scenario-tests.ts';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * The script of a client or a simulation is used up, and nothing was unexpected or refused: `assertDone()`.
     * @example expect(client).toBeDone();
     */
    toBeDone(): R;
    /**
     * Every conversation of a client, a simulation, a transcript or a list of messages keeps every invariant that there
     * is evidence for.
     * @example expect(client).toKeepInvariants({ except: ['results-in-order'], run });
     */
    toKeepInvariants(options?: CheckInvariantsOptions): R;
    /**
     * A call was answered. `call` is the id of a call or the name of a tool; `result` is its text exactly, a pattern, an
     * asymmetric matcher, or the JSON value that it holds. Default: any result will do.
     * @example expect(client).toHaveAnswered('get_order', { status: 'shipped' });
     */
    toHaveAnswered(call: string, result?: unknown): R;
    /**
     * A `tool_result` with these fields was sent.
     * @example expect(client).toHaveSentToolResult({ content: /stuck/, is_error: true });
     */
    toHaveSentToolResult(result: ExpectedToolResult): R;
  }
}

expect.extend({
  toBeDone(received: unknown) {
    return toBeDone(this, received);
  },
  toKeepInvariants(received: unknown, options?: CheckInvariantsOptions) {
    return toKeepInvariants(this, received, options);
  },
  toHaveAnswered(received: unknown, call: string, ...result: [result?: unknown]) {
    return toHaveAnswered(this, received, call, ...result);
  },
  toHaveSentToolResult(received: unknown, result: ExpectedToolResult) {
    return toHaveSentToolResult(this, received, result);
  },
});

function addTest({ name, tags, skip, run }: ScenarioTest): void {
  const body = async (context: TestContext): Promise<void> => {
    if (skip !== undefined) context.skip(skip);
    await run(context.signal);
  };
  try {
    test(name, { tags: [...tags] }, body);
  } catch (error) {
    // Vitest takes only the tags that its config defines, unless told otherwise by `strictTags`.
    if (tags.length === 0) throw error;
    test(name, body);
  }
}

/**
 * One test for each scenario that `globs` name, in a suite for each file. A failure points at the line in the YAML.
 * `skip` and `only` of the scenarios are honoured, with their reasons; their tags are those of the tests when Vitest's
 * config defines all of them.
 * @example describeScenarios('scenarios', app);
 */
export function describeScenarios(
  globs: string | readonly string[],
  app: App,
  options: ScenarioTestsOptions = {},
): void {
  describe('scenarios', async () => {
    // Loaded here: a setup file that wants the matchers does without.
    const { scenarioTests } = await import('./scenario-tests.ts');
    for (const { name, tests } of await scenarioTests(globs, app, options)) {
      describe(name, () => {
        for (const each of tests) addTest(each);
      });
    }
  });
}
