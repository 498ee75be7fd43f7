/** Calls that no tool takes, ids given out twice, results of calls that nobody makes. */
import { formatPath } from '../../src/loop/input-problem.ts';
import type { LoopTool } from '../../src/loop/index.ts';
import { isRecord } from '../../src/wire/json/is-record.ts';
import { nearest } from '../../src/nearest.ts';
import type { Path, ScenarioProblem } from '../../src/scenario/problem.ts';
import { problemAt } from '../../src/scenario/problem-at.ts';
import { quote } from '../../src/scenario/quote.ts';
import type { ParsedScenario } from '../../src/scenario/scenario.ts';
import { writtenCalls, type WrittenCall } from './written-calls.ts';

/** Every text under one of these keys, with the path to it. */
function* textsUnder(
  keys: readonly string[],
  value: unknown,
  path: Path = [],
): Generator<readonly [text: string, path: Path]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsUnder(keys, item, [...path, index]);
  } else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (keys.includes(key) && typeof item === 'string') yield [item, [...path, key]];
      else yield* textsUnder(keys, item, [...path, key]);
    }
  }
}

/** Whether the scenario says itself that the call comes to nothing. */
function isMeantToFail({ written }: ParsedScenario, { turn, index, id }: WrittenCall): boolean {
  const isFor = (result: unknown, at: number): boolean =>
    isRecord(result) &&
    result['is_error'] === true &&
    (result['tool_use_id'] === undefined ? at === index : result['tool_use_id'] === id);
  const later = written.turns.slice(turn + 1).map(({ expect }) => expect?.tool_results);
  return [...later, written.expect?.tool_results].some(
    (results) => Array.isArray(results) && results.some(isFor),
  );
}

function undeclared(name: string, tools: readonly LoopTool[]): string {
  const names = tools.map((tool) => tool.name);
  const meant = nearest(name, names);
  if (meant !== undefined) return `there is no tool ${quote(name)}; did you mean "${meant}"?`;
  const known = names.length === 0 ? '`tools` is empty' : `\`tools\` has ${names.join(', ')}`;
  return `there is no tool ${quote(name)}; ${known}.`;
}

async function refusal(tool: LoopTool, input: unknown): Promise<string | undefined> {
  const parsed = await tool.parse(input);
  if (parsed.ok) return undefined;
  const [{ path, expected, received }] = parsed.problems as [(typeof parsed.problems)[0]];
  return `the tool ${quote(tool.name)} refuses this input: ${formatPath(path)}: ${expected}, received ${quote(received)}.`;
}

async function unfit(
  scenario: ParsedScenario,
  calls: readonly WrittenCall[],
  tools: readonly LoopTool[],
): Promise<ScenarioProblem[]> {
  const wrong = calls.filter((call) => !isMeantToFail(scenario, call));
  const found = await Promise.all(
    wrong.map(async (call) => {
      const tool = tools.find(({ name }) => name === call.name);
      if (!tool) {
        const words = undeclared(call.name, tools);
        return [problemAt(scenario, 'tool-undeclared', [...call.path, 'name'], words)];
      }
      const words = call.isCutShort ? undefined : await refusal(tool, call.input);
      if (words === undefined) return [];
      return [problemAt(scenario, 'input-refused', [...call.path, 'input'], words)];
    }),
  );
  return found.flat();
}

function* repeated(
  scenario: ParsedScenario,
  calls: readonly WrittenCall[],
): Generator<ScenarioProblem> {
  const never = 'the API never gives out an id twice';
  for (const [at, { id, turn, path }] of calls.entries()) {
    if (id === undefined) continue;
    const where = [...path, 'id'];
    const before = calls.slice(0, at).find((call) => call.id === id);
    const { times = 1 } = scenario.written.turns[turn]!;
    if (before) {
      const words = `the id ${quote(id)} is that of a call of turn ${before.turn + 1} already; ${never}.`;
      yield problemAt(scenario, 'call-id-repeated', where, words);
    } else if (times > 1) {
      const words = `the id ${quote(id)} is used each of ${times} times; ${never}. Leave it out.`;
      yield problemAt(scenario, 'call-id-repeated', where, words);
    }
  }
}

function* uncalled(scenario: ParsedScenario): Generator<ScenarioProblem> {
  const { input, turns, expect = {} } = scenario.written;
  const isRouted = turns.some(({ when }) => when !== undefined);
  const idsOf = (value: unknown): string[] => [...textsUnder(['id'], value)].map(([id]) => id);
  const callsBefore = (turn: number): readonly string[] =>
    // What is routed may come in any order.
    idsOf([
      input,
      turns.slice(0, isRouted ? undefined : turn).map(({ reply, fault }) => [reply, fault]),
    ]);
  const expected = [
    ...turns.map((turn, index) => ({
      path: ['turns', index, 'expect', 'tool_results'],
      value: turn.expect?.tool_results,
      before: callsBefore(index),
    })),
    {
      path: ['expect', 'tool_results'],
      value: expect.tool_results,
      before: callsBefore(turns.length),
    },
  ];
  for (const { path, value, before } of expected) {
    for (const [id, at] of textsUnder(['tool_use_id'], value, path)) {
      if (before.includes(id)) continue;
      const meant = nearest(id, before);
      const hint = meant === undefined ? '.' : `; did you mean "${meant}"?`;
      yield problemAt(
        scenario,
        'result-uncalled',
        at,
        `no turn before this makes a call with the id ${quote(id)}${hint}`,
      );
    }
  }
}

/**
 * What is wrong with the calls of a scenario; without `tools` their names and inputs are not judged. Of one that is not
 * `whole` there may be more calls than are seen.
 */
export async function lintCalls(
  scenario: ParsedScenario,
  tools: readonly LoopTool[] | undefined,
  whole = true,
): Promise<ScenarioProblem[]> {
  const calls = writtenCalls(scenario.written);
  return [
    ...(tools ? await unfit(scenario, calls, tools) : []),
    ...repeated(scenario, calls),
    ...(whole ? uncalled(scenario) : []),
  ];
}
