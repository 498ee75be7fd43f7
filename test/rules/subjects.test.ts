/** A rule that is not asked would have found nothing: what requests are about is only there to save work. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CheckedRequest } from '../../src/rules/checked-request.ts';
import { rules } from '../../src/rules/index.ts';
import { isAbout } from '../../src/rules/subjects.ts';
import { mutatedConversation } from '../../testing/arbitraries/mutations.ts';
import { body, HEADERS } from '../support/send.ts';
import {
  assistant,
  call,
  image,
  result,
  searchResult,
  serverCall,
  system,
  text,
  tool,
  user,
  type Json,
} from './tool-bodies.ts';

const cached = { cache_control: { type: 'ephemeral' } };
const byCode = { caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' } };
const reference = { type: 'tool_reference', tool_name: 'gone' };
const cited = { ...text('x'), citations: [{ type: 'char_location' }] };
const documentOf = (content: unknown): Json => ({
  type: 'document',
  source: { type: 'content', content },
});

const block = fc.constantFrom<Json>(
  text(''),
  text(' '),
  { ...text('x'), ...cached },
  cited,
  image,
  documentOf([{ ...text('x'), ...cached }]),
  documentOf([]),
  { type: 'search_result', content: [cited] },
  call('a'),
  call('a', { ...byCode, toolset_name: 'browser' }),
  call('b', cached),
  result('a'),
  result('a', { content: '', is_error: true }),
  result('a', { content: [image], is_error: true }),
  result('a', { content: [reference, text('x')] }),
  result('a', { content: [documentOf([{ ...text('x'), ...cached }]), image], toolset_name: 'x' }),
  result('b', { content: [{ type: 'browser_state', tabs: [] }] }),
  serverCall('srvtoolu_1', 'web_search'),
  serverCall('srvtoolu_2', 'advisor', byCode),
  searchResult('srvtoolu_1'),
  { type: 'mcp_tool_use', id: 'm', name: 'n', server_name: 's', input: {} },
  { type: 'mcp_tool_listing', mcp_server_name: 's', tools: [] },
  { type: 'thinking', thinking: '', signature: '' },
  { type: 'thinking', thinking: 'x', signature: 'y' },
  { type: 'redacted_thinking', data: '' },
  { type: 'compaction', content: 'x', tool_changes: [{ type: 'tool_removal', tool: reference }] },
  { type: 'tool_addition', tool: { type: 'tool_definition', definition: tool('look') } },
  { type: 'tool_removal', tool: { type: 'tool_reference', name: 'gone' } },
  { type: 'fallback', from: {}, to: {} },
);

const blocks = fc.array(block, { maxLength: 4 });

const said = fc.oneof(blocks.map(user), blocks.map(assistant), blocks.map(system));

const definition = fc.constantFrom<Json>(
  tool('look'),
  tool('look', { strict: true, ...cached }),
  tool('look', { defer_loading: true, input_schema: { oneOf: [] } }),
  { type: 'browser_toolset_20260801' },
  { type: 'mcp_toolset', mcp_server_name: 's', tools: [] },
  { type: 'computer_20251124', name: 'computer' },
);

const fields = fc.record(
  {
    system: fc.oneof(fc.constantFrom('', ' '), blocks),
    tools: fc.array(definition, { maxLength: 3 }),
    tool_choice: fc.constantFrom({ type: 'any' }, { type: 'tool', name: 'gone' }),
    thinking: fc.constantFrom({ type: 'enabled', budget_tokens: 1 }, { type: 'disabled' }),
    output_config: fc.constantFrom({ effort: 'max' }, { task_budget: { type: 'tokens' } }),
    temperature: fc.constant(0.5),
    stop_sequences: fc.constant([' ']),
    thread: fc.constantFrom({ type: 'create' }, { type: 'continue', previous_message_id: 'x' }),
    container: fc.constantFrom('c', { skills: [] }),
    compaction: fc.constant({ type: 'summarize', instructions: '' }),
    context_management: fc.constant({ edits: [{ type: 'compact_20260112' }] }),
    cache_control: fc.constant({ type: 'ephemeral' }),
    output_format: fc.constant({ type: 'json_schema', schema: { type: 'object' } }),
    model: fc.constantFrom('claude-haiku-4-5', 'claude-sonnet-5-5'),
  },
  { requiredKeys: [] },
);

const request = fc.oneof(
  fc
    .record({ fields, messages: fc.array(said, { maxLength: 4 }) })
    .map(({ messages, ...more }) => body({ ...more.fields, messages })),
  mutatedConversation().map((mutated) => mutated.body),
  fc.jsonValue(),
);

const toChecked = (sent: unknown): CheckedRequest =>
  new CheckedRequest({
    method: 'POST',
    path: '/v1/messages',
    headers: new Headers(HEADERS),
    text: JSON.stringify(sent),
  });

test('finds nothing with a rule where the request is about none of its subjects, or has none of its evidence', () => {
  fc.assert(
    fc.property(request, (sent) => {
      const checked = toChecked(sent);
      for (const { id, about, evidence, check } of rules) {
        const isAsked =
          (about === undefined || isAbout(checked, about)) &&
          (evidence === undefined || evidence(checked).length > 0);
        if (!isAsked) expect([...check(checked)], id).toEqual([]);
      }
    }),
    { numRuns: 1000 },
  );
});

test('finds the same in the parameters, whatever the messages are', () => {
  const other = [user('Hello.'), assistant([call('z')]), user([result('z')])];
  fc.assert(
    fc.property(request, (sent) => {
      const checked = toChecked(sent);
      if (
        !Array.isArray(checked.body['messages']) ||
        isAbout(checked, ['tool_addition', 'compaction'])
      )
        return;
      const same = toChecked({ ...checked.body, messages: other });
      for (const { id, about, reads, check } of rules) {
        if (reads !== 'parameters' || (about && !isAbout(checked, about))) continue;
        expect([...check(same)], id).toEqual([...check(checked)]);
      }
    }),
    { numRuns: 1000 },
  );
});
