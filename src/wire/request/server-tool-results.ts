/** Calls the server made itself and the results it found, as the client sends them back. */
import { either, exactly, list, oneOf, optional } from '../schema/build.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import { cacheControl } from './caching.ts';
import { document, text } from './content.ts';
import { caller, toolReference } from './tool-results.ts';
import { model, tagged } from './model.ts';
import {
  boolean,
  clientId,
  dictionary,
  integer,
  nullishInteger,
  nullishString,
  nullishStrings,
  optionalBoolean,
  serverId,
  string,
} from './scalars.ts';

const serverToolUse = model('ServerToolUseBlockParam', {
  type: exactly('server_tool_use'),
  id: serverId,
  name: oneOf(
    'advisor',
    'web_search',
    'web_fetch',
    'code_execution',
    'bash_code_execution',
    'text_editor_code_execution',
    'tool_search_tool_regex',
    'tool_search_tool_bm25',
  ),
  // Many replays of streams sent `[]`, `""` or half an input (laravel/ai#389 and others, 2026).
  input: dictionary,
  cache_control: cacheControl,
  caller,
});

const webSearchToolResult = model('WebSearchToolResultBlockParam', {
  type: exactly('web_search_tool_result'),
  tool_use_id: serverId,
  content: either(
    list(
      model('WebSearchResultBlockParam', {
        type: exactly('web_search_result'),
        encrypted_content: string,
        title: string,
        url: string,
        page_age: nullishString,
      }),
    ),
    model('WebSearchToolRequestErrorObject', {
      type: exactly('web_search_tool_result_error'),
      error_code: oneOf(
        'invalid_tool_input',
        'unavailable',
        'max_uses_exceeded',
        'too_many_requests',
        'query_too_long',
        'request_too_large',
      ),
    }),
  ),
  cache_control: cacheControl,
  caller,
});

const webFetchToolResult = model('WebFetchToolResultBlockParam', {
  type: exactly('web_fetch_tool_result'),
  tool_use_id: serverId,
  content: tagged(
    model('WebFetchToolResultErrorBlockParam', {
      type: exactly('web_fetch_tool_result_error'),
      error_code: oneOf(
        'invalid_tool_input',
        'url_too_long',
        'url_not_allowed',
        'url_not_in_prior_context',
        'url_not_accessible',
        'unsupported_content_type',
        'too_many_requests',
        'max_uses_exceeded',
        'unavailable',
        'content_too_large',
      ),
    }),
    model('WebFetchBlockParam', {
      type: exactly('web_fetch_result'),
      url: string,
      content: document,
      retrieved_at: nullishString,
    }),
  ),
  cache_control: cacheControl,
  caller,
});

const advisorToolResult = model('AdvisorToolResultBlockParam', {
  type: exactly('advisor_tool_result'),
  tool_use_id: serverId,
  content: tagged(
    model('AdvisorToolResultErrorParam', {
      type: exactly('advisor_tool_result_error'),
      error_code: oneOf(
        'max_uses_exceeded',
        'prompt_too_long',
        'too_many_requests',
        'overloaded',
        'unavailable',
        'execution_time_exceeded',
        'model_not_found',
      ),
    }),
    model('AdvisorResultBlockParam', {
      type: exactly('advisor_result'),
      text: string,
      stop_reason: nullishString,
    }),
    model('AdvisorRedactedResultBlockParam', {
      type: exactly('advisor_redacted_result'),
      encrypted_content: string,
      stop_reason: nullishString,
    }),
  ),
  cache_control: cacheControl,
});

const codeExecutionOutput = list(
  model('CodeExecutionOutputBlockParam', {
    type: exactly('code_execution_output'),
    file_id: string,
  }),
);

const codeExecutionToolResult = model('CodeExecutionToolResultBlockParam', {
  type: exactly('code_execution_tool_result'),
  tool_use_id: serverId,
  content: tagged(
    model('CodeExecutionToolResultErrorParam', {
      type: exactly('code_execution_tool_result_error'),
      error_code: oneOf(
        'invalid_tool_input',
        'unavailable',
        'too_many_requests',
        'execution_time_exceeded',
      ),
    }),
    model('CodeExecutionResultBlockParam', {
      type: exactly('code_execution_result'),
      content: codeExecutionOutput,
      return_code: integer,
      stderr: string,
      stdout: string,
    }),
    model('EncryptedCodeExecutionResultBlockParam', {
      type: exactly('encrypted_code_execution_result'),
      content: codeExecutionOutput,
      encrypted_stdout: string,
      return_code: integer,
      stderr: string,
    }),
  ),
  cache_control: cacheControl,
});

