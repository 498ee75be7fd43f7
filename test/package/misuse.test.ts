// What is easily got wrong is told, and is not taken for a test that passes.
import { expect, test } from 'vitest';
import * as root from '../../fakes/index.ts';
import { anthropicHandlers } from '../../fakes/msw.ts';
import { serve } from '../../fakes/server.ts';
import * as testing from '../../testing/index.ts';
import { loopApp } from '../../testing/apps/loop.ts';
import '../../testing/vitest.ts';

/** As those call it who have no compiler. */
const loose = <Module extends object>(module: Module) =>
  module as Readonly<Record<keyof Module, (...args: readonly unknown[]) => unknown>>;
const kit = loose(root);
const kitTesting = loose(testing);

const { simulate } = root;
const app = async (): Promise<string> => 'x';
const client = root.fakeAnthropic(['x']);
await client.messages.create({
  model: 'claude-opus-5',
  max_tokens: 10,
  messages: [{ role: 'user', content: 'x' }],
});
const { transcripts, journal } = client.simulation;
const matching = expect as unknown as (
  received: unknown,
) => Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return error;
  }
}

const NOT_JUDGED =
  'There is no conversation to judge in what was given.\n\nInvariants are judged on a transcript (one of `simulation.transcripts`), a request body or a list of messages.';
const NOT_MATCHED =
  'There is no conversation in what was given.\n\nIt takes a fake client, a simulation, a transcript (one of `simulation.transcripts`), a request body or a list of messages.';
const BESIDES_CLIENT =
  'The options are webhookKey, baseURL, timeout, fetchOptions, middleware, maxRetries, defaultHeaders, defaultQuery, dangerouslyAllowBrowser, logLevel, logger, openTelemetry, and those of simulate.';
const OWN_CLIENT =
  "A client of your own is new Anthropic({ fetch: simulation.fetch, apiKey: 'test' }), with simulate(script).";
const LOOP_OVER =
  'Loop over what loadScenarios gives: for (const scenario of await loadScenarios("scenarios")) await runScenario(scenario, app).';

