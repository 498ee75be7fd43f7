/** Scenarios as data: every key of the language, with values as odd as each of them allows. */
import * as fc from 'fast-check';
import type { Conditions, TextMatcher } from '../../src/scenario/conditions.ts';
import type { ScenarioExpectations } from '../../src/scenario/expect-schema.ts';
import type { RequestExpectations } from '../../src/scenario/request-schema.ts';
import type { ScenarioOptions } from '../../src/scenario/scenario-schema.ts';
import type {
  WrittenBlock,
  WrittenReply,
  WrittenScenario,
  WrittenTool,
  WrittenTurn,
} from '../../src/scenario/written.ts';
import { isPlaced, streamFaults, type StreamFaultName } from '../../src/script/stream-faults.ts';
import { toolName } from './tool-name.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Texts that YAML could take for something else, or the language for a variable, a space between them. */
const TRAPS =
  'null true no ~ 12 1e3 0x1f 2026-10-20 .nan = << *a &a !a %a @a `a [a {a} "a \'a | > --- ... ${name} $${name} $$${ ${ $';

const trap = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...TRAPS.split(' ')),
    fc.constantFrom('- a', 'a: b', '# a', ' a ', 'a\n', '\na\n\n', 'a\n b', '\t'),
  );

const text = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.lorem({ maxCount: 8 }) },
    { weight: 2, arbitrary: trap() },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
    // Lone surrogates are no text of a file.
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  );

const word = (): fc.Arbitrary<string> => text().filter((value) => value !== '');

const json = (): fc.Arbitrary<unknown> =>
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(text(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
      fc.constantFrom(null, true, false, -0, 1e21, 5e-324, Number.MAX_VALUE),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key(), tie('value'), { maxKeys: 3 }),
    ),
  })).value;

const key = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('number', 'at', 'status', 'list') },
    { weight: 1, arbitrary: text() },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', '', '?', ':', '-') },
  );

const fields = (): fc.Arbitrary<Fields> => fc.dictionary(key(), json(), { maxKeys: 3 });

const some = <Shape extends object>(model: {
  readonly [Key in keyof Shape]-?: fc.Arbitrary<Exclude<Shape[Key], undefined>>;
}): fc.Arbitrary<Shape> => fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Shape>;

const pattern = (): fc.Arbitrary<string> =>
  fc.constantFrom('^a', String.raw`\d{4}$`, '(a|b)', '', String.raw`\p{Lu}`, '[^,]+');

/** At least one operator, with what it takes. */
const conditions = (): fc.Arbitrary<Conditions> =>
  fc
    .tuple(
      some<Conditions>({
        contains: fc.oneof(text(), fc.array(text(), { maxLength: 2 })),
        matches: pattern(),
        json: json(),
        any: fc.array(text(), { minLength: 1, maxLength: 2 }),
        not: text(),
        any_order: fc.array(json(), { maxLength: 2 }),
        at_least: fc.integer(),
        at_most: fc.double({ noNaN: true, noDefaultInfinity: true }),
      }),
      text(),
    )
    .map(([all, contains]) => (Object.keys(all).length === 0 ? { contains } : all));

const textMatcher = (): fc.Arbitrary<TextMatcher> => fc.oneof(text(), conditions());
const countMatcher = (): fc.Arbitrary<number | Conditions> => fc.oneof(fc.nat(), conditions());

const callId = (): fc.Arbitrary<string> => fc.stringMatching(/^toolu_[a-zA-Z0-9]{8,12}$/);

