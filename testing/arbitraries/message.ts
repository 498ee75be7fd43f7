/** Messages of the model with every kind of block, every way to end, and text of every kind. */
import * as fc from 'fast-check';
import {
  containerUpload,
  fallback,
  message as scripted,
  redactedThinking,
  text,
  thinking,
  toolUse,
} from '../../src/script/builders.ts';
import type { MessageOverrides, MessageTurn, ScriptBlock } from '../../src/script/turn.ts';
import { jsonInput } from './json-input.ts';
import { orNull } from './or-null.ts';
import { mcpTraffic, serverTraffic } from './server-results.ts';

export interface MessageConstraints {
  /** The client tools it may call. Default `look` and `move`. */
  readonly tools?: readonly string[];
  /**
   * Also what only the SDK's beta types have, and only its beta helper puts together: MCP calls, compaction at a
   * threshold, a fallback, `context_management`, `input_transformations`, `usage.iterations`. Default true.
   */
  readonly beta?: boolean;
}

type Passage = fc.Arbitrary<ScriptBlock[]>;

/** Any text without lone surrogates: empty, combining, right to left, from every plane. */
const anyText = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.lorem({ maxCount: 12 }),
    fc.constantFrom(
      '',
      ' ',
      '\n\n',
      'e\u0301\u0302',
      '\u{1f469}\u200d\u{1f680}',
      '\u2028\u0000\u007f',
    ),
  );

const place = {
  document_title: orNull(anyText()),
  document_index: fc.nat(),
  file_id: fc.constant(null),
};

type Citation = NonNullable<Extract<ScriptBlock, { type: 'text' }>['citations']>[number];

const citation = (): fc.Arbitrary<Citation> =>
  fc.oneof(
    fc.record({
      type: fc.constant('char_location' as const),
      cited_text: anyText(),
      ...place,
      start_char_index: fc.nat(),
      end_char_index: fc.nat(),
    }),
    fc.record({
      type: fc.constant('page_location' as const),
      cited_text: anyText(),
      ...place,
      start_page_number: fc.nat(),
      end_page_number: fc.nat(),
    }),
    fc.record({
      type: fc.constant('content_block_location' as const),
      cited_text: anyText(),
      ...place,
      start_block_index: fc.nat(),
      end_block_index: fc.nat(),
    }),
    fc.record({
      type: fc.constant('web_search_result_location' as const),
      cited_text: anyText(),
      encrypted_index: fc.base64String(),
      title: orNull(anyText()),
      url: fc.webUrl(),
    }),
    fc.record({
      type: fc.constant('search_result_location' as const),
      cited_text: anyText(),
      search_result_index: fc.nat(),
      source: anyText(),
      title: orNull(anyText()),
      start_block_index: fc.nat(),
      end_block_index: fc.nat(),
    }),
  );

const thought = (): fc.Arbitrary<ScriptBlock> =>
  fc
    .record(
      { value: anyText(), update: fc.boolean(), signature: fc.base64String({ minLength: 8 }) },
      { requiredKeys: ['value'] },
    )
    .map(({ value, ...options }) => thinking(value, options));

const compacted = (): fc.Arbitrary<ScriptBlock> =>
  fc.record({
    type: fc.constant('compaction' as const),
    content: orNull(anyText()),
    encrypted_content: fc.base64String({ minLength: 4 }),
  });

const listing = (): fc.Arbitrary<ScriptBlock> =>
  fc.record({
    type: fc.constant('mcp_tool_listing' as const),
    mcp_server_name: fc.constant('files'),
    tools: fc.array(fc.record({ name: fc.constant('ask'), input_schema: jsonInput() }), {
      maxLength: 2,
    }),
  });

const single = (block: fc.Arbitrary<ScriptBlock>): Passage => block.map((only) => [only]);

const passages: readonly Passage[] = [
  single(anyText().map((value) => text(value))),
  single(
    fc
      .tuple(anyText(), fc.array(citation(), { maxLength: 3 }))
      .map(([value, citations]) => text(value, { citations })),
  ),
  single(thought()),
  single(fc.base64String({ minLength: 8 }).map((data) => redactedThinking(data))),
  single(fc.stringMatching(/^file_[A-Za-z0-9]{8}$/).map(containerUpload)),
  serverTraffic(),
];

const betaPassages: readonly Passage[] = [mcpTraffic(), single(compacted()), single(listing())];

