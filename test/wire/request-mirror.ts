// The request schemas, printed by request-mirror.test.ts: run it with -u, do not edit.

import type * as sdk from '@anthropic-ai/sdk/resources/beta/messages/messages';

interface ToolChoiceAuto {
  type: 'auto';
  disable_parallel_tool_use?: boolean;
}

interface ToolChoiceAny {
  type: 'any';
  disable_parallel_tool_use?: boolean;
}

interface ToolChoiceTool {
  type: 'tool';
  name: string;
  disable_parallel_tool_use?: boolean;
}

interface ToolChoiceNone {
  type: 'none';
}

interface ToolInputSchema {
  type: 'object';
  properties?: unknown;
  required?: ReadonlyArray<string> | null;
  [key: string]: unknown;
}

interface CacheControlEphemeral {
  type: 'ephemeral';
  ttl?: '5m' | '1h';
}

interface Tool {
  type?: 'custom' | null;
  name: string;
  input_schema: ToolInputSchema;
  description?: string;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
  eager_input_streaming?: boolean | null;
  input_examples?: ReadonlyArray<{ [key: string]: unknown }>;
}

interface ToolBash20241022 {
  type: 'bash_20241022';
  name: 'bash';
  input_examples?: ReadonlyArray<{ [key: string]: unknown }>;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface ToolBash20250124 {
  type: 'bash_20250124';
  name: 'bash';
  input_examples?: ReadonlyArray<{ [key: string]: unknown }>;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface MemoryTool20250818 {
  type: 'memory_20250818';
  name: 'memory';
  input_examples?: ReadonlyArray<{ [key: string]: unknown }>;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface ToolComputerUse20241022 {
  type: 'computer_20241022';
  name: 'computer';
  display_height_px: number;
  display_width_px: number;
  display_number?: number | null;
  input_examples?: ReadonlyArray<{ [key: string]: unknown }>;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface ToolComputerUse20250124 {
  type: 'computer_20250124';
  name: 'computer';
  display_height_px: number;
  display_width_px: number;
  display_number?: number | null;
  input_examples?: ReadonlyArray<{ [key: string]: unknown }>;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface ToolComputerUse20251124 {
  type: 'computer_20251124';
  name: 'computer';
  display_height_px: number;
  display_width_px: number;
  display_number?: number | null;
  enable_zoom?: boolean;
  input_examples?: ReadonlyArray<{ [key: string]: unknown }>;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface ToolTextEditor20241022 {
  type: 'text_editor_20241022';
  name: 'str_replace_editor';
  input_examples?: ReadonlyArray<{ [key: string]: unknown }>;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface ToolTextEditor20250124 {
  type: 'text_editor_20250124';
  name: 'str_replace_editor';
  input_examples?: ReadonlyArray<{ [key: string]: unknown }>;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface ToolTextEditor20250429 {
  type: 'text_editor_20250429';
  name: 'str_replace_based_edit_tool';
  input_examples?: ReadonlyArray<{ [key: string]: unknown }>;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface ToolTextEditor20250728 {
  type: 'text_editor_20250728';
  name: 'str_replace_based_edit_tool';
  max_characters?: number | null;
  input_examples?: ReadonlyArray<{ [key: string]: unknown }>;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface CodeExecutionTool20250522 {
  type: 'code_execution_20250522';
  name: 'code_execution';
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface CodeExecutionTool20250825 {
  type: 'code_execution_20250825';
  name: 'code_execution';
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface CodeExecutionTool20260120 {
  type: 'code_execution_20260120';
  name: 'code_execution';
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface CodeExecutionTool20260521 {
  type: 'code_execution_20260521';
  name: 'code_execution';
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface UserLocation {
  type: 'approximate';
  city?: string | null;
  country?: string | null;
  region?: string | null;
  timezone?: string | null;
}

interface WebSearchTool20250305 {
  type: 'web_search_20250305';
  name: 'web_search';
  allowed_domains?: ReadonlyArray<string> | null;
  blocked_domains?: ReadonlyArray<string> | null;
  max_uses?: number | null;
  user_location?: UserLocation | null;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface WebSearchTool20260209 {
  type: 'web_search_20260209';
  name: 'web_search';
  allowed_domains?: ReadonlyArray<string> | null;
  blocked_domains?: ReadonlyArray<string> | null;
  max_uses?: number | null;
  user_location?: UserLocation | null;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface WebSearchTool20260318 {
  type: 'web_search_20260318';
  name: 'web_search';
  allowed_domains?: ReadonlyArray<string> | null;
  blocked_domains?: ReadonlyArray<string> | null;
  max_uses?: number | null;
  user_location?: UserLocation | null;
  response_inclusion?: 'full' | 'excluded';
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface CitationsConfigParam {
  enabled?: boolean;
}

interface WebFetchURLSourceAll {
  type: 'all';
}

interface WebFetchURLSourceNone {
  type: 'none';
}

interface WebFetchURLSourceToolReference {
  type: 'tool_reference';
  name: string;
}

interface WebFetchURLSourceOnly {
  type: 'only';
  tools: ReadonlyArray<WebFetchURLSourceToolReference>;
}

interface WebFetchURLSourceExcept {
  type: 'except';
  tools: ReadonlyArray<WebFetchURLSourceToolReference>;
}

interface WebFetchURLSources {
  client_tool_results?:
    WebFetchURLSourceAll | WebFetchURLSourceNone | WebFetchURLSourceOnly | WebFetchURLSourceExcept;
  server_tool_results?:
    WebFetchURLSourceAll | WebFetchURLSourceNone | WebFetchURLSourceOnly | WebFetchURLSourceExcept;
  user_input?: WebFetchURLSourceAll | WebFetchURLSourceNone;
}

interface WebFetchTool20250910 {
  type: 'web_fetch_20250910';
  name: 'web_fetch';
  allowed_domains?: ReadonlyArray<string> | null;
  blocked_domains?: ReadonlyArray<string> | null;
  max_uses?: number | null;
  citations?: CitationsConfigParam | null;
  max_content_tokens?: number | null;
  url_sources?: WebFetchURLSources | null;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface WebFetchTool20260209 {
  type: 'web_fetch_20260209';
  name: 'web_fetch';
  allowed_domains?: ReadonlyArray<string> | null;
  blocked_domains?: ReadonlyArray<string> | null;
  max_uses?: number | null;
  citations?: CitationsConfigParam | null;
  max_content_tokens?: number | null;
  url_sources?: WebFetchURLSources | null;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface WebFetchTool20260309 {
  type: 'web_fetch_20260309';
  name: 'web_fetch';
  allowed_domains?: ReadonlyArray<string> | null;
  blocked_domains?: ReadonlyArray<string> | null;
  max_uses?: number | null;
  citations?: CitationsConfigParam | null;
  max_content_tokens?: number | null;
  url_sources?: WebFetchURLSources | null;
  use_cache?: boolean;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface WebFetchTool20260318 {
  type: 'web_fetch_20260318';
  name: 'web_fetch';
  allowed_domains?: ReadonlyArray<string> | null;
  blocked_domains?: ReadonlyArray<string> | null;
  max_uses?: number | null;
  citations?: CitationsConfigParam | null;
  max_content_tokens?: number | null;
  url_sources?: WebFetchURLSources | null;
  use_cache?: boolean;
  response_inclusion?: 'full' | 'excluded';
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface AdvisorTool20260301 {
  type: 'advisor_20260301';
  name: 'advisor';
  model: string;
  caching?: CacheControlEphemeral | null;
  max_tokens?: number | null;
  max_uses?: number | null;
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface ToolSearchToolBm25_20251119 {
  type: 'tool_search_tool_bm25_20251119' | 'tool_search_tool_bm25';
  name: 'tool_search_tool_bm25';
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface ToolSearchToolRegex20251119 {
  type: 'tool_search_tool_regex_20251119' | 'tool_search_tool_regex';
  name: 'tool_search_tool_regex';
  allowed_callers?: ReadonlyArray<
    'direct' | 'code_execution_20250825' | 'code_execution_20260120' | 'code_execution_20260521'
  >;
  cache_control?: CacheControlEphemeral | null;
  defer_loading?: boolean;
  strict?: boolean;
}

interface ToolsetMemberConfig {
  defer_loading?: boolean | null;
  enabled?: boolean | null;
}

interface BrowserToolsetConfigs {
  close_tab?: ToolsetMemberConfig | null;
  double_click?: ToolsetMemberConfig | null;
  file_upload?: ToolsetMemberConfig | null;
  find?: ToolsetMemberConfig | null;
  form_input?: ToolsetMemberConfig | null;
  get_page_text?: ToolsetMemberConfig | null;
  hold_key?: ToolsetMemberConfig | null;
  hover?: ToolsetMemberConfig | null;
  javascript_exec?: ToolsetMemberConfig | null;
  key?: ToolsetMemberConfig | null;
  left_click?: ToolsetMemberConfig | null;
  left_click_drag?: ToolsetMemberConfig | null;
  left_mouse_down?: ToolsetMemberConfig | null;
  left_mouse_up?: ToolsetMemberConfig | null;
  list_tabs?: ToolsetMemberConfig | null;
  middle_click?: ToolsetMemberConfig | null;
  mouse_move?: ToolsetMemberConfig | null;
  navigate?: ToolsetMemberConfig | null;
  new_tab?: ToolsetMemberConfig | null;
  read_console?: ToolsetMemberConfig | null;
  read_network?: ToolsetMemberConfig | null;
  read_page?: ToolsetMemberConfig | null;
  right_click?: ToolsetMemberConfig | null;
  screenshot?: ToolsetMemberConfig | null;
  scroll?: ToolsetMemberConfig | null;
  scroll_to?: ToolsetMemberConfig | null;
  switch_tab?: ToolsetMemberConfig | null;
  triple_click?: ToolsetMemberConfig | null;
  type?: ToolsetMemberConfig | null;
  wait?: ToolsetMemberConfig | null;
  zoom?: ToolsetMemberConfig | null;
}

interface BrowserToolset20260801 {
  type: 'browser_toolset_20260801';
  allowed_callers?: ReadonlyArray<'direct'>;
  cache_control?: CacheControlEphemeral | null;
  configs?: BrowserToolsetConfigs | null;
}

interface ComputerToolsetConfigs {
  cursor_position?: ToolsetMemberConfig | null;
  double_click?: ToolsetMemberConfig | null;
  hold_key?: ToolsetMemberConfig | null;
  key?: ToolsetMemberConfig | null;
  left_click?: ToolsetMemberConfig | null;
  left_click_drag?: ToolsetMemberConfig | null;
  left_mouse_down?: ToolsetMemberConfig | null;
  left_mouse_up?: ToolsetMemberConfig | null;
  middle_click?: ToolsetMemberConfig | null;
  mouse_move?: ToolsetMemberConfig | null;
  right_click?: ToolsetMemberConfig | null;
  screenshot?: ToolsetMemberConfig | null;
  scroll?: ToolsetMemberConfig | null;
  triple_click?: ToolsetMemberConfig | null;
  type?: ToolsetMemberConfig | null;
  wait?: ToolsetMemberConfig | null;
  zoom?: ToolsetMemberConfig | null;
}

interface ComputerToolset20260801 {
  type: 'computer_toolset_20260801';
  allowed_callers?: ReadonlyArray<'direct'>;
  cache_control?: CacheControlEphemeral | null;
  configs?: ComputerToolsetConfigs | null;
}

interface MCPToolConfig {
  defer_loading?: boolean;
  enabled?: boolean;
}

interface MCPToolDefaultConfig {
  defer_loading?: boolean;
  enabled?: boolean;
}

interface MCPToolParam {
  name: string;
  input_schema: { [key: string]: unknown };
  description?: string | null;
}

interface MCPToolset {
  type: 'mcp_toolset';
  mcp_server_name: string;
  cache_control?: CacheControlEphemeral | null;
  configs?: { [key: string]: MCPToolConfig } | null;
  default_config?: MCPToolDefaultConfig;
  tools?: ReadonlyArray<MCPToolParam> | null;
}

interface CitationCharLocationParam {
  type: 'char_location';
  cited_text: string;
  document_index: number;
  document_title: string | null;
  start_char_index: number;
  end_char_index: number;
}

interface CitationPageLocationParam {
  type: 'page_location';
  cited_text: string;
  document_index: number;
  document_title: string | null;
  start_page_number: number;
  end_page_number: number;
}

interface CitationContentBlockLocationParam {
  type: 'content_block_location';
  cited_text: string;
  document_index: number;
  document_title: string | null;
  start_block_index: number;
  end_block_index: number;
}

interface CitationWebSearchResultLocationParam {
  type: 'web_search_result_location';
  cited_text: string;
  encrypted_index: string;
  title: string | null;
  url: string;
}

interface CitationSearchResultLocationParam {
  type: 'search_result_location';
  cited_text: string;
  search_result_index: number;
  source: string;
  title: string | null;
  start_block_index: number;
  end_block_index: number;
}

interface TextBlockParam {
  type: 'text';
  text: string;
  cache_control?: CacheControlEphemeral | null;
  citations?: ReadonlyArray<
    | CitationCharLocationParam
    | CitationPageLocationParam
    | CitationContentBlockLocationParam
    | CitationWebSearchResultLocationParam
    | CitationSearchResultLocationParam
  > | null;
}

interface Base64ImageSource {
  type: 'base64';
  data: string;
  media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
}

interface URLImageSource {
  type: 'url';
  url: string;
}

interface FileImageSource {
  type: 'file';
  file_id: string;
}

interface ImageTransformationsParam {
  oversized_image?: 'downsize' | 'error';
}

interface ImageBlockParam {
  type: 'image';
  source: Base64ImageSource | URLImageSource | FileImageSource;
  cache_control?: CacheControlEphemeral | null;
  transformations?: ImageTransformationsParam | null;
}

interface Base64PDFSource {
  type: 'base64';
  data: string;
  media_type: 'application/pdf';
}

interface PlainTextSource {
  type: 'text';
  data: string;
  media_type: 'text/plain';
}

interface ContentBlockSource {
  type: 'content';
  content: ReadonlyArray<TextBlockParam | ImageBlockParam> | string;
}

interface URLPDFSource {
  type: 'url';
  url: string;
}

interface FileDocumentSource {
  type: 'file';
  file_id: string;
}

interface RequestDocumentBlock {
  type: 'document';
  source:
    Base64PDFSource | PlainTextSource | ContentBlockSource | URLPDFSource | FileDocumentSource;
  cache_control?: CacheControlEphemeral | null;
  citations?: CitationsConfigParam | null;
  context?: string | null;
  title?: string | null;
}

interface SearchResultBlockParam {
  type: 'search_result';
  content: ReadonlyArray<TextBlockParam>;
  source: string;
  title: string;
  cache_control?: CacheControlEphemeral | null;
  citations?: CitationsConfigParam;
}

interface ThinkingBlockParam {
  type: 'thinking';
  thinking: string;
  signature: string;
}

interface RedactedThinkingBlockParam {
  type: 'redacted_thinking';
  data: string;
}

interface DirectCaller {
  type: 'direct';
}

interface ServerToolCaller {
  type: 'code_execution_20250825';
  tool_id: string;
}

interface ServerToolCaller20260120 {
  type: 'code_execution_20260120';
  tool_id: string;
}

interface ToolUseBlockParam {
  type: 'tool_use';
  id: string;
  name: string;
  input: unknown;
  cache_control?: CacheControlEphemeral | null;
  caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120;
  toolset_name?: string | null;
}

interface ToolReferenceBlockParam {
  type: 'tool_reference';
  tool_name: string;
  cache_control?: CacheControlEphemeral | null;
}

interface BrowserStateTabEntry {
  tab_id: string;
  title: string;
  url: string;
  active?: boolean;
}

interface BrowserStateChangeTabOpened {
  type: 'tab_opened';
  tab_id: string;
}

interface BrowserStateChangeDownloadStarted {
  type: 'download_started';
  download_id: string;
  url: string;
}

interface BrowserStateChangeDownloadCompleted {
  type: 'download_completed';
  download_id: string;
  url: string;
  path?: string | null;
  size_bytes?: number | null;
}

interface BrowserStateChangeDownloadFailed {
  type: 'download_failed';
  download_id: string;
  url: string;
  error?: string | null;
}

interface BrowserStateBlockParam {
  type: 'browser_state';
  tabs: ReadonlyArray<BrowserStateTabEntry>;
  cache_control?: CacheControlEphemeral | null;
  state_changes?: ReadonlyArray<
    | BrowserStateChangeTabOpened
    | BrowserStateChangeDownloadStarted
    | BrowserStateChangeDownloadCompleted
    | BrowserStateChangeDownloadFailed
  > | null;
}

interface ToolResultBlockParam {
  type: 'tool_result';
  tool_use_id: string;
  content?:
    | ReadonlyArray<
        | TextBlockParam
        | ImageBlockParam
        | SearchResultBlockParam
        | RequestDocumentBlock
        | ToolReferenceBlockParam
        | BrowserStateBlockParam
      >
    | string;
  is_error?: boolean;
  cache_control?: CacheControlEphemeral | null;
  toolset_name?: string | null;
}

interface ServerToolUseBlockParam {
  type: 'server_tool_use';
  id: string;
  name:
    | 'advisor'
    | 'web_search'
    | 'web_fetch'
    | 'code_execution'
    | 'bash_code_execution'
    | 'text_editor_code_execution'
    | 'tool_search_tool_regex'
    | 'tool_search_tool_bm25';
  input: unknown;
  cache_control?: CacheControlEphemeral | null;
  caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120;
}

interface WebSearchResultBlockParam {
  type: 'web_search_result';
  encrypted_content: string;
  title: string;
  url: string;
  page_age?: string | null;
}

interface WebSearchToolRequestErrorObject {
  type: 'web_search_tool_result_error';
  error_code:
    | 'invalid_tool_input'
    | 'unavailable'
    | 'max_uses_exceeded'
    | 'too_many_requests'
    | 'query_too_long'
    | 'request_too_large';
}

interface WebSearchToolResultBlockParam {
  type: 'web_search_tool_result';
  tool_use_id: string;
  content: ReadonlyArray<WebSearchResultBlockParam> | WebSearchToolRequestErrorObject;
  cache_control?: CacheControlEphemeral | null;
  caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120;
}

interface WebFetchToolResultErrorBlockParam {
  type: 'web_fetch_tool_result_error';
  error_code:
    | 'invalid_tool_input'
    | 'url_too_long'
    | 'url_not_allowed'
    | 'url_not_in_prior_context'
    | 'url_not_accessible'
    | 'unsupported_content_type'
    | 'too_many_requests'
    | 'max_uses_exceeded'
    | 'unavailable'
    | 'content_too_large';
}

interface WebFetchBlockParam {
  type: 'web_fetch_result';
  url: string;
  content: RequestDocumentBlock;
  retrieved_at?: string | null;
}

interface WebFetchToolResultBlockParam {
  type: 'web_fetch_tool_result';
  tool_use_id: string;
  content: WebFetchToolResultErrorBlockParam | WebFetchBlockParam;
  cache_control?: CacheControlEphemeral | null;
  caller?: DirectCaller | ServerToolCaller | ServerToolCaller20260120;
}

interface AdvisorToolResultErrorParam {
  type: 'advisor_tool_result_error';
  error_code:
    | 'max_uses_exceeded'
    | 'prompt_too_long'
    | 'too_many_requests'
    | 'overloaded'
    | 'unavailable'
    | 'execution_time_exceeded'
    | 'model_not_found';
}

interface AdvisorResultBlockParam {
  type: 'advisor_result';
  text: string;
  stop_reason?: string | null;
}

interface AdvisorRedactedResultBlockParam {
  type: 'advisor_redacted_result';
  encrypted_content: string;
  stop_reason?: string | null;
}

interface AdvisorToolResultBlockParam {
  type: 'advisor_tool_result';
  tool_use_id: string;
  content: AdvisorToolResultErrorParam | AdvisorResultBlockParam | AdvisorRedactedResultBlockParam;
  cache_control?: CacheControlEphemeral | null;
}

interface CodeExecutionToolResultErrorParam {
  type: 'code_execution_tool_result_error';
  error_code:
    'invalid_tool_input' | 'unavailable' | 'too_many_requests' | 'execution_time_exceeded';
}

interface CodeExecutionOutputBlockParam {
  type: 'code_execution_output';
  file_id: string;
}

interface CodeExecutionResultBlockParam {
  type: 'code_execution_result';
  content: ReadonlyArray<CodeExecutionOutputBlockParam>;
  return_code: number;
  stderr: string;
  stdout: string;
}

interface EncryptedCodeExecutionResultBlockParam {
  type: 'encrypted_code_execution_result';
  content: ReadonlyArray<CodeExecutionOutputBlockParam>;
  encrypted_stdout: string;
  return_code: number;
  stderr: string;
}

interface CodeExecutionToolResultBlockParam {
  type: 'code_execution_tool_result';
  tool_use_id: string;
  content:
    | CodeExecutionToolResultErrorParam
    | CodeExecutionResultBlockParam
    | EncryptedCodeExecutionResultBlockParam;
  cache_control?: CacheControlEphemeral | null;
}

interface BashCodeExecutionToolResultErrorParam {
  type: 'bash_code_execution_tool_result_error';
  error_code:
    | 'invalid_tool_input'
    | 'unavailable'
    | 'too_many_requests'
    | 'execution_time_exceeded'
    | 'output_file_too_large';
}

interface BashCodeExecutionOutputBlockParam {
  type: 'bash_code_execution_output';
  file_id: string;
}

interface BashCodeExecutionResultBlockParam {
  type: 'bash_code_execution_result';
  content: ReadonlyArray<BashCodeExecutionOutputBlockParam>;
  return_code: number;
  stderr: string;
  stdout: string;
}

interface BashCodeExecutionToolResultBlockParam {
  type: 'bash_code_execution_tool_result';
  tool_use_id: string;
  content: BashCodeExecutionToolResultErrorParam | BashCodeExecutionResultBlockParam;
  cache_control?: CacheControlEphemeral | null;
}

interface TextEditorCodeExecutionToolResultErrorParam {
  type: 'text_editor_code_execution_tool_result_error';
  error_code:
    | 'invalid_tool_input'
    | 'unavailable'
    | 'too_many_requests'
    | 'execution_time_exceeded'
    | 'file_not_found';
  error_message?: string | null;
}

interface TextEditorCodeExecutionViewResultBlockParam {
  type: 'text_editor_code_execution_view_result';
  content: string;
  file_type: 'text' | 'image' | 'pdf';
  num_lines?: number | null;
  start_line?: number | null;
  total_lines?: number | null;
}

interface TextEditorCodeExecutionCreateResultBlockParam {
  type: 'text_editor_code_execution_create_result';
  is_file_update: boolean;
}

interface TextEditorCodeExecutionStrReplaceResultBlockParam {
  type: 'text_editor_code_execution_str_replace_result';
  lines?: ReadonlyArray<string> | null;
  new_lines?: number | null;
  new_start?: number | null;
  old_lines?: number | null;
  old_start?: number | null;
}

interface TextEditorCodeExecutionToolResultBlockParam {
  type: 'text_editor_code_execution_tool_result';
  tool_use_id: string;
  content:
    | TextEditorCodeExecutionToolResultErrorParam
    | TextEditorCodeExecutionViewResultBlockParam
    | TextEditorCodeExecutionCreateResultBlockParam
    | TextEditorCodeExecutionStrReplaceResultBlockParam;
  cache_control?: CacheControlEphemeral | null;
}

interface ToolSearchToolResultErrorParam {
  type: 'tool_search_tool_result_error';
  error_code:
    'invalid_tool_input' | 'unavailable' | 'too_many_requests' | 'execution_time_exceeded';
  error_message?: string | null;
}

interface ToolSearchToolSearchResultBlockParam {
  type: 'tool_search_tool_search_result';
  tool_references: ReadonlyArray<ToolReferenceBlockParam>;
}

interface ToolSearchToolResultBlockParam {
  type: 'tool_search_tool_result';
  tool_use_id: string;
  content: ToolSearchToolResultErrorParam | ToolSearchToolSearchResultBlockParam;
  cache_control?: CacheControlEphemeral | null;
}

interface MCPToolUseBlockParam {
  type: 'mcp_tool_use';
  id: string;
  name: string;
  input: unknown;
  server_name: string;
  cache_control?: CacheControlEphemeral | null;
}

interface RequestMCPToolResultBlockParam {
  type: 'mcp_tool_result';
  tool_use_id: string;
  content?: ReadonlyArray<TextBlockParam> | string;
  is_error?: boolean;
  cache_control?: CacheControlEphemeral | null;
}

interface ContainerUploadBlockParam {
  type: 'container_upload';
  file_id: string;
  cache_control?: CacheControlEphemeral | null;
}

interface ToolChangeToolReference {
  type: 'tool_reference';
  name: string;
}

interface ToolChangeMCPToolReference {
  type: 'mcp_tool_reference';
  name: string;
  server_name: string;
}

interface ToolChangeMCPToolsetReference {
  type: 'mcp_toolset_reference';
  server_name: string;
}

interface ToolChangeToolDefinitionParam {
  type: 'tool_definition';
  definition:
    | Tool
    | ToolBash20241022
    | ToolBash20250124
    | MemoryTool20250818
    | ToolComputerUse20241022
    | ToolComputerUse20250124
    | ToolComputerUse20251124
    | ToolTextEditor20241022
    | ToolTextEditor20250124
    | ToolTextEditor20250429
    | ToolTextEditor20250728
    | CodeExecutionTool20250522
    | CodeExecutionTool20250825
    | CodeExecutionTool20260120
    | CodeExecutionTool20260521
    | WebSearchTool20250305
    | WebSearchTool20260209
    | WebSearchTool20260318
    | WebFetchTool20250910
    | WebFetchTool20260209
    | WebFetchTool20260309
    | WebFetchTool20260318
    | AdvisorTool20260301
    | ToolSearchToolBm25_20251119
    | ToolSearchToolRegex20251119
    | BrowserToolset20260801
    | ComputerToolset20260801
    | MCPToolset;
}

interface RequestToolAdditionBlock {
  type: 'tool_addition';
  tool:
    | ToolChangeToolReference
    | ToolChangeMCPToolReference
    | ToolChangeMCPToolsetReference
    | ToolChangeToolDefinitionParam;
  cache_control?: CacheControlEphemeral | null;
}

interface RequestToolRemovalBlock {
  type: 'tool_removal';
  tool: ToolChangeToolReference | ToolChangeMCPToolReference | ToolChangeMCPToolsetReference;
  cache_control?: CacheControlEphemeral | null;
}

interface CompactionBlockParam {
  type: 'compaction';
  content?: string | null;
  encrypted_content?: string | null;
  signature?: string | null;
  tool_changes?: ReadonlyArray<RequestToolAdditionBlock | RequestToolRemovalBlock> | null;
  cache_control?: CacheControlEphemeral | null;
}

interface MCPToolListingBlockParam {
  type: 'mcp_tool_listing';
  mcp_server_name: string;
  tools: ReadonlyArray<MCPToolParam>;
}

interface FallbackInfoParam {
  model: string;
}

interface FallbackBlockParam {
  type: 'fallback';
  from: FallbackInfoParam;
  to: FallbackInfoParam;
  trigger?: unknown;
}

interface UserMessageParam {
  role: 'user';
  content:
    | ReadonlyArray<
        | TextBlockParam
        | ImageBlockParam
        | RequestDocumentBlock
        | SearchResultBlockParam
        | ThinkingBlockParam
        | RedactedThinkingBlockParam
        | ToolUseBlockParam
        | ToolResultBlockParam
        | ServerToolUseBlockParam
        | WebSearchToolResultBlockParam
        | WebFetchToolResultBlockParam
        | AdvisorToolResultBlockParam
        | CodeExecutionToolResultBlockParam
        | BashCodeExecutionToolResultBlockParam
        | TextEditorCodeExecutionToolResultBlockParam
        | ToolSearchToolResultBlockParam
        | MCPToolUseBlockParam
        | RequestMCPToolResultBlockParam
        | ContainerUploadBlockParam
        | CompactionBlockParam
        | RequestToolAdditionBlock
        | RequestToolRemovalBlock
        | MCPToolListingBlockParam
        | FallbackBlockParam
      >
    | string;
}

interface AssistantMessageParam {
  role: 'assistant';
  content:
    | ReadonlyArray<
        | TextBlockParam
        | ImageBlockParam
        | RequestDocumentBlock
        | SearchResultBlockParam
        | ThinkingBlockParam
        | RedactedThinkingBlockParam
        | ToolUseBlockParam
        | ToolResultBlockParam
        | ServerToolUseBlockParam
        | WebSearchToolResultBlockParam
        | WebFetchToolResultBlockParam
        | AdvisorToolResultBlockParam
        | CodeExecutionToolResultBlockParam
        | BashCodeExecutionToolResultBlockParam
        | TextEditorCodeExecutionToolResultBlockParam
        | ToolSearchToolResultBlockParam
        | MCPToolUseBlockParam
        | RequestMCPToolResultBlockParam
        | ContainerUploadBlockParam
        | CompactionBlockParam
        | RequestToolAdditionBlock
        | RequestToolRemovalBlock
        | MCPToolListingBlockParam
        | FallbackBlockParam
      >
    | string;
}

interface SystemMessageOutputConfig {
  effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null;
}

interface SystemMessageParam {
  role: 'system';
  content?:
    ReadonlyArray<TextBlockParam | RequestToolAdditionBlock | RequestToolRemovalBlock> | string;
  clear_at?: 'next_user_message' | 'never' | null;
  output_config?: SystemMessageOutputConfig | null;
}

interface ThinkingBlockBinding {
  prefix_mismatch_behavior?: 'error' | 'drop_block' | null;
}

interface ThinkingConfigEnabled {
  type: 'enabled';
  budget_tokens: number;
  block_binding?: ThinkingBlockBinding | null;
  display?: 'summarized' | 'omitted' | 'updates' | null;
}

interface ThinkingConfigDisabled {
  type: 'disabled';
}

interface ThinkingConfigBetweenTools {
  type: 'between_tools';
}

interface ThinkingConfigAdaptive {
  type: 'adaptive';
  block_binding?: ThinkingBlockBinding | null;
  display?: 'summarized' | 'omitted' | 'updates' | null;
}

interface JSONOutputFormat {
  type: 'json_schema';
  schema: { [key: string]: unknown };
}

interface TokenTaskBudget {
  type: 'tokens';
  total: number;
  remaining?: number | null;
}

interface OutputConfig {
  effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null;
  format?: JSONOutputFormat | null;
  task_budget?: TokenTaskBudget | null;
}

interface Metadata {
  user_id?: string | null;
}

interface SkillParams {
  type: 'anthropic' | 'custom';
  skill_id: string;
  version?: string;
}

interface ContainerParams {
  id?: string | null;
  skills?: ReadonlyArray<SkillParams> | null;
}

interface InputTokensClearAtLeast {
  type: 'input_tokens';
  value: number;
}

interface ToolUsesKeep {
  type: 'tool_uses';
  value: number;
}

interface InputTokensTrigger {
  type: 'input_tokens';
  value: number;
}

interface ToolUsesTrigger {
  type: 'tool_uses';
  value: number;
}

interface ClearToolUses20250919Edit {
  type: 'clear_tool_uses_20250919';
  clear_at_least?: InputTokensClearAtLeast | null;
  clear_tool_inputs?: ReadonlyArray<string> | boolean | null;
  exclude_tools?: ReadonlyArray<string> | null;
  keep?: ToolUsesKeep;
  trigger?: InputTokensTrigger | ToolUsesTrigger;
}

interface ThinkingTurns {
  type: 'thinking_turns';
  value: number;
}

interface AllThinkingTurns {
  type: 'all';
}

interface ClearThinking20251015Edit {
  type: 'clear_thinking_20251015';
  keep?: ThinkingTurns | AllThinkingTurns | 'all';
}

interface Compact20260112Edit {
  type: 'compact_20260112';
  instructions?: string | null;
  pause_after_compaction?: boolean;
  trigger?: InputTokensTrigger | null;
}

interface ContextManagementConfig {
  edits?: ReadonlyArray<
    ClearToolUses20250919Edit | ClearThinking20251015Edit | Compact20260112Edit
  >;
}

interface CompactionConfig {
  type: 'summarize';
  instructions?: string | null;
}

interface RequestMCPServerToolConfiguration {
  allowed_tools?: ReadonlyArray<string> | null;
  enabled?: boolean | null;
}

interface RequestMCPServerURLDefinition {
  type: 'url';
  name: string;
  url: string;
  authorization_token?: string | null;
  tool_configuration?: RequestMCPServerToolConfiguration | null;
}

interface BillingPolicy {
  type: 'billing_policy';
  bill_to?: 'self' | 'user_profile';
}

interface DiagnosticsParam {
  previous_message_id?: string | null;
}

interface ThreadCreateParams {
  type: 'create';
}

interface ThreadContinueParams {
  type: 'continue';
  previous_message_id: string;
}

interface FallbackParam {
  model: string;
  max_tokens?: number | null;
  output_config?: OutputConfig | null;
  speed?: 'standard' | 'fast' | null;
  thinking?:
    | ThinkingConfigEnabled
    | ThinkingConfigDisabled
    | ThinkingConfigBetweenTools
    | ThinkingConfigAdaptive
    | null;
}

interface FallbackCreditTokenParam {
  token: string;
  mode?: 'strict' | 'best_effort';
}

interface MessageCreateParamsBase {
  model: string;
  tool_choice?: ToolChoiceAuto | ToolChoiceAny | ToolChoiceTool | ToolChoiceNone;
  tools?: ReadonlyArray<
    | Tool
    | ToolBash20241022
    | ToolBash20250124
    | MemoryTool20250818
    | ToolComputerUse20241022
    | ToolComputerUse20250124
    | ToolComputerUse20251124
    | ToolTextEditor20241022
    | ToolTextEditor20250124
    | ToolTextEditor20250429
    | ToolTextEditor20250728
    | CodeExecutionTool20250522
    | CodeExecutionTool20250825
    | CodeExecutionTool20260120
    | CodeExecutionTool20260521
    | WebSearchTool20250305
    | WebSearchTool20260209
    | WebSearchTool20260318
    | WebFetchTool20250910
    | WebFetchTool20260209
    | WebFetchTool20260309
    | WebFetchTool20260318
    | AdvisorTool20260301
    | ToolSearchToolBm25_20251119
    | ToolSearchToolRegex20251119
    | BrowserToolset20260801
    | ComputerToolset20260801
    | MCPToolset
  >;
  messages: ReadonlyArray<UserMessageParam | AssistantMessageParam | SystemMessageParam>;
  system?: ReadonlyArray<TextBlockParam> | string;
  thinking?:
    | ThinkingConfigEnabled
    | ThinkingConfigDisabled
    | ThinkingConfigBetweenTools
    | ThinkingConfigAdaptive;
  output_config?: OutputConfig;
  cache_control?: CacheControlEphemeral | null;
  max_tokens: number;
  metadata?: Metadata | null;
  stop_sequences?: ReadonlyArray<string> | null;
  temperature?: number;
  service_tier?: 'auto' | 'standard_only';
  top_k?: number;
  top_p?: number;
  stream?: boolean;
  container?: ContainerParams | string | null;
  inference_geo?: string | null;
  speed?: 'standard' | 'fast' | null;
  output_format?: JSONOutputFormat | null;
  context_management?: ContextManagementConfig | null;
  compaction?: CompactionConfig | null;
  mcp_servers?: ReadonlyArray<RequestMCPServerURLDefinition>;
  billing_policy?: BillingPolicy | null;
  user_profile_id?: string | null;
  diagnostics?: DiagnosticsParam | null;
  thread?: ThreadCreateParams | ThreadContinueParams | null;
  fallbacks?: ReadonlyArray<FallbackParam> | 'default' | null;
  fallback_credit_token?: string | FallbackCreditTokenParam | null;
}

interface MessageCountTokensParams {
  model: string;
  tool_choice?: ToolChoiceAuto | ToolChoiceAny | ToolChoiceTool | ToolChoiceNone;
  tools?: ReadonlyArray<
    | Tool
    | ToolBash20241022
    | ToolBash20250124
    | MemoryTool20250818
    | ToolComputerUse20241022
    | ToolComputerUse20250124
    | ToolComputerUse20251124
    | ToolTextEditor20241022
    | ToolTextEditor20250124
    | ToolTextEditor20250429
    | ToolTextEditor20250728
    | CodeExecutionTool20250522
    | CodeExecutionTool20250825
    | CodeExecutionTool20260120
    | CodeExecutionTool20260521
    | WebSearchTool20250305
    | WebSearchTool20260209
    | WebSearchTool20260318
    | WebFetchTool20250910
    | WebFetchTool20260209
    | WebFetchTool20260309
    | WebFetchTool20260318
    | AdvisorTool20260301
    | ToolSearchToolBm25_20251119
    | ToolSearchToolRegex20251119
    | BrowserToolset20260801
    | ComputerToolset20260801
    | MCPToolset
  >;
  messages: ReadonlyArray<UserMessageParam | AssistantMessageParam | SystemMessageParam>;
  system?: ReadonlyArray<TextBlockParam> | string;
  thinking?:
    | ThinkingConfigEnabled
    | ThinkingConfigDisabled
    | ThinkingConfigBetweenTools
    | ThinkingConfigAdaptive;
  output_config?: OutputConfig;
  cache_control?: CacheControlEphemeral | null;
  speed?: 'standard' | 'fast' | null;
  output_format?: JSONOutputFormat | null;
  context_management?: ContextManagementConfig | null;
  compaction?: CompactionConfig | null;
  mcp_servers?: ReadonlyArray<RequestMCPServerURLDefinition>;
  billing_policy?: BillingPolicy | null;
  user_profile_id?: string | null;
}

/** Every printed type by its name. */

export interface Mirror {
  ToolChoiceAuto: ToolChoiceAuto;
  ToolChoiceAny: ToolChoiceAny;
  ToolChoiceTool: ToolChoiceTool;
  ToolChoiceNone: ToolChoiceNone;
  ToolInputSchema: ToolInputSchema;
  CacheControlEphemeral: CacheControlEphemeral;
  Tool: Tool;
  ToolBash20241022: ToolBash20241022;
  ToolBash20250124: ToolBash20250124;
  MemoryTool20250818: MemoryTool20250818;
  ToolComputerUse20241022: ToolComputerUse20241022;
  ToolComputerUse20250124: ToolComputerUse20250124;
  ToolComputerUse20251124: ToolComputerUse20251124;
  ToolTextEditor20241022: ToolTextEditor20241022;
  ToolTextEditor20250124: ToolTextEditor20250124;
  ToolTextEditor20250429: ToolTextEditor20250429;
  ToolTextEditor20250728: ToolTextEditor20250728;
  CodeExecutionTool20250522: CodeExecutionTool20250522;
  CodeExecutionTool20250825: CodeExecutionTool20250825;
  CodeExecutionTool20260120: CodeExecutionTool20260120;
  CodeExecutionTool20260521: CodeExecutionTool20260521;
  UserLocation: UserLocation;
  WebSearchTool20250305: WebSearchTool20250305;
  WebSearchTool20260209: WebSearchTool20260209;
  WebSearchTool20260318: WebSearchTool20260318;
  CitationsConfigParam: CitationsConfigParam;
  WebFetchURLSourceAll: WebFetchURLSourceAll;
  WebFetchURLSourceNone: WebFetchURLSourceNone;
  WebFetchURLSourceToolReference: WebFetchURLSourceToolReference;
  WebFetchURLSourceOnly: WebFetchURLSourceOnly;
  WebFetchURLSourceExcept: WebFetchURLSourceExcept;
  WebFetchURLSources: WebFetchURLSources;
  WebFetchTool20250910: WebFetchTool20250910;
  WebFetchTool20260209: WebFetchTool20260209;
  WebFetchTool20260309: WebFetchTool20260309;
  WebFetchTool20260318: WebFetchTool20260318;
  AdvisorTool20260301: AdvisorTool20260301;
  ToolSearchToolBm25_20251119: ToolSearchToolBm25_20251119;
  ToolSearchToolRegex20251119: ToolSearchToolRegex20251119;
  ToolsetMemberConfig: ToolsetMemberConfig;
  BrowserToolsetConfigs: BrowserToolsetConfigs;
  BrowserToolset20260801: BrowserToolset20260801;
  ComputerToolsetConfigs: ComputerToolsetConfigs;
  ComputerToolset20260801: ComputerToolset20260801;
  MCPToolConfig: MCPToolConfig;
  MCPToolDefaultConfig: MCPToolDefaultConfig;
  MCPToolParam: MCPToolParam;
  MCPToolset: MCPToolset;
  CitationCharLocationParam: CitationCharLocationParam;
  CitationPageLocationParam: CitationPageLocationParam;
  CitationContentBlockLocationParam: CitationContentBlockLocationParam;
  CitationWebSearchResultLocationParam: CitationWebSearchResultLocationParam;
  CitationSearchResultLocationParam: CitationSearchResultLocationParam;
  TextBlockParam: TextBlockParam;
  Base64ImageSource: Base64ImageSource;
  URLImageSource: URLImageSource;
  FileImageSource: FileImageSource;
  ImageTransformationsParam: ImageTransformationsParam;
  ImageBlockParam: ImageBlockParam;
  Base64PDFSource: Base64PDFSource;
  PlainTextSource: PlainTextSource;
  ContentBlockSource: ContentBlockSource;
  URLPDFSource: URLPDFSource;
  FileDocumentSource: FileDocumentSource;
  RequestDocumentBlock: RequestDocumentBlock;
  SearchResultBlockParam: SearchResultBlockParam;
  ThinkingBlockParam: ThinkingBlockParam;
  RedactedThinkingBlockParam: RedactedThinkingBlockParam;
  DirectCaller: DirectCaller;
  ServerToolCaller: ServerToolCaller;
  ServerToolCaller20260120: ServerToolCaller20260120;
  ToolUseBlockParam: ToolUseBlockParam;
  ToolReferenceBlockParam: ToolReferenceBlockParam;
  BrowserStateTabEntry: BrowserStateTabEntry;
  BrowserStateChangeTabOpened: BrowserStateChangeTabOpened;
  BrowserStateChangeDownloadStarted: BrowserStateChangeDownloadStarted;
  BrowserStateChangeDownloadCompleted: BrowserStateChangeDownloadCompleted;
  BrowserStateChangeDownloadFailed: BrowserStateChangeDownloadFailed;
  BrowserStateBlockParam: BrowserStateBlockParam;
  ToolResultBlockParam: ToolResultBlockParam;
  ServerToolUseBlockParam: ServerToolUseBlockParam;
  WebSearchResultBlockParam: WebSearchResultBlockParam;
  WebSearchToolRequestErrorObject: WebSearchToolRequestErrorObject;
  WebSearchToolResultBlockParam: WebSearchToolResultBlockParam;
  WebFetchToolResultErrorBlockParam: WebFetchToolResultErrorBlockParam;
  WebFetchBlockParam: WebFetchBlockParam;
  WebFetchToolResultBlockParam: WebFetchToolResultBlockParam;
  AdvisorToolResultErrorParam: AdvisorToolResultErrorParam;
  AdvisorResultBlockParam: AdvisorResultBlockParam;
  AdvisorRedactedResultBlockParam: AdvisorRedactedResultBlockParam;
  AdvisorToolResultBlockParam: AdvisorToolResultBlockParam;
  CodeExecutionToolResultErrorParam: CodeExecutionToolResultErrorParam;
  CodeExecutionOutputBlockParam: CodeExecutionOutputBlockParam;
  CodeExecutionResultBlockParam: CodeExecutionResultBlockParam;
  EncryptedCodeExecutionResultBlockParam: EncryptedCodeExecutionResultBlockParam;
  CodeExecutionToolResultBlockParam: CodeExecutionToolResultBlockParam;
  BashCodeExecutionToolResultErrorParam: BashCodeExecutionToolResultErrorParam;
  BashCodeExecutionOutputBlockParam: BashCodeExecutionOutputBlockParam;
  BashCodeExecutionResultBlockParam: BashCodeExecutionResultBlockParam;
  BashCodeExecutionToolResultBlockParam: BashCodeExecutionToolResultBlockParam;
  TextEditorCodeExecutionToolResultErrorParam: TextEditorCodeExecutionToolResultErrorParam;
  TextEditorCodeExecutionViewResultBlockParam: TextEditorCodeExecutionViewResultBlockParam;
  TextEditorCodeExecutionCreateResultBlockParam: TextEditorCodeExecutionCreateResultBlockParam;
  TextEditorCodeExecutionStrReplaceResultBlockParam: TextEditorCodeExecutionStrReplaceResultBlockParam;
  TextEditorCodeExecutionToolResultBlockParam: TextEditorCodeExecutionToolResultBlockParam;
  ToolSearchToolResultErrorParam: ToolSearchToolResultErrorParam;
  ToolSearchToolSearchResultBlockParam: ToolSearchToolSearchResultBlockParam;
  ToolSearchToolResultBlockParam: ToolSearchToolResultBlockParam;
  MCPToolUseBlockParam: MCPToolUseBlockParam;
  RequestMCPToolResultBlockParam: RequestMCPToolResultBlockParam;
  ContainerUploadBlockParam: ContainerUploadBlockParam;
  ToolChangeToolReference: ToolChangeToolReference;
  ToolChangeMCPToolReference: ToolChangeMCPToolReference;
  ToolChangeMCPToolsetReference: ToolChangeMCPToolsetReference;
  ToolChangeToolDefinitionParam: ToolChangeToolDefinitionParam;
  RequestToolAdditionBlock: RequestToolAdditionBlock;
  RequestToolRemovalBlock: RequestToolRemovalBlock;
  CompactionBlockParam: CompactionBlockParam;
  MCPToolListingBlockParam: MCPToolListingBlockParam;
  FallbackInfoParam: FallbackInfoParam;
  FallbackBlockParam: FallbackBlockParam;
  UserMessageParam: UserMessageParam;
  AssistantMessageParam: AssistantMessageParam;
  SystemMessageOutputConfig: SystemMessageOutputConfig;
  SystemMessageParam: SystemMessageParam;
  ThinkingBlockBinding: ThinkingBlockBinding;
  ThinkingConfigEnabled: ThinkingConfigEnabled;
  ThinkingConfigDisabled: ThinkingConfigDisabled;
  ThinkingConfigBetweenTools: ThinkingConfigBetweenTools;
  ThinkingConfigAdaptive: ThinkingConfigAdaptive;
  JSONOutputFormat: JSONOutputFormat;
  TokenTaskBudget: TokenTaskBudget;
  OutputConfig: OutputConfig;
  Metadata: Metadata;
  SkillParams: SkillParams;
  ContainerParams: ContainerParams;
  InputTokensClearAtLeast: InputTokensClearAtLeast;
  ToolUsesKeep: ToolUsesKeep;
  InputTokensTrigger: InputTokensTrigger;
  ToolUsesTrigger: ToolUsesTrigger;
  ClearToolUses20250919Edit: ClearToolUses20250919Edit;
  ThinkingTurns: ThinkingTurns;
  AllThinkingTurns: AllThinkingTurns;
  ClearThinking20251015Edit: ClearThinking20251015Edit;
  Compact20260112Edit: Compact20260112Edit;
  ContextManagementConfig: ContextManagementConfig;
  CompactionConfig: CompactionConfig;
  RequestMCPServerToolConfiguration: RequestMCPServerToolConfiguration;
  RequestMCPServerURLDefinition: RequestMCPServerURLDefinition;
  BillingPolicy: BillingPolicy;
  DiagnosticsParam: DiagnosticsParam;
  ThreadCreateParams: ThreadCreateParams;
  ThreadContinueParams: ThreadContinueParams;
  FallbackParam: FallbackParam;
  FallbackCreditTokenParam: FallbackCreditTokenParam;
  MessageCreateParamsBase: MessageCreateParamsBase;
  MessageCountTokensParams: MessageCountTokensParams;
}

/** The SDK's types that they mirror. */

export interface Sdk {
  ToolChoiceAuto: sdk.BetaToolChoiceAuto;
  ToolChoiceAny: sdk.BetaToolChoiceAny;
  ToolChoiceTool: sdk.BetaToolChoiceTool;
  ToolChoiceNone: sdk.BetaToolChoiceNone;
  ToolInputSchema: sdk.BetaTool.InputSchema;
  CacheControlEphemeral: sdk.BetaCacheControlEphemeral;
  Tool: sdk.BetaTool;
  ToolBash20241022: sdk.BetaToolBash20241022;
  ToolBash20250124: sdk.BetaToolBash20250124;
  MemoryTool20250818: sdk.BetaMemoryTool20250818;
  ToolComputerUse20241022: sdk.BetaToolComputerUse20241022;
  ToolComputerUse20250124: sdk.BetaToolComputerUse20250124;
  ToolComputerUse20251124: sdk.BetaToolComputerUse20251124;
  ToolTextEditor20241022: sdk.BetaToolTextEditor20241022;
  ToolTextEditor20250124: sdk.BetaToolTextEditor20250124;
  ToolTextEditor20250429: sdk.BetaToolTextEditor20250429;
  ToolTextEditor20250728: sdk.BetaToolTextEditor20250728;
  CodeExecutionTool20250522: sdk.BetaCodeExecutionTool20250522;
  CodeExecutionTool20250825: sdk.BetaCodeExecutionTool20250825;
  CodeExecutionTool20260120: sdk.BetaCodeExecutionTool20260120;
  CodeExecutionTool20260521: sdk.BetaCodeExecutionTool20260521;
  UserLocation: sdk.BetaUserLocation;
  WebSearchTool20250305: sdk.BetaWebSearchTool20250305;
  WebSearchTool20260209: sdk.BetaWebSearchTool20260209;
  WebSearchTool20260318: sdk.BetaWebSearchTool20260318;
  CitationsConfigParam: sdk.BetaCitationsConfigParam;
  WebFetchURLSourceAll: sdk.BetaWebFetchURLSourceAll;
  WebFetchURLSourceNone: sdk.BetaWebFetchURLSourceNone;
  WebFetchURLSourceToolReference: sdk.BetaWebFetchURLSourceToolReference;
  WebFetchURLSourceOnly: sdk.BetaWebFetchURLSourceOnly;
  WebFetchURLSourceExcept: sdk.BetaWebFetchURLSourceExcept;
  WebFetchURLSources: sdk.BetaWebFetchURLSources;
  WebFetchTool20250910: sdk.BetaWebFetchTool20250910;
  WebFetchTool20260209: sdk.BetaWebFetchTool20260209;
  WebFetchTool20260309: sdk.BetaWebFetchTool20260309;
  WebFetchTool20260318: sdk.BetaWebFetchTool20260318;
  AdvisorTool20260301: sdk.BetaAdvisorTool20260301;
  ToolSearchToolBm25_20251119: sdk.BetaToolSearchToolBm25_20251119;
  ToolSearchToolRegex20251119: sdk.BetaToolSearchToolRegex20251119;
  ToolsetMemberConfig: sdk.BetaBrowserKeyConfig;
  BrowserToolsetConfigs: sdk.BetaBrowserToolsetConfigs;
  BrowserToolset20260801: sdk.BetaBrowserToolset20260801;
  ComputerToolsetConfigs: sdk.BetaComputerToolsetConfigs;
  ComputerToolset20260801: sdk.BetaComputerToolset20260801;
  MCPToolConfig: sdk.BetaMCPToolConfig;
  MCPToolDefaultConfig: sdk.BetaMCPToolDefaultConfig;
  MCPToolParam: sdk.BetaMCPToolParam;
  MCPToolset: sdk.BetaMCPToolset;
  CitationCharLocationParam: sdk.BetaCitationCharLocationParam;
  CitationPageLocationParam: sdk.BetaCitationPageLocationParam;
  CitationContentBlockLocationParam: sdk.BetaCitationContentBlockLocationParam;
  CitationWebSearchResultLocationParam: sdk.BetaCitationWebSearchResultLocationParam;
  CitationSearchResultLocationParam: sdk.BetaCitationSearchResultLocationParam;
  TextBlockParam: sdk.BetaTextBlockParam;
  Base64ImageSource: sdk.BetaBase64ImageSource;
  URLImageSource: sdk.BetaURLImageSource;
  FileImageSource: sdk.BetaFileImageSource;
  ImageTransformationsParam: sdk.BetaImageTransformationsParam;
  ImageBlockParam: sdk.BetaImageBlockParam;
  Base64PDFSource: sdk.BetaBase64PDFSource;
  PlainTextSource: sdk.BetaPlainTextSource;
  ContentBlockSource: sdk.BetaContentBlockSource;
  URLPDFSource: sdk.BetaURLPDFSource;
  FileDocumentSource: sdk.BetaFileDocumentSource;
  RequestDocumentBlock: sdk.BetaRequestDocumentBlock;
  SearchResultBlockParam: sdk.BetaSearchResultBlockParam;
  ThinkingBlockParam: sdk.BetaThinkingBlockParam;
  RedactedThinkingBlockParam: sdk.BetaRedactedThinkingBlockParam;
  DirectCaller: sdk.BetaDirectCaller;
  ServerToolCaller: sdk.BetaServerToolCaller;
  ServerToolCaller20260120: sdk.BetaServerToolCaller20260120;
  ToolUseBlockParam: sdk.BetaToolUseBlockParam;
  ToolReferenceBlockParam: sdk.BetaToolReferenceBlockParam;
  BrowserStateTabEntry: sdk.BetaBrowserStateTabEntry;
  BrowserStateChangeTabOpened: sdk.BetaBrowserStateChangeTabOpened;
  BrowserStateChangeDownloadStarted: sdk.BetaBrowserStateChangeDownloadStarted;
  BrowserStateChangeDownloadCompleted: sdk.BetaBrowserStateChangeDownloadCompleted;
  BrowserStateChangeDownloadFailed: sdk.BetaBrowserStateChangeDownloadFailed;
  BrowserStateBlockParam: sdk.BetaBrowserStateBlockParam;
  ToolResultBlockParam: sdk.BetaToolResultBlockParam;
  ServerToolUseBlockParam: sdk.BetaServerToolUseBlockParam;
  WebSearchResultBlockParam: sdk.BetaWebSearchResultBlockParam;
  WebSearchToolRequestErrorObject: sdk.BetaWebSearchToolRequestErrorObject;
  WebSearchToolResultBlockParam: sdk.BetaWebSearchToolResultBlockParam;
  WebFetchToolResultErrorBlockParam: sdk.BetaWebFetchToolResultErrorBlockParam;
  WebFetchBlockParam: sdk.BetaWebFetchBlockParam;
  WebFetchToolResultBlockParam: sdk.BetaWebFetchToolResultBlockParam;
  AdvisorToolResultErrorParam: sdk.BetaAdvisorToolResultErrorParam;
  AdvisorResultBlockParam: sdk.BetaAdvisorResultBlockParam;
  AdvisorRedactedResultBlockParam: sdk.BetaAdvisorRedactedResultBlockParam;
  AdvisorToolResultBlockParam: sdk.BetaAdvisorToolResultBlockParam;
  CodeExecutionToolResultErrorParam: sdk.BetaCodeExecutionToolResultErrorParam;
  CodeExecutionOutputBlockParam: sdk.BetaCodeExecutionOutputBlockParam;
  CodeExecutionResultBlockParam: sdk.BetaCodeExecutionResultBlockParam;
  EncryptedCodeExecutionResultBlockParam: sdk.BetaEncryptedCodeExecutionResultBlockParam;
  CodeExecutionToolResultBlockParam: sdk.BetaCodeExecutionToolResultBlockParam;
  BashCodeExecutionToolResultErrorParam: sdk.BetaBashCodeExecutionToolResultErrorParam;
  BashCodeExecutionOutputBlockParam: sdk.BetaBashCodeExecutionOutputBlockParam;
  BashCodeExecutionResultBlockParam: sdk.BetaBashCodeExecutionResultBlockParam;
  BashCodeExecutionToolResultBlockParam: sdk.BetaBashCodeExecutionToolResultBlockParam;
  TextEditorCodeExecutionToolResultErrorParam: sdk.BetaTextEditorCodeExecutionToolResultErrorParam;
  TextEditorCodeExecutionViewResultBlockParam: sdk.BetaTextEditorCodeExecutionViewResultBlockParam;
  TextEditorCodeExecutionCreateResultBlockParam: sdk.BetaTextEditorCodeExecutionCreateResultBlockParam;
  TextEditorCodeExecutionStrReplaceResultBlockParam: sdk.BetaTextEditorCodeExecutionStrReplaceResultBlockParam;
  TextEditorCodeExecutionToolResultBlockParam: sdk.BetaTextEditorCodeExecutionToolResultBlockParam;
  ToolSearchToolResultErrorParam: sdk.BetaToolSearchToolResultErrorParam;
  ToolSearchToolSearchResultBlockParam: sdk.BetaToolSearchToolSearchResultBlockParam;
  ToolSearchToolResultBlockParam: sdk.BetaToolSearchToolResultBlockParam;
  MCPToolUseBlockParam: sdk.BetaMCPToolUseBlockParam;
  RequestMCPToolResultBlockParam: sdk.BetaRequestMCPToolResultBlockParam;
  ContainerUploadBlockParam: sdk.BetaContainerUploadBlockParam;
  ToolChangeToolReference: sdk.BetaToolChangeToolReference;
  ToolChangeMCPToolReference: sdk.BetaToolChangeMCPToolReference;
  ToolChangeMCPToolsetReference: sdk.BetaToolChangeMCPToolsetReference;
  ToolChangeToolDefinitionParam: sdk.BetaToolChangeToolDefinitionParam;
  RequestToolAdditionBlock: sdk.BetaRequestToolAdditionBlock;
  RequestToolRemovalBlock: sdk.BetaRequestToolRemovalBlock;
  CompactionBlockParam: sdk.BetaCompactionBlockParam;
  MCPToolListingBlockParam: sdk.BetaMCPToolListingBlockParam;
  FallbackInfoParam: sdk.BetaFallbackInfoParam;
  FallbackBlockParam: sdk.BetaFallbackBlockParam;
  UserMessageParam: sdk.BetaUserMessageParam;
  AssistantMessageParam: sdk.BetaAssistantMessageParam;
  SystemMessageOutputConfig: sdk.BetaSystemMessageOutputConfig;
  SystemMessageParam: sdk.BetaSystemMessageParam;
  ThinkingBlockBinding: sdk.BetaThinkingBlockBinding;
  ThinkingConfigEnabled: sdk.BetaThinkingConfigEnabled;
  ThinkingConfigDisabled: sdk.BetaThinkingConfigDisabled;
  ThinkingConfigBetweenTools: sdk.BetaThinkingConfigBetweenTools;
  ThinkingConfigAdaptive: sdk.BetaThinkingConfigAdaptive;
  JSONOutputFormat: sdk.BetaJSONOutputFormat;
  TokenTaskBudget: sdk.BetaTokenTaskBudget;
  OutputConfig: sdk.BetaOutputConfig;
  Metadata: sdk.BetaMetadata;
  SkillParams: sdk.BetaSkillParams;
  ContainerParams: sdk.BetaContainerParams;
  InputTokensClearAtLeast: sdk.BetaInputTokensClearAtLeast;
  ToolUsesKeep: sdk.BetaToolUsesKeep;
  InputTokensTrigger: sdk.BetaInputTokensTrigger;
  ToolUsesTrigger: sdk.BetaToolUsesTrigger;
  ClearToolUses20250919Edit: sdk.BetaClearToolUses20250919Edit;
  ThinkingTurns: sdk.BetaThinkingTurns;
  AllThinkingTurns: sdk.BetaAllThinkingTurns;
  ClearThinking20251015Edit: sdk.BetaClearThinking20251015Edit;
  Compact20260112Edit: sdk.BetaCompact20260112Edit;
  ContextManagementConfig: sdk.BetaContextManagementConfig;
  CompactionConfig: sdk.BetaCompactionConfig;
  RequestMCPServerToolConfiguration: sdk.BetaRequestMCPServerToolConfiguration;
  RequestMCPServerURLDefinition: sdk.BetaRequestMCPServerURLDefinition;
  BillingPolicy: sdk.BetaBillingPolicy;
  DiagnosticsParam: sdk.BetaDiagnosticsParam;
  ThreadCreateParams: sdk.BetaThreadCreateParams;
  ThreadContinueParams: sdk.BetaThreadContinueParams;
  FallbackParam: sdk.BetaFallbackParam;
  FallbackCreditTokenParam: sdk.BetaFallbackCreditTokenParam;
  MessageCreateParamsBase: sdk.MessageCreateParamsBase;
  MessageCountTokensParams: sdk.MessageCountTokensParams;
}