const toolResults = (): fc.Arbitrary<NonNullable<RequestExpectations['tool_results']>> =>
  fc.oneof(
    fc.array(
      some<{ tool_use_id: string; content: TextMatcher; is_error: boolean }>({
        tool_use_id: callId(),
        content: textMatcher(),
        is_error: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    conditions(),
  );

const request = (): fc.Arbitrary<RequestExpectations> =>
  some<RequestExpectations>({
    tool_results: toolResults(),
    messages: countMatcher(),
    user: textMatcher(),
    system: textMatcher(),
    model: textMatcher(),
    tools: fc.oneof(fc.array(textMatcher(), { maxLength: 2 }), conditions()),
    headers: fc.dictionary(fc.constantFrom('x-own', 'Anthropic-Beta'), textMatcher()),
    body: json(),
  });

const block = (): fc.Arbitrary<WrittenBlock> =>
  fc.oneof(
    text(),
    text().map((value) => ({ text: value })),
    text().map((value) => ({ thinking: value })),
    fc.option(text()).map((data) => ({ redacted_thinking: data })),
    fc
      .record({ id: callId(), name: toolName(), input: fields() }, { requiredKeys: ['name'] })
      .map((call) => ({ tool_use: call })),
    text().map((value) => ({ type: 'text', text: value, citations: null })),
    fc
      .record({ id: callId(), name: toolName(), input: fields() })
      .map((call) => ({ type: 'tool_use', ...call })),
  );

function idOf(written: WrittenBlock): unknown {
  if (typeof written === 'string') return undefined;
  return 'tool_use' in written
    ? (written.tool_use as { id?: unknown }).id
    : (written as Fields)['id'];
}

/** Blocks, no two of which have one id. */
const blocks = (): fc.Arbitrary<readonly WrittenBlock[]> =>
  fc
    .array(block(), { maxLength: 4 })
    .map((all) =>
      all.filter(
        (each, index) =>
          idOf(each) === undefined ||
          all.findIndex((other) => idOf(other) === idOf(each)) === index,
      ),
    );

const reply = (): fc.Arbitrary<WrittenReply> =>
  fc.oneof(
    text(),
    blocks(),
    fc.record(
      {
        content: fc.oneof(text(), blocks()),
        id: fc.constant('msg_01'),
        type: fc.constant('message'),
        role: fc.constant('assistant'),
        model: word(),
        stop_reason: fc.constantFrom('end_turn', 'max_tokens', 'pause_turn', 'refusal', null),
        stop_sequence: fc.option(text()),
        stop_details: fc.option(fields()),
        usage: fields(),
        container: fc.option(fields()),
      },
      { requiredKeys: ['content'] },
    ),
  );

const place = (): fc.Arbitrary<Fields> =>
  fc.oneof(
    fc.nat({ max: 9 }).map((events) => ({ events })),
    fc.nat({ max: 999 }).map((bytes) => ({ bytes })),
  );

const error = (): fc.Arbitrary<string | Fields> =>
  fc.oneof(
    fc.constantFrom('overloaded', 'rate_limited', 'threadNotFound', 'contract-spend-limit-reached'),
    fc.record(
      {
        name: fc.constantFrom('overloaded', 'rate_limited', 'internal_error'),
        message: text(),
        type: word(),
        retry_after: fc.nat(),
        retry_after_ms: fc.nat(),
        should_retry: fc.boolean(),
        headers: fc.dictionary(fc.constant('x-own'), fc.constant('1')),
        envelope: fc.constantFrom('api', 'edge'),
      },
      { requiredKeys: ['name'] },
    ),
    fc.record(
      { status: fc.integer({ min: 400, max: 599 }), message: text(), details: fields() },
      { requiredKeys: ['status', 'message'] },
    ),
  );

const streamFault = (): fc.Arbitrary<StreamFaultName> =>
  fc.constantFrom(...(Object.keys(streamFaults) as StreamFaultName[]));

/** At most one of the ways in which a stream ends early. */
const end = (): fc.Arbitrary<Fields> =>
  fc.oneof(
    fc.constant({}),
    place().map((cut_after) => ({ cut_after })),
    place().map((reset_after) => ({ reset_after })),
    some<{ send: string; every_ms: number }>({
      send: fc.constantFrom('ping', 'delta'),
      every_ms: fc.integer({ min: 1 }),
    }).chain((rest) => fc.nat({ max: 9 }).map((events) => ({ stall_after: { events, ...rest } }))),
    fc
      .tuple(fc.nat({ max: 9 }), error())
      .map(([events, given]) => ({ error_after: { events, error: given } })),
  );

const shape = (): fc.Arbitrary<Fields> =>
  fc
    .tuple(
      fc.record(
        {
          line_end: fc.constantFrom('lf', 'crlf', 'cr'),
          pad: fc.nat({ max: 9 }),
          loose: fc.boolean(),
          pieces: fc.oneof(
            fc.integer({ min: 1 }),
            fc.integer({ min: 1 }).map((count) => ({ count })),
            fc.array(fc.integer({ min: 1 })).map((at) => ({ at })),
            fc.array(text()).map((cuts) => ({ text: cuts, json: 1 })),
          ),
          input: text(),
          bytes: fc.oneof(
            fc.integer({ min: 1 }),
            fc.array(fc.integer({ min: 1 }), { minLength: 1 }),
          ),
          pings: fc.array(fc.nat({ max: 9 })),
          comment: fc.constantFrom('', 'kept alive'),
          pace: fc.record(
            {
              ttft_ms: fc.nat(),
              tokens_per_second: fc.integer({ min: 1 }),
              delays_ms: fc.array(fc.nat()),
            },
            { requiredKeys: [] },
          ),
          faults: fc.array(
            fc.oneof(
              streamFault(),
              fc.record(
                { fault: streamFault().filter(isPlaced), after: fc.nat() },
                { requiredKeys: ['fault'] },
              ),
            ),
          ),
          headers: fc.dictionary(fc.constant('x-own'), fc.stringMatching(/^[a-z0-9]{1,8}$/)),
          encoding: fc.constantFrom('gzip', 'gzip-undeclared'),
        },
        { requiredKeys: [] },
      ),
      end(),
    )
    .map(([rest, ending]) => ({ loose: false, ...rest, ...ending }));

/** What stands in the place of a reply. */
const instead = (): fc.Arbitrary<string | Fields> =>
  fc.oneof(
    fc.constantFrom(
      'hang',
      'connection_refused',
      'connectionReset',
      'gateway-page',
      'empty_answer',
    ),
    fc.constantFrom(502, 504).map((gateway_page) => ({ gateway_page })),
    fc.constantFrom({}, { content_type: 'text/event-stream' }).map((empty) => ({
      empty_answer: empty,
    })),
    some<{ message: string; code: string }>({ message: word(), code: fc.constant('EPIPE') }).map(
      (connection_error) => ({ connection_error }),
    ),
    fc
      .record(
        { status: fc.constantFrom(200, 403), body: text(), headers: fc.constant({ 'x-own': '1' }) },
        { requiredKeys: [] },
      )
      .map((raw) => ({ raw })),
    fc
      .array(
        fc.oneof(
          text(),
          fc.constant({ type: 'ping' }),
          fields().map((own) => ({ ...own, type: 'note' })),
        ),
        { maxLength: 3 },
      )
      .map((events) => ({ events, bytes: 1 })),
  );

const saying = (): fc.Arbitrary<WrittenTurn> =>
  fc.oneof(
    { weight: 4, arbitrary: reply().map((told) => ({ reply: told })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(reply(), fc.oneof(streamFault(), shape()))
        .map(([told, fault]) => ({ reply: told, fault })),
    },
    { weight: 1, arbitrary: error().map((given) => ({ error: given })) },
    { weight: 1, arbitrary: instead().map((fault) => ({ fault })) },
  );

const turn = (): fc.Arbitrary<WrittenTurn> =>
  fc
    .tuple(
      some<Pick<WrittenTurn, 'when' | 'expect' | 'times' | 'delay'>>({
        when: request(),
        expect: request(),
        times: fc.integer({ min: 1, max: 3 }),
        delay: fc.nat(),
      }),
      saying(),
    )
    .map(([rest, said]) => ({ ...rest, ...said }));

const tool = (name: string): fc.Arbitrary<WrittenTool> =>
  fc.record(
    {
      name: fc.constant(name),
      description: text(),
      input_schema: fields().map((schema) => ({ ...schema, type: 'object' })),
      effect: fc.constantFrom('read' as const, 'write' as const),
      answers: fc.array(
        fc
          .tuple(
            some<{ input: Fields }>({ input: fields() }),
            fc.oneof(
              json().map((result) => ({ result })),
              word().map((reason) => ({ error: reason })),
            ),
          )
          .map(([input, answer]) => ({ ...input, ...answer })),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ['name', 'description', 'input_schema', 'answers'] },
  );

const tools = (): fc.Arbitrary<NonNullable<WrittenScenario['tools']>> =>
  fc.oneof(
    fc.constant('desk.yaml'),
    fc
      .uniqueArray(toolName(), { maxLength: 2 })
      .chain((names) => fc.tuple(...names.map((name) => tool(name)))),
  );

const judged = (): fc.Arbitrary<boolean | { readonly except: readonly string[] }> =>
  fc.oneof(
    fc.boolean(),
    fc.array(word(), { maxLength: 2 }).map((except) => ({ except })),
  );

const expectations = (): fc.Arbitrary<ScenarioExpectations> =>
  some<ScenarioExpectations>({
    answer: textMatcher(),
    error: fc.oneof(
      text(),
      some<object>({
        name: textMatcher(),
        message: textMatcher(),
        status: countMatcher(),
        type: textMatcher(),
      } as never),
    ),
    requests: countMatcher(),
    tool_calls: fc.oneof(
      fc.array(
        fc.oneof(
          word(),
          some<object>({ id: callId(), name: textMatcher(), input: json() } as never),
        ),
        { maxLength: 2 },
      ),
      conditions(),
    ),
    tool_results: toolResults(),
    never: fc.oneof(textMatcher(), fc.array(textMatcher(), { maxLength: 2 })),
    usage: some<NonNullable<ScenarioExpectations['usage']>>({
      input_tokens: countMatcher(),
      output_tokens: countMatcher(),
      cache_creation_input_tokens: countMatcher(),
      cache_read_input_tokens: countMatcher(),
    }),
    stop_reason: textMatcher(),
    refused: fc.oneof(fc.array(word(), { maxLength: 2 }), conditions()),
    invariants: judged(),
    client: fc.oneof(
      judged(),
      some<object>({ max_retries: fc.nat(), backoff_ms: fc.nat() } as never),
    ),
    elapsed_ms: countMatcher(),
  });

const options = (): fc.Arbitrary<ScenarioOptions> =>
  some<ScenarioOptions>({
    strict: fc.boolean(),
    allow: fc.array(word(), { maxLength: 2 }),
    refuse: fc.array(word(), { maxLength: 2 }),
    threads: fc.constantFrom('keep', 'lose', 'refuse'),
    version: fc.constantFrom('2023-06-01', '2026-10-21'),
    seed: fc.maxSafeInteger(),
  });

/**
 * A scenario as data, which the language takes. It can be printed and read; it need not make sense: ids of rules may be
 * of none, and what it expects may never come.
 */
export function scenario(): fc.Arbitrary<WrittenScenario> {
  return fc.record(
    {
      name: word(),
      description: text(),
      tags: fc.array(word(), { maxLength: 2 }),
      skip: word(),
      only: word(),
      options: options(),
      input: json(),
      tools: tools(),
      turns: fc.array(turn(), { maxLength: 4 }),
      expect: expectations(),
    },
    { requiredKeys: ['name', 'input', 'turns'] },
  );
}
