/** `ensaio/vitest`: matchers for Vitest. Importing it is enough, in a test or a setup file. */
import { expect } from 'vitest';
import type { CheckInvariantsOptions } from '../src/invariants/index.ts';
import { toBeDone } from './matchers/done.ts';
import { toHaveAnswered } from './matchers/answered.ts';
import { toHaveSentToolResult, type ExpectedToolResult } from './matchers/sent-result.ts';
import { toKeepInvariants } from './matchers/invariants.ts';

export type { ExpectedToolResult } from './matchers/sent-result.ts';

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