const bashCodeExecutionToolResult = model('BashCodeExecutionToolResultBlockParam', {
  type: exactly('bash_code_execution_tool_result'),
  tool_use_id: serverId,
  content: tagged(
    model('BashCodeExecutionToolResultErrorParam', {
      type: exactly('bash_code_execution_tool_result_error'),
      error_code: oneOf(
        'invalid_tool_input',
        'unavailable',
        'too_many_requests',
        'execution_time_exceeded',
        'output_file_too_large',
      ),
    }),
    model('BashCodeExecutionResultBlockParam', {
      type: exactly('bash_code_execution_result'),
      content: list(
        model('BashCodeExecutionOutputBlockParam', {
          type: exactly('bash_code_execution_output'),
          file_id: string,
        }),
      ),
      return_code: integer,
      stderr: string,
      stdout: string,
    }),
  ),
  cache_control: cacheControl,
});

const textEditorCodeExecutionToolResult = model('TextEditorCodeExecutionToolResultBlockParam', {
  type: exactly('text_editor_code_execution_tool_result'),
  tool_use_id: serverId,
  content: tagged(
    model('TextEditorCodeExecutionToolResultErrorParam', {
      type: exactly('text_editor_code_execution_tool_result_error'),
      error_code: oneOf(
        'invalid_tool_input',
        'unavailable',
        'too_many_requests',
        'execution_time_exceeded',
        'file_not_found',
      ),
      error_message: nullishString,
    }),
    model('TextEditorCodeExecutionViewResultBlockParam', {
      type: exactly('text_editor_code_execution_view_result'),
      content: string,
      file_type: oneOf('text', 'image', 'pdf'),
      num_lines: nullishInteger,
      start_line: nullishInteger,
      total_lines: nullishInteger,
    }),
    model('TextEditorCodeExecutionCreateResultBlockParam', {
      type: exactly('text_editor_code_execution_create_result'),
      is_file_update: boolean,
    }),
    model('TextEditorCodeExecutionStrReplaceResultBlockParam', {
      type: exactly('text_editor_code_execution_str_replace_result'),
      lines: nullishStrings,
      new_lines: nullishInteger,
      new_start: nullishInteger,
      old_lines: nullishInteger,
      old_start: nullishInteger,
    }),
  ),
  cache_control: cacheControl,
});

const toolSearchToolResult = model('ToolSearchToolResultBlockParam', {
  type: exactly('tool_search_tool_result'),
  tool_use_id: serverId,
  content: tagged(
    model('ToolSearchToolResultErrorParam', {
      type: exactly('tool_search_tool_result_error'),
      error_code: oneOf(
        'invalid_tool_input',
        'unavailable',
        'too_many_requests',
        'execution_time_exceeded',
      ),
      error_message: nullishString,
    }),
    model('ToolSearchToolSearchResultBlockParam', {
      type: exactly('tool_search_tool_search_result'),
      tool_references: list(toolReference),
    }),
  ),
  cache_control: cacheControl,
});

const mcpToolUse = model('MCPToolUseBlockParam', {
  type: exactly('mcp_tool_use'),
  id: clientId,
  name: string,
  input: dictionary,
  server_name: string,
  cache_control: cacheControl,
});

const mcpToolResult = model('RequestMCPToolResultBlockParam', {
  type: exactly('mcp_tool_result'),
  tool_use_id: clientId,
  content: optional(either(list(text), string)),
  is_error: optionalBoolean,
  cache_control: cacheControl,
});

/** Every block that belongs to a tool the server runs. */
export const serverToolBlocks: readonly ObjectSchema[] = [
  serverToolUse,
  webSearchToolResult,
  webFetchToolResult,
  advisorToolResult,
  codeExecutionToolResult,
  bashCodeExecutionToolResult,
  textEditorCodeExecutionToolResult,
  toolSearchToolResult,
  mcpToolUse,
  mcpToolResult,
];