const callOf = (tools: readonly string[]): fc.Arbitrary<ScriptBlock> =>
  fc.tuple(fc.constantFrom(...tools), jsonInput()).map(([name, input]) => toolUse(name, input));

/** How it ends, where that does not follow from what it holds. */
const ending = (): fc.Arbitrary<MessageOverrides> =>
  fc.oneof(
    fc.constant({}),
    fc.constantFrom<MessageOverrides>(
      { stop_reason: 'max_tokens' },
      { stop_reason: 'pause_turn' },
      { stop_reason: 'model_context_window_exceeded' },
    ),
    anyText().map((stop_sequence): MessageOverrides => ({
      stop_reason: 'stop_sequence',
      stop_sequence,
    })),
    fc
      .record({
        category: fc.constantFrom('cyber', 'bio', null),
        explanation: orNull(anyText()),
      })
      .map(
        (details) =>
          ({
            stop_reason: 'refusal',
            stop_details: { type: 'refusal', ...details },
          }) as MessageOverrides,
      ),
  );

const container = (): fc.Arbitrary<MessageOverrides['container']> =>
  fc.record({
    id: fc.stringMatching(/^container_[A-Za-z0-9]{8}$/),
    expires_at: fc.constant('2026-11-29T12:00:00Z'),
    skills: fc.constantFrom(null, [{ type: 'custom' as const, skill_id: 'tides', version: '1' }]),
  });

const usage = (): fc.Arbitrary<NonNullable<MessageOverrides['usage']>> =>
  fc.record(
    {
      input_tokens: fc.nat(),
      cache_creation_input_tokens: orNull(fc.nat()),
      cache_read_input_tokens: orNull(fc.nat()),
      output_tokens: fc.nat(),
      output_tokens_details: orNull(fc.record({ thinking_tokens: fc.nat({ max: 500 }) })),
      server_tool_use: orNull(
        fc.record({ web_search_requests: fc.nat(), web_fetch_requests: fc.nat() }),
      ),
      service_tier: fc.constantFrom('priority', 'batch', null),
    },
    { requiredKeys: [] },
  );

const overrides = (): fc.Arbitrary<MessageOverrides> =>
  fc
    .tuple(ending(), fc.record({ container: container(), usage: usage() }, { requiredKeys: [] }))
    .map(([end, rest]) => ({ ...end, ...rest }));

const betaOverrides = (): fc.Arbitrary<MessageOverrides> =>
  fc.record(
    {
      context_management: fc.constantFrom<NonNullable<
        MessageOverrides['context_management']
      > | null>(
        null,
        { applied_edits: [] },
        {
          applied_edits: [
            {
              type: 'clear_tool_uses_20250919',
              cleared_tool_uses: 2,
              cleared_input_tokens: 900,
            },
          ],
        },
      ),
      input_transformations: fc.constantFrom<
        NonNullable<MessageOverrides['input_transformations']>
      >(
        [],
        [
          {
            type: 'thinking_dropped',
            path: 'messages.1.content.0',
            reason: 'model_binding_mismatch',
          },
        ],
      ),
    },
    { requiredKeys: [] },
  );

/**
 * A message the API could answer with: text with and without citations, thinking, redacted thinking, calls of client and
 * server tools with their results, uploads, and, unless `beta` is false, what its betas add. Some fields are overridden,
 * the rest is left to the simulation. Never holds a summary made on demand, a call without its result besides those of
 * client tools, a fallback after the first block (there a streamed answer differs from a plain one), or lone surrogates. Shrinks
 * to fewer blocks with shorter texts, and to fields left to the simulation.
 */
export function message(constraints: MessageConstraints = {}): fc.Arbitrary<MessageTurn> {
  const { tools = ['look', 'move'], beta = true } = constraints;
  const kinds = beta ? [...passages, ...betaPassages] : passages;
  const opening: Passage = beta
    ? fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom<ScriptBlock[]>([]) },
        {
          weight: 1,
          arbitrary: single(fc.constant(fallback('claude-opus-4-8', { category: 'cyber' }))),
        },
      )
    : fc.constantFrom<ScriptBlock[]>([]);
  return fc
    .record({
      opening,
      middle: fc.array(fc.oneof(...kinds), { maxLength: 6 }),
      calls: fc.array(callOf(tools), { maxLength: 3 }),
      own: overrides(),
      more: beta ? betaOverrides() : fc.constant({}),
    })
    .map(({ opening: first, middle, calls, own, more }) =>
      scripted([...first, ...middle.flat(), ...calls], { ...own, ...more }),
    );
}