test.each<[string, () => unknown, string]>([
  ['checkInvariants(transcripts)', () => kit.checkInvariants(transcripts), NOT_JUDGED],
  ['checkInvariants(journal)', () => kit.checkInvariants(journal), NOT_JUDGED],
  ['checkInvariants(simulation)', () => kit.checkInvariants(client.simulation), NOT_JUDGED],
  [
    'checkInvariants with a misspelt option',
    () => kit.checkInvariants([], { exept: [] }),
    'There is no option "exept".\n\nDid you mean "except"?',
  ],
  [
    'toKeepInvariants of transcripts',
    () => matching(transcripts)['toKeepInvariants']!(),
    NOT_MATCHED,
  ],
  ['toKeepInvariants of a journal', () => matching(journal)['toKeepInvariants']!(), NOT_MATCHED],
  [
    'toHaveSentToolResult with misspelt fields',
    () => matching(client)['toHaveSentToolResult']!({ contents: /stuck/, isError: true }),
    'There is no option "contents".\n\nDid you mean "content"?',
  ],
  [
    'toHaveSentToolResult({})',
    () => matching(client)['toHaveSentToolResult']!({}),
    'toHaveSentToolResult was given nothing to look for.\n\nAny result would do. Name one of tool_use_id, content, is_error, or say with toHaveAnswered which call is answered.',
  ],
  [
    'toHaveAnswered()',
    () => matching(client)['toHaveAnswered']!(),
    'toHaveAnswered takes the id of a call or the name of a tool, received undefined.',
  ],
  [
    'fakeAnthropic with a misspelt option of the simulation',
    () => kit.fakeAnthropic(['x'], { alow: [] }),
    `There is no option "alow".\n\n${BESIDES_CLIENT}`,
  ],
  [
    'fakeAnthropic with a misspelt option of the client',
    () => kit.fakeAnthropic(['x'], { maxRetry: 0 }),
    'There is no option "maxRetry".\n\nDid you mean "maxRetries"?',
  ],
  [
    'fakeAnthropic with a fetch',
    () => kit.fakeAnthropic(['x'], { fetch }),
    `fakeAnthropic takes no "fetch": its client asks the simulation, with a key of no meaning or the \`apiKey\` given.\n\n${OWN_CLIENT}`,
  ],
  [
    'fakeMessages with a misspelt option',
    () => kit.fakeMessages(['x'], { verson: '2023-06-01' }),
    'There is no option "verson".\n\nDid you mean "version"?',
  ],
  [
    'serve with a port for options',
    () => serve(simulate([]), 3000 as never),
    'Options are an object, received 3000.\n\nThe options are port, hostname, token, timeout, grace, runLimit, onWarning, and those of simulate.',
  ],
  [
    'anthropicHandlers with an address for options',
    () => anthropicHandlers(simulate([]), 'https://x' as never),
    'Options are an object, received "https://x".\n\nThe options are baseURL.',
  ],
  [
    'simulate with a flag for options',
    () => kit.simulate(['x'], false),
    'Options are an object, received false.\n\nThe options are strict, allow, refuse, apiKey, threads, models, clock, seed, latency, tokens, journalLimit.',
  ],
  [
    'loopApp with a misspelt option',
    () => loopApp({ strem: false } as never),
    'There is no option "strem".\n\nDid you mean "stream"?',
  ],
  [
    'toolUse with an id for options',
    () => kit.toolUse('a', {}, 'toolu_1'),
    'toolUse: options are an object with id, received "toolu_1".',
  ],
  [
    'text with a number for options',
    () => kit.text('x', 5),
    'text: options are an object with citations, received 5.',
  ],
  [
    'mcpToolResult with the name of the API for an option',
    () => kit.mcpToolResult('x', { is_error: true }),
    'mcpToolResult: the options are id, isError, received is_error.\n\nDid you mean "isError"?',
  ],
  [
    'message with a field in another case',
    () => kit.message('x', { stopReason: 'max_tokens' }),
    'message: the fields are id, model, stop_reason, stop_sequence, stop_details, usage, container, context_management, diagnostics, input_transformations, received stopReason.\n\nDid you mean "stop_reason"?',
  ],
  [
    'message with a misspelt field',
    () => kit.message('x', { stop_resaon: 'max_tokens' }),
    'message: the fields are id, model, stop_reason, stop_sequence, stop_details, usage, container, context_management, diagnostics, input_transformations, received stop_resaon.\n\nDid you mean "stop_reason"?',
  ],
  [
    'pauseTurn with a field that no message has',
    () => kit.pauseTurn('x', { colour: 'red' }),
    'pauseTurn: the fields are id, model, stop_reason, stop_sequence, stop_details, usage, container, context_management, diagnostics, input_transformations, received colour.',
  ],
  [
    'message with a text for fields',
    () => kit.message('x', 'max_tokens'),
    'message: fields are an object with id, model, stop_reason, stop_sequence, stop_details, usage, container, context_management, diagnostics, input_transformations, received "max_tokens".',
  ],
  [
    'rateLimited with seconds for options',
    () => kit.rateLimited(5),
    'rateLimited: options are an object, received 5.',
  ],
  [
    'flaky with a seed for options',
    () => kit.flaky(['x'], 5),
    'flaky: options are an object, received 5.',
  ],
  [
    'clientVerdict of a transcript',
    () => kit.clientVerdict(transcripts[0]),
    expect.stringMatching(
      /^clientVerdict takes a simulation or a fake client, received \{/,
    ) as never,
  ],
  [
    'formatTranscript(undefined)',
    () => kit.formatTranscript(undefined),
    'formatTranscript takes a transcript (one of `simulation.transcripts`) or a list of messages, received undefined.',
  ],
  [
    'runScenario of a path',
    () => kitTesting.runScenario('a.yaml', app),
    `runScenario takes one scenario that is loaded, received "a.yaml".\n\n${LOOP_OVER}`,
  ],
  [
    'runScenario of a list',
    () => kitTesting.runScenario([], app),
    `runScenario takes one scenario that is loaded, received [].\n\n${LOOP_OVER}`,
  ],
  [
    'runScenario without an app',
    async () =>
      kitTesting.runScenario((await testing.loadScenarios('examples/weather-and-sum.yaml'))[0]),
    'runScenario takes an app, a function of its context, received undefined.\n\nrunScenario(…, ({ client, input, tools, signal }) => myLoop(client, input, tools, signal)).',
  ],
  [
    'assertScenario of a promise',
    () => kitTesting.assertScenario(Promise.resolve()),
    'assertScenario takes the result of runScenario, received {}.\n\nassertScenario(await runScenario(scenario, app)).',
  ],
  [
    'record without a file',
    () => kitTesting.record('https://x'),
    'record takes options with the path of the file to write, received undefined.\n\nrecord(url, { out: "scenarios/refund.yaml" }).',
  ],
  [
    'record with a misspelt option',
    () => kitTesting.record('https://x', { out: 'x.yaml', redct: {} }),
    'There is no option "redct".\n\nDid you mean "redact"?',
  ],
  ['spyTools({})', () => kitTesting.spyTools({}), 'spyTools takes a list of tools, received {}.'],
  [
    'checkLoop()',
    () => kitTesting.checkLoop(),
    'checkLoop takes an app, a function of its context, received undefined.\n\ncheckLoop(…, ({ client, input, tools, signal }) => myLoop(client, input, tools, signal)).',
  ],
  [
    'checkConversation of a session that nobody can talk to',
    () => kitTesting.checkConversation(() => ({}), { seed: 1 }),
    'checkConversation takes a session with a function `send`, received [].\n\ncheckConversation(({ client, tools }) => new Chat(client, tools)).',
  ],
])('%s is refused', async (_title, call, message) => {
  const error = await thrownBy(call);
  expect(error).toBeInstanceOf(root.EnsaioError);
  const { message: said } = error as Error;
  expect(said.replace('[ensaio] ', '')).toEqual(message);
});

test('a new option of the SDK is one of a fake client', () => {
  const { simulation } = root.fakeAnthropic([], {
    maxRetries: 0,
    timeout: 5,
    apiKey: 'x',
    seed: 3,
  });
  expect(simulation.journal).toEqual([]);
});
