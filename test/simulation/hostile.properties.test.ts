/** Whatever comes in, in whatever headers, on whatever path: an answer in the API's form, and no throw. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkInvariants,
  EnsaioError,
  formatTranscript,
  simulate,
  type Simulation,
  type SimulationOptions,
} from '../../fakes/index.ts';
import { rules } from '../../src/rules/index.ts';
import { conversation } from '../../testing/arbitraries/conversation.ts';
import { body, HEADERS } from '../support/send.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const PATHS = `
  /v1/messages /v1/messages /v1/messages?beta=true /v1/messages/count_tokens /v1/messages/
  /v1/models /v1/models?limit=x&after_id=%00 /v1/models/% /v1/models/claude-opus-5
  /v1/messages/batches /v1/files/a/b /v1/nowhere /`
  .trim()
  .split(/\s+/);

const requestTo = fc.record({
  path: fc.constantFrom(...PATHS),
  method: fc.oneof(
    { weight: 8, arbitrary: fc.constant('POST') },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'PUT', 'DELETE', 'PATCH') },
  ),
});

const headers = fc.record(
  {
    'x-api-key': fc.constantFrom('', 'sk-ant-test', 'wrong'),
    authorization: fc.constantFrom('', 'Bearer', 'Bearer sk-ant-oat01-x', 'Basic eDp5'),
    'anthropic-version': fc.constantFrom('', '2023-06-01', '2026-10-21', '2023-06-01, 2023-06-01'),
    'anthropic-beta': fc.constantFrom(
      '',
      ',',
      ' , ,',
      'x',
      'message-threads-2026-08-12',
      'compact-2026-09-04,inline-tools-2026-09-15',
    ),
    'x-stainless-retry-count': fc.constantFrom('0', '1', 'x', '-1'),
    'content-type': fc.constantFrom('application/json', 'text/plain', ''),
  },
  { requiredKeys: [] },
);

const image = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };

/** A body with something of everything, to be broken anywhere. */
const rich: Json = {
  ...(body() as Record<string, Json>),
  system: [{ type: 'text', text: 'S', cache_control: { type: 'ephemeral' } }],
  tools: [
    { name: 'look', input_schema: { type: 'object', properties: { a: { type: 'string' } } } },
    { type: 'web_search_20250305', name: 'web_search' },
  ],
  tool_choice: { type: 'auto' },
  thinking: { type: 'adaptive' },
  output_config: { effort: 'high' },
  thread: { type: 'create' },
  metadata: { user_id: 'u' },
  context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
  stop_sequences: ['x'],
  stream: true,
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'x' },
        { type: 'image', source: image },
      ],
    },
    { role: 'system', content: 'y', output_config: { effort: 'low' } },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 't', signature: 's' },
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
        { type: 'tool_use', id: 'a', name: 'look', input: { a: 'b' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'image', source: image }] },
        { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'd' }] } },
      ],
    },
  ],
};

/** Every list and object in a value. */
function containers(value: Json): (Json[] | Record<string, Json>)[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(containers)];
}

/** Replaces, drops or adds one thing somewhere. */
function damage(value: Json, place: number, way: number, junk: Json): void {
  const all = containers(value);
  const target = all[place % all.length]! as Record<string, Json>;
  const keys = Object.keys(target);
  const key = keys[way % Math.max(keys.length, 1)] ?? 'extra';
  if (way % 5 === 0) delete target[key];
  else if (way % 5 === 1) target['extra'] = junk;
  else target[key] = junk;
}

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(
    '',
    null,
    [],
    {},
    -1,
    1e300,
    true,
    'text',
    'x'.repeat(300),
    [null],
    [[]],
    { type: 'text' },
    [{ type: {} }],
  ),
);

const damaged = fc
  .tuple(
    fc.oneof(fc.constant(rich), conversation() as fc.Arbitrary<unknown> as fc.Arbitrary<Json>),
    fc.array(fc.tuple(fc.nat(), fc.nat(), junk), { minLength: 1, maxLength: 3 }),
  )
  .map(([whole, wounds]) => {
    const value = structuredClone(whole);
    for (const [place, way, piece] of wounds) damage(value, place, way, structuredClone(piece));
    return JSON.stringify(value);
  });

const bodies: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => new Uint8Array(bytes)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
  { weight: 4, arbitrary: damaged },
  {
    weight: 1,
    arbitrary: fc
      .tuple(damaged, fc.nat())
      .map(([text, cut]) => text.slice(0, cut % (text.length + 1))),
  },
);

interface Answer {
  type?: string;
  error?: { type: unknown; message: unknown };
  request_id?: unknown;
}

