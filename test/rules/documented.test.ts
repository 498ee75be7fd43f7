/** What the documentation shows is taken in strict mode, feature by feature. */
import { expect, test } from 'vitest';
import { simulate } from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';
import {
  assistant,
  call,
  image,
  result,
  searchResult,
  serverCall,
  system,
  talk,
  text,
  tool,
  turn,
  user,
  type Json,
} from './tool-bodies.ts';

/** A request with the betas it needs. */
interface Documented {
  readonly what: string;
  readonly sent: Json;
  readonly betas: readonly string[];
}

const shown = (what: string, sent: Json, ...betas: string[]): Documented => ({ what, sent, betas });

const LOOK = tool('look');
const LATER = tool('later', { defer_loading: true });
const CODE = { type: 'code_execution_20260120', name: 'code_execution' };
const WEB = { type: 'web_search_20250305', name: 'web_search' };
const FILES = { type: 'url', name: 'files', url: 'https://files.test/mcp' };
const FILES_TOOLS = { type: 'mcp_toolset', mcp_server_name: 'files' };
const CHANGES = 'mid-conversation-tool-changes-2026-07-01';
const INLINE = 'inline-tools-2026-09-15';
const MCP = 'mcp-client-2025-11-20';
const SUMMARY = 'compact-2026-09-04';
const EDITS = 'context-management-2025-06-27';
const FALLBACK = 'server-side-fallback-2026-07-01';

const words = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } };
const page = { type: 'search_result', source: 'https://x.test', title: 'X', content: [text('x')] };

const add = (target: Json): Json => ({ type: 'tool_addition', tool: target });
const remove = (target: Json): Json => ({ type: 'tool_removal', tool: target });
const named = (name: string): Json => ({ type: 'tool_reference', name });
const defined = (definition: Json): Json => ({ type: 'tool_definition', definition });
const changed = (tools: Json[], ...changes: Json[]): Json =>
  talk(tools, user('x'), system(changes));
const answered = (content: unknown, ...tools: Json[]): Json =>
  turn([LOOK, ...tools], [call('a')], user([result('a', { content })]));
const member = (toolset_name: string, name: string, content: Json[]): Json =>
  turn(
    [{ type: `${toolset_name}_toolset_20260801` }],
    [call('a', { name, toolset_name })],
    user([result('a', { toolset_name, content })]),
  );
const said = (...content: Json[]): Json => talk([], user('x'), assistant(content), user('y'));
const summarized = (fields: Json = {}): Json =>
  body({
    messages: [user('x'), assistant('y')],
    compaction: { type: 'summarize' },
    ...fields,
  });
const edited = (...edits: Json[]): Json => body({ context_management: { edits } });
const formed = (schema: Json): Json =>
  body({ output_config: { format: { type: 'json_schema', schema } } });

