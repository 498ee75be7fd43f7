/** Whether a run came to what its scenario expects in the end. */
import { isConditions } from '../../src/scenario/conditions.ts';
import type { ExpectedToolCall, ScenarioExpectations } from '../../src/scenario/expect-schema.ts';
import { firstMismatch } from '../../src/scenario/matcher.ts';
import type { RunProblemCode, ScenarioProblem } from '../../src/scenario/problem.ts';
import { toSentToolResult } from '../../src/scenario/sent-tool-results.ts';
import { replyOf } from '../../src/wire/exchange.ts';
import type { Message } from '../../src/wire/message.ts';
import { answerText } from '../answer-text.ts';
import type { EndedRun } from '../ended-run.ts';
import { toolCallsOf, type ScenarioToolCall } from '../tool-calls.ts';
import { atPath, problemIn } from './problem-in.ts';

/** Whether the app ended as the scenario wants it to: with an answer, with an error where it expects one, or stopped. */
function endedWell({ scenario, ending, isStopped }: EndedRun): boolean {
  if (isStopped) return true;
  return ending.type === (scenario.expect.error === undefined ? 'answered' : 'failed');
}

/** A call by its name alone, wherever one may stand. */
function toCall(expected: unknown): unknown {
  if (typeof expected === 'string') return { name: expected } satisfies ExpectedToolCall;
  if (Array.isArray(expected)) return expected.map(toCall);
  if (!isConditions(expected)) return expected;
  return Object.fromEntries(
    Object.entries(expected).map(([operator, operand]) => [operator, toCall(operand)]),
  );
}

type Key = Exclude<
  keyof ScenarioExpectations,
  | 'error'
  | 'may_stop'
  | 'limit'
  | 'final_tools'
  | 'never'
  | 'refused'
  | 'invariants'
  | 'conversation'
  | 'client'
>;

/** What of a run a key is about, and how it is told when that differs. */
interface Look {
  readonly code: RunProblemCode;
  readonly what: string | ((run: EndedRun) => string);
  readonly received: (run: EndedRun) => unknown;
  /** What is expected, in the form of what is received. Default: as it is written. */
  readonly expected?: (written: unknown) => unknown;
}

const textOf = ({ ending }: EndedRun): string | undefined =>
  ending.type === 'answered' ? answerText(ending.answer) : undefined;

const repliesOf = ({ simulation }: EndedRun): Message[] =>
  simulation.journal.flatMap((exchange) => replyOf(exchange) ?? []);

const callsOf = ({ scenario, simulation }: EndedRun): ScenarioToolCall[] =>
  toolCallsOf(scenario, simulation.transcripts);

function usageOf(run: EndedRun): Record<string, number> {
  const sums: Record<string, number> = {
    input_tokens: 0,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  for (const { usage } of repliesOf(run)) {
    for (const counter of Object.keys(sums)) {
      sums[counter]! += Number((usage as unknown as Record<string, unknown>)?.[counter] ?? 0);
    }
  }
  return sums;
}

const LOOKS: Readonly<Record<Key, Look>> = {
  answer: {
    code: 'answer-differs',
    what: (run) =>
      textOf(run) === undefined ? 'the app answered with no text' : 'the answer differs',
    received: (run) =>
      textOf(run) ?? (run.ending.type === 'answered' ? run.ending.answer : undefined),
  },
  requests: {
    code: 'requests-differ',
    what: 'the number of requests differs',
    received: ({ simulation }) =>
      simulation.journal.filter(({ request }) => request.path === '/v1/messages').length,
  },
  tool_calls: {
    code: 'tool-calls-differ',
    what: 'the tool calls differ',
    received: (run) => callsOf(run).map(({ id, name, input }) => ({ id, name, input })),
    expected: toCall,
  },
  tool_results: {
    code: 'tool-results-differ',
    what: 'the tool results differ',
    received: (run) =>
      callsOf(run).flatMap(({ result }) => (result ? [toSentToolResult(result)] : [])),
  },
  usage: { code: 'usage-differs', what: 'the usage of tokens differs', received: usageOf },
  stop_reason: {
    code: 'stop-reason-differs',
    what: 'the newest reply stopped for another reason',
    received: (run) => repliesOf(run).at(-1)?.stop_reason,
  },
  left_timers: {
    code: 'timers-left',
    what: ({ leftTimers }) =>
      `the app left ${leftTimers.length === 1 ? 'a timer' : 'timers'} running, of ${leftTimers.join(', ')} ms`,
    received: ({ leftTimers }) => leftTimers.length,
  },
  elapsed_ms: {
    code: 'elapsed-differs',
    what: 'the time on the simulated clock differs',
    received: ({ elapsedMs }) => elapsedMs,
  },
};

export function* outcomeIsExpected(run: EndedRun): Generator<ScenarioProblem> {
  if (!endedWell(run)) return;
  for (const [key, look] of Object.entries(LOOKS) as [Key, Look][]) {
    const written = run.scenario.expect[key];
    if (written === undefined) continue;
    const { code, what, received, expected = (as: unknown) => as } = look;
    const mismatch = firstMismatch(expected(written), received(run));
    if (!mismatch) continue;
    yield problemIn(run, code, ['expect', key, ...mismatch.path], {
      message: `${typeof what === 'string' ? what : what(run)}${atPath(mismatch, [key])}.`,
      difference: mismatch,
    });
  }
}