/** Whether an answer is an error as the API gives it; the edge in front of it has a form of its own. */
function isEnveloped({ status, headers: sent }: Response, answer: Answer): boolean {
  const { type, error, request_id: id } = answer;
  if (typeof error?.type !== 'string' || typeof error.message !== 'string') return false;
  return status === 413 || (type === 'error' && id === sent.get('request-id') && id !== null);
}

/** Sends it, and holds the answer to the API's form. Twenty thousand times, so it asserts only what went wrong. */
async function survive(simulation: Simulation, path: string, init: RequestInit): Promise<number> {
  const response = await simulation.fetch(`https://api.anthropic.com${path}`, init);
  const text = await response.text();
  const { status } = response;
  const isFine =
    response.headers.get('content-type') === 'application/json'
      ? status === 200 || isEnveloped(response, JSON.parse(text) as Answer)
      : status === 200 && text.startsWith('event: message_start\n');
  if (!isFine) expect.fail(`${status} ${text}`);
  return status;
}

/** What a test asks afterwards: the accounts must survive it too. */
function lookBack(simulation: Simulation): void {
  for (const transcript of simulation.transcripts) {
    formatTranscript(transcript);
    checkInvariants(transcript);
  }
  try {
    simulation.assertDone();
  } catch (error) {
    if (!(error instanceof EnsaioError)) throw error;
  }
}

const doubtful = rules.flatMap(({ id, doubt }) => (doubt === undefined ? [] : [id]));

const manners: [string, SimulationOptions, number][] = [
  ['by default', {}, 12_000],
  ['when doubts refuse too', { refuse: doubtful, apiKey: 'sk-ant-test', models: 'known' }, 4000],
  ['when nothing is refused', { strict: false }, 4000],
];

test.each(manners)(
  'answers whatever is sent, %s',
  async (_name, options, numRuns) => {
    const simulation = simulate([], options);
    const turns = ['One.', 'Two.', 'Three.'];
    let count = 0;
    await fc.assert(
      fc.asyncProperty(requestTo, headers, bodies, async ({ path, method }, sent, content) => {
        // Conversations are told apart by comparing them, so that a long journal costs more than a short one.
        if (count++ % 20 === 0) {
          lookBack(simulation);
          simulation.reset(turns);
        }
        const init = { method, headers: { ...HEADERS, ...sent } };
        await survive(simulation, path, method === 'GET' ? init : { ...init, body: content });
      }),
      { numRuns },
    );
    // After all that it still answers, and still refuses.
    simulation.reset(turns);
    const plain = { method: 'POST', headers: { ...HEADERS, 'x-api-key': 'sk-ant-test' } };
    const ask = (content: string): Promise<number> =>
      survive(simulation, '/v1/messages', { ...plain, body: content });
    expect([await ask(JSON.stringify(body())), await ask('{'), await ask('')]).toEqual([
      200, 400, 400,
    ]);
  },
  120_000,
);

const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + '0' + close.repeat(depth);
const withInput = (input: string): string => JSON.stringify(rich).replace('{"a":"b"}', () => input);
const MANY = 200_000;
const MILLION = 1_000_000;

test.each<[string, () => string]>([
  ['a hundred thousand lists', () => nested('[', ']', 100_000)],
  ['a hundred thousand objects', () => nested('{"a":', '}', 100_000)],
  ['a million open lists', () => '['.repeat(MILLION)],
  ['a deep input of a tool', () => withInput(nested('{"a":', '}', 1000))],
  ['a deeper input of a tool', () => withInput(nested('{"a":[', ']}', 50_000))],
  ['a million numbers', () => `[${'0,'.repeat(MILLION)}0]`],
  ['two hundred thousand messages of no kind', () => `{"messages":[${'{},'.repeat(MANY)}0]}`],
  [
    'two hundred thousand fields',
    () => `{${Array.from({ length: MANY }, (_, i) => `"${i}":0`).join(',')}}`,
  ],
  ['a million quotes', () => JSON.stringify('"'.repeat(MILLION))],
  ['ten million characters cut short', () => `{"a":"${'x'.repeat(10 * MILLION)}`],
  ['a million halves of pairs', () => `"${'\\ud83d'.repeat(MILLION)}"`],
  ['an image of ten million characters', () => withInput(`{"a":"${'A'.repeat(10 * MILLION)}"}`)],
  ['forty million characters', () => 'x'.repeat(40 * MILLION)],
])(
  'answers %s',
  async (_name, write) => {
    const text = write();
    for (const options of [{}, { strict: false }]) {
      const simulation = simulate(['Fine.'], options);
      for (const path of ['/v1/messages', '/v1/messages/count_tokens', '/v1/models']) {
        const init = { method: 'POST', headers: HEADERS, body: text };
        // oxlint-disable-next-line no-await-in-loop -- one after another
        expect(await survive(simulation, path, init)).toBeGreaterThanOrEqual(200);
      }
    }
  },
  120_000,
);