const requests: readonly Documented[] = [
  shown(
    'betas that are no longer needed',
    body(),
    'prompt-caching-2024-07-31',
    'pdfs-2024-09-25',
    'token-counting-2024-11-01',
    'token-efficient-tools-2025-02-19',
    'extended-cache-ttl-2025-04-11',
  ),
  shown(
    'a cache for an hour, and one for the whole request',
    body({
      cache_control: { type: 'ephemeral' },
      system: [{ ...text('x'), cache_control: { type: 'ephemeral', ttl: '1h' } }],
    }),
  ),
  shown('no output at all, to warm the cache', body({ max_tokens: 0 })),
  shown(
    'everything a tool may say',
    talk(
      [
        tool('look', {
          type: 'custom',
          description: 'Looks.',
          cache_control: { type: 'ephemeral' },
          strict: false,
          eager_input_streaming: true,
          input_examples: [{}],
          allowed_callers: ['direct'],
        }),
      ],
      user('x'),
    ),
  ),
  shown('no choice and no tools', body({ tool_choice: { type: 'none' } })),
  shown(
    'one call at a time',
    body({ tools: [LOOK], tool_choice: { type: 'auto', disable_parallel_tool_use: true } }),
  ),
  shown(
    'a forced tool with adaptive thinking',
    body({ tools: [LOOK], tool_choice: { type: 'any' }, thinking: { type: 'adaptive' } }),
  ),
  shown(
    'results in two user messages (T04)',
    turn([LOOK], [call('a'), call('b')], user([result('a')]), user([result('b')])),
  ),
  shown('text after the results', turn([LOOK], [call('a')], user([result('a'), text('y')]))),
  shown('a result of an image', answered([image])),
  shown('a result of a document', answered([words])),
  shown('a result of a search', answered([page])),
  shown(
    'a result of a found tool',
    answered([{ type: 'tool_reference', tool_name: 'later' }], LATER),
  ),
  shown('a result of nothing', answered(undefined)),
  shown(
    'a call whose name no tool could have (S21)',
    turn([LOOK], [call('a', { name: 'füü bar.baz' })], user([result('a')])),
  ),
  shown('an assistant who speaks first (M10)', talk([], assistant('x'), user('y'))),
  shown('users who speak in a row (M11)', talk([], user('x'), user('y'))),
  shown('what the computer shows', member('computer', 'screenshot', [image, text('x')])),
  shown(
    'what the browser shows, with its tabs',
    member('browser', 'navigate', [
      text('x'),
      {
        type: 'browser_state',
        tabs: [{ tab_id: '1', title: 'X', url: 'https://x.test', active: true }],
      },
    ]),
  ),
  shown(
    'members of a toolset turned on and off',
    body({
      tools: [
        {
          type: 'browser_toolset_20260801',
          configs: { javascript_exec: { enabled: true }, zoom: { enabled: false } },
        },
      ],
    }),
  ),
  shown('a system message at the end', talk([], user('x'), system('Be kind.'))),
  shown(
    'system messages in a row, before the answer',
    talk([], user('x'), system('a'), system('b'), assistant('y'), user('z')),
  ),
  shown(
    'a system message after results',
    turn([LOOK], [call('a')], user([result('a')]), system('x')),
  ),
  shown(
    'a system message for one turn',
    talk([], user('x'), { ...system('y'), clear_at: 'next_user_message' }),
    'mid-conversation-system-clear-at-2026-08-21',
  ),
  shown(
    'another effort for one turn, from the start',
    talk([], { ...system([]), output_config: { effort: 'low' } }, user('x')),
    'mid-conversation-output-config-2026-07-01',
  ),
  shown('a tool added', changed([LOOK, LATER], add(named('later'))), CHANGES),
  shown('a tool taken away', changed([LOOK, LATER], text('No.'), remove(named('look'))), CHANGES),
  shown('a tool defined in a message', changed([], add(defined(LOOK))), INLINE),
  shown(
    'a tool defined in a message, called and answered',
    talk([], user('x'), system([add(defined(LOOK))]), assistant([call('a')]), user([result('a')])),
    INLINE,
  ),
  shown(
    'the tools of a server taken away',
    {
      ...changed(
        [LOOK, FILES_TOOLS],
        remove({ type: 'mcp_toolset_reference', server_name: 'files' }),
      ),
      mcp_servers: [FILES],
    },
    CHANGES,
    MCP,
  ),
  shown('a call made by code, answered', {
    ...turn(
      [CODE, tool('look', { allowed_callers: ['code_execution_20260120'] })],
      [
        serverCall('srvtoolu_1', 'code_execution', { input: { code: 'look()' } }),
        call('a', { caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' } }),
      ],
      user([result('a')]),
    ),
    container: 'container_1',
  }),
  ...['regex', 'bm25'].flatMap((kind) =>
    [`tool_search_tool_${kind}`, `tool_search_tool_${kind}_20251119`].map((type) =>
      shown(
        `the search ${type}`,
        body({ tools: [{ type, name: `tool_search_tool_${kind}` }, LATER] }),
      ),
    ),
  ),
  shown('a summary asked for', summarized({ thinking: { type: 'adaptive' } }), SUMMARY),
  shown(
    'a summary asked for where tools are',
    summarized({ tools: [LOOK], tool_choice: { type: 'auto' } }),
    SUMMARY,
  ),
  shown(
    'old thinking and results cleared',
    edited(
      { type: 'clear_thinking_20251015', keep: { type: 'thinking_turns', value: 2 } },
      {
        type: 'clear_tool_uses_20250919',
        trigger: { type: 'input_tokens', value: 30_000 },
        keep: { type: 'tool_uses', value: 3 },
        clear_at_least: { type: 'input_tokens', value: 5000 },
        exclude_tools: ['web_search'],
        clear_tool_inputs: false,
      },
    ),
    EDITS,
  ),
  shown('all thinking kept', edited({ type: 'clear_thinking_20251015', keep: 'all' }), EDITS),
  shown(
    'a summary from a threshold on',
    edited({
      type: 'compact_20260112',
      trigger: { type: 'input_tokens', value: 150_000 },
      pause_after_compaction: true,
    }),
    'compact-2026-01-12',
  ),
  shown(
    'a summary made at a threshold',
    {
      ...said({ type: 'compaction', content: 'So far.' }, text('y')),
      context_management: { edits: [{ type: 'compact_20260112' }] },
    },
    'compact-2026-01-12',
  ),
  shown(
    'other models to fall back on',
    body({ fallbacks: [{ model: 'claude-opus-4-8', max_tokens: 5, speed: 'standard' }] }),
    FALLBACK,
  ),
  shown('the usual models to fall back on', body({ fallbacks: 'default' }), FALLBACK),
  shown(
    'the seam of a fallback',
    said({ type: 'fallback', from: { model: 'a' }, to: { model: 'b' } }, text('y')),
    FALLBACK,
  ),
  shown(
    'a paused turn sent back',
    turn([WEB], [text('x'), serverCall('srvtoolu_1', 'web_search'), searchResult('srvtoolu_1')]),
  ),
  shown('thinking between tools', {
    ...body({ thinking: { type: 'between_tools' }, output_config: { effort: 'high' } }),
    model: 'claude-sonnet-5-5',
  }),
  shown(
    'thinking bound to its conversation',
    {
      ...body({
        thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } },
      }),
      model: 'claude-fable-5-1',
    },
    'thinking-binding-controls-2026-08-01',
  ),
  ...['low', 'medium', 'high', 'xhigh', 'max'].map((effort) =>
    shown(`effort ${effort}`, body({ output_config: { effort } })),
  ),
  shown(
    'a budget for the task',
    body({ output_config: { task_budget: { type: 'tokens', total: 20_000, remaining: 1 } } }),
    'task-budgets-2026-03-13',
  ),
  shown(
    'bounds of strings in an output format (O07)',
    formed({
      type: 'object',
      properties: { a: { type: 'string', minLength: 1, pattern: '^a' }, b: { $ref: '#/$defs/x' } },
      required: ['a'],
      additionalProperties: false,
      $defs: { x: { enum: ['a', 1, null] } },
    }),
  ),
  shown(
    'a server of tools, as it was before',
    body({ mcp_servers: [{ ...FILES, tool_configuration: { allowed_tools: ['read'] } }] }),
    'mcp-client-2025-04-04',
  ),
  shown(
    'a server of tools, of which some are on',
    body({
      mcp_servers: [FILES],
      tools: [
        {
          ...FILES_TOOLS,
          default_config: { enabled: false, defer_loading: true },
          configs: { read: { enabled: true, defer_loading: false }, list: { enabled: true } },
        },
      ],
    }),
    MCP,
  ),
  shown(
    'a server whose list of tools is pinned',
    body({
      mcp_servers: [FILES],
      tools: [{ ...FILES_TOOLS, tools: [{ name: 'read', input_schema: {} }] }],
    }),
    'mcp-client-2026-09-15',
  ),
  shown(
    'a file for code to read',
    talk([CODE], user([text('x'), { type: 'container_upload', file_id: 'f' }])),
  ),
  shown(
    'a page to fetch and cite',
    body({
      tools: [
        {
          type: 'web_fetch_20260309',
          name: 'web_fetch',
          citations: { enabled: true },
          allowed_domains: ['x.test'],
          max_uses: 2,
        },
      ],
    }),
  ),
  shown(
    'an image that may be made smaller',
    talk(
      [],
      user([
        {
          type: 'image',
          source: { type: 'file', file_id: 'f' },
          transformations: { oversized_image: 'downsize' },
        },
      ]),
    ),
  ),
  shown(
    'where and how it is to run',
    body({ service_tier: 'auto', inference_geo: 'us', metadata: { user_id: 'u' } }),
  ),
];

test.each(requests)('takes $what', async ({ sent, betas }) => {
  const simulation = simulate(['']);
  const headers: Record<string, string> =
    betas.length === 0 ? {} : { 'anthropic-beta': betas.join(',') };
  const answer = await send(simulation, sent, { headers });
  expect(answer.status, answer.text).toBe(200);
  simulation.assertDone();
});
