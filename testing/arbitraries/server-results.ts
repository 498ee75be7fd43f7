/** What the tools of the server bring, each with an error of its own. */
import * as fc from 'fast-check';
import {
  mcpToolResult,
  mcpToolUse,
  serverToolResult,
  serverToolUse,
} from '../../src/script/builders.ts';
import type { ScriptBlock } from '../../src/script/turn.ts';
import type { ServerToolName } from '../../src/wire/server-tools.ts';
import { jsonInput } from './json-input.ts';
import { orNull } from './or-null.ts';

const words = (): fc.Arbitrary<string> => fc.string({ unit: 'binary', maxLength: 20 });
const fileId = (): fc.Arbitrary<string> => fc.stringMatching(/^file_[A-Za-z0-9]{6}$/);

/** A call with its result. */
type Traffic = fc.Arbitrary<ScriptBlock[]>;

function traffic<Name extends ServerToolName>(
  name: Name,
  result: fc.Arbitrary<Parameters<typeof serverToolResult<Name>>[1]>,
): Traffic {
  return fc
    .tuple(jsonInput(), result)
    .map(([input, content]) => [serverToolUse(name, input), serverToolResult(name, content)]);
}

const webSearch: Traffic = traffic(
  'web_search',
  fc.oneof(
    fc.array(
      fc.record({
        type: fc.constant('web_search_result' as const),
        encrypted_content: fc.base64String(),
        page_age: orNull(words()),
        title: words(),
        url: fc.webUrl(),
      }),
      { maxLength: 3 },
    ),
    fc.constant({
      type: 'web_search_tool_result_error' as const,
      error_code: 'max_uses_exceeded' as const,
    }),
  ),
);

const webFetch: Traffic = traffic(
  'web_fetch',
  fc.oneof(
    fc.record({
      type: fc.constant('web_fetch_result' as const),
      url: fc.webUrl(),
      retrieved_at: orNull(fc.constant('2026-11-20T10:00:00Z')),
      content: fc.record({
        type: fc.constant('document' as const),
        citations: orNull(fc.record({ enabled: fc.boolean() })),
        title: orNull(words()),
        source: fc.record({
          type: fc.constant('text' as const),
          media_type: fc.constant('text/plain' as const),
          data: words(),
        }),
      }),
    }),
    fc.constant({
      type: 'web_fetch_tool_result_error' as const,
      error_code: 'url_not_accessible' as const,
    }),
  ),
);

const codeExecution: Traffic = traffic(
  'code_execution',
  fc.oneof(
    fc.record({
      type: fc.constant('code_execution_result' as const),
      content: fc.array(
        fc.record({ type: fc.constant('code_execution_output' as const), file_id: fileId() }),
        { maxLength: 2 },
      ),
      return_code: fc.nat({ max: 2 }),
      stderr: words(),
      stdout: words(),
    }),
    fc.record({
      type: fc.constant('encrypted_code_execution_result' as const),
      content: fc.constantFrom<never[]>([]),
      encrypted_stdout: fc.base64String(),
      return_code: fc.constant(0),
      stderr: words(),
    }),
  ),
);

const bash: Traffic = traffic(
  'bash_code_execution',
  fc.record({
    type: fc.constant('bash_code_execution_result' as const),
    content: fc.array(
      fc.record({ type: fc.constant('bash_code_execution_output' as const), file_id: fileId() }),
      { maxLength: 2 },
    ),
    return_code: fc.nat({ max: 2 }),
    stderr: words(),
    stdout: words(),
  }),
);

const textEditor: Traffic = traffic(
  'text_editor_code_execution',
  fc.record({
    type: fc.constant('text_editor_code_execution_view_result' as const),
    content: words(),
    file_type: fc.constant('text' as const),
    num_lines: orNull(fc.nat()),
    start_line: orNull(fc.nat()),
    total_lines: orNull(fc.nat()),
  }),
);

const toolSearch: Traffic = traffic(
  'tool_search_tool_bm25',
  fc.record({
    type: fc.constant('tool_search_tool_search_result' as const),
    tool_references: fc.array(
      fc.record({
        type: fc.constant('tool_reference' as const),
        tool_name: fc.stringMatching(/^[a-z_]{1,8}$/),
      }),
      { maxLength: 2 },
    ),
  }),
);

const advisor: Traffic = traffic(
  'advisor',
  fc.record({
    type: fc.constant('advisor_result' as const),
    stop_reason: orNull(fc.constant('end_turn')),
    text: words(),
  }),
);

/** A call of a tool that the server runs, with what came of it. */
export function serverTraffic(): Traffic {
  return fc.oneof(webSearch, webFetch, codeExecution, bash, textEditor, toolSearch, advisor);
}

/** A call of a tool of an MCP server, with what came of it. */
export function mcpTraffic(): Traffic {
  return fc
    .tuple(fc.stringMatching(/^[a-z]{1,8}$/), jsonInput(), words(), fc.boolean())
    .map(([server, input, result, isError]) => [
      mcpToolUse(server, 'ask', input),
      mcpToolResult(result, { isError }),
    ]);
}
