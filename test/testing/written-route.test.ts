/** A route of a check stands in a file as what it is, or not at all. */
import { expect, test } from 'vitest';
import {
  delayed,
  hang,
  message,
  overloaded,
  rateLimited,
  respond,
  streamed,
  text,
  thinking,
  toolUse,
  when,
  type Match,
  type ScriptInput,
} from '../../fakes/index.ts';
import { printScenario } from '../../src/scenario/print-scenario.ts';
import { toRoutedRequest } from '../../src/script/routed-request.ts';
import { writtenRoute } from '../../testing/check/written-route.ts';
import { parseScenario } from '../scenario/parse.ts';

const REQUESTS = [
  { model: 'claude-haiku-4-5', system: 'You are A.', user: 'Find ${x}.', tools: ['look'] },
  { model: 'claude-opus-5', system: 'You are B.', user: 'find it', tools: ['look', 'move'] },
  { model: 'claude-opus-5', system: '', user: 'FIND', tools: [] },
].map(({ model, system, user, tools }) => {
  const messages = [{ role: 'user' as const, content: user }];
  const offered = tools.map((name) => ({ name, input_schema: { type: 'object' as const } }));
  const body = { model, max_tokens: 9, system, messages, tools: offered };
  return toRoutedRequest(body as never, messages, { 'x-agent': system.slice(-2) });
});

/** What a match says of requests: in a script, and read from a file. */
function verdicts(match: Match, turns: ScriptInput = ['Found.']): unknown {
  const route = when(match, turns, { repeats: true });
  const written = writtenRoute(route);
  if (written === undefined) return undefined;
  const printed = printScenario({ name: 'x', input: 'y', turns: [], routes: [written] });
  const [read] = parseScenario(printed).script.routes;
  expect(read!.turns).toEqual(route.turns);
  expect(read!.repeats).toBe(true);
  const { difference } = read!.match as { difference: (request: unknown) => unknown };
  return REQUESTS.map((request) => difference(request) === undefined);
}

test.each<[Match, readonly boolean[]]>([
  [{}, [true, true, true]],
  [{ model: 'claude-opus-5' }, [false, true, true]],
  [{ model: 'opus' }, [false, false, false]],
  [{ model: /opus/g, endpoint: 'messages' }, [false, true, true]],
  [{ system: 'You are' }, [true, true, false]],
  [{ system: /A\.$/u }, [true, false, false]],
  [{ user: 'Find ${x}' }, [true, false, false]],
  [{ user: /^f/ }, [false, true, false]],
  [{ tools: 'look' }, [true, true, false]],
  [{ tools: ['look', 'move'] }, [false, true, false]],
  [{ header: { 'X-Agent': 'A.' } }, [true, false, false]],
  [{ system: 'You are', user: 'Find' }, [true, false, false]],
])('%o is for the same requests in a file', (match, expected) => {
  expect(verdicts(match)).toEqual(expected);
});

test.each<[string, ScriptInput]>([
  ['texts', ['Found.', '']],
  ['blocks', [[text('Hm.'), toolUse('look', { at: 'a' }), toolUse('look', {}, { id: 'toolu_a' })]]],
  ['thinking', [[thinking('Hm.'), text('So.')]]],
  ['a message', [message('cut', { stop_reason: 'max_tokens' })]],
  ['errors', [overloaded(), rateLimited({ retryAfter: 2 })]],
  ['late turns', [delayed('late', 5), hang()]],
])('%s are the same turns in a file', (_what, turns) => {
  expect(verdicts({}, turns)).toBeDefined();
});

test.each<[string, Match, ScriptInput]>([
  ['a function', () => true, ['x']],
  ['a test', { difference: () => undefined }, ['x']],
  ['a pattern with a flag', { user: /find/i }, ['x']],
  ['a pattern that is for the beginning alone', { user: /find/y }, ['x']],
  ['a pattern that is none with the flag u', { user: new RegExp(String.raw`\-`) }, ['x']],
  ['a pattern of a header with a flag', { header: { a: /x/i } }, ['x']],
  ['another endpoint', { endpoint: 'count_tokens' }, ['x']],
  ['a turn that is decided later', {}, ['x', respond(() => 'x')]],
  ['a stream that is shaped', {}, [streamed('x', { pieces: 1 })]],
  ['an error with headers of its own', {}, [overloaded({ headers: { 'x-a': 'b' } })]],
])('%s stands in no file', (_what, match, turns) => {
  expect(verdicts(match, turns)).toBeUndefined();
});
