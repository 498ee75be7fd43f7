/** Tools whose definition is Anthropic's, by the dated type the request names. */
import { exactly, list, nullish, oneOf, optional, whole } from '../schema/build.ts';
import type { Fields, ObjectSchema, Schema } from '../schema/schema.ts';
import { cacheControl } from './caching.ts';
import { citationsConfig } from './citations.ts';
import { model, tagged } from './model.ts';
import {
  dictionary,
  integer,
  modelName,
  nullishInteger,
  nullishStrings,
  optionalBoolean,
  positive,
  shortText,
  string,
} from './scalars.ts';

/** Who may call a tool: the model itself, or code it runs. */
const allowedCallers = optional(
  list(
    oneOf(
      'direct',
      'code_execution_20250825',
      'code_execution_20260120',
      'code_execution_20260521',
    ),
  ),
);

/** What any tool entry may say, custom ones included. */
export const everyTool: Fields = {
  allowed_callers: allowedCallers,
  cache_control: cacheControl,
  defer_loading: optionalBoolean,
  strict: optionalBoolean,
};

/** Inputs shown to the model; whether they fit the schema is a rule (4.2). */
export const inputExamples: Schema = optional(list(dictionary));

function builtIn(sdkName: string, type: Schema, name: string, fields: Fields = {}): ObjectSchema {
  return model(sdkName, { type, name: exactly(name), ...fields, ...everyTool });
}

/** A tool the client runs to Anthropic's definition. */
function clientTool(
  sdkName: string,
  type: string,
  name: string,
  fields: Fields = {},
): ObjectSchema {
  return builtIn(sdkName, exactly(type), name, { ...fields, input_examples: inputExamples });
}

const display: Fields = {
  display_height_px: integer,
  display_width_px: integer,
  display_number: nullishInteger,
};

const domains: Fields = {
  allowed_domains: nullishStrings,
  blocked_domains: nullishStrings,
  max_uses: positive,
};

const webSearch: Fields = {
  ...domains,
  user_location: nullish(
    model('UserLocation', {
      type: exactly('approximate'),
      city: shortText(255),
      // A code of two letters: `….user_location.country: String should have at most 2 characters` (a 2026 report).
      country: shortText(2, 2),
      region: shortText(255),
      timezone: shortText(255),
    }),
  ),
};

const everySource = model('WebFetchURLSourceAll', { type: exactly('all') });
const noSource = model('WebFetchURLSourceNone', { type: exactly('none') });
const sourceTools = list(
  model('WebFetchURLSourceToolReference', { type: exactly('tool_reference'), name: string }),
);
const toolSources = optional(
  tagged(
    everySource,
    noSource,
    model('WebFetchURLSourceOnly', { type: exactly('only'), tools: sourceTools }),
    model('WebFetchURLSourceExcept', { type: exactly('except'), tools: sourceTools }),
  ),
);

const webFetch: Fields = {
  ...domains,
  citations: nullish(citationsConfig),
  max_content_tokens: positive,
  url_sources: nullish(
    model('WebFetchURLSources', {
      client_tool_results: toolSources,
      server_tool_results: toolSources,
      user_input: optional(tagged(everySource, noSource)),
    }),
  ),
};

const useCache: Fields = { use_cache: optionalBoolean };
const responseInclusion: Fields = { response_inclusion: optional(oneOf('full', 'excluded')) };

/** Every tool with a dated type of its own; toolsets are elsewhere. */
export const builtInTools: readonly ObjectSchema[] = [
  clientTool('ToolBash20241022', 'bash_20241022', 'bash'),
  clientTool('ToolBash20250124', 'bash_20250124', 'bash'),
  clientTool('MemoryTool20250818', 'memory_20250818', 'memory'),
  clientTool('ToolComputerUse20241022', 'computer_20241022', 'computer', display),
  clientTool('ToolComputerUse20250124', 'computer_20250124', 'computer', display),
  clientTool('ToolComputerUse20251124', 'computer_20251124', 'computer', {
    ...display,
    enable_zoom: optionalBoolean,
  }),
  clientTool('ToolTextEditor20241022', 'text_editor_20241022', 'str_replace_editor'),
  clientTool('ToolTextEditor20250124', 'text_editor_20250124', 'str_replace_editor'),
  clientTool('ToolTextEditor20250429', 'text_editor_20250429', 'str_replace_based_edit_tool'),
  clientTool('ToolTextEditor20250728', 'text_editor_20250728', 'str_replace_based_edit_tool', {
    max_characters: nullish(whole({ least: 1 })),
  }),
  ...['20250522', '20250825', '20260120', '20260521'].map((date) =>
    builtIn(`CodeExecutionTool${date}`, exactly(`code_execution_${date}`), 'code_execution'),
  ),
  builtIn('WebSearchTool20250305', exactly('web_search_20250305'), 'web_search', webSearch),
  builtIn('WebSearchTool20260209', exactly('web_search_20260209'), 'web_search', webSearch),
  builtIn('WebSearchTool20260318', exactly('web_search_20260318'), 'web_search', {
    ...webSearch,
    ...responseInclusion,
  }),
  builtIn('WebFetchTool20250910', exactly('web_fetch_20250910'), 'web_fetch', webFetch),
  builtIn('WebFetchTool20260209', exactly('web_fetch_20260209'), 'web_fetch', webFetch),
  builtIn('WebFetchTool20260309', exactly('web_fetch_20260309'), 'web_fetch', {
    ...webFetch,
    ...useCache,
  }),
  builtIn('WebFetchTool20260318', exactly('web_fetch_20260318'), 'web_fetch', {
    ...webFetch,
    ...useCache,
    ...responseInclusion,
  }),
  builtIn('AdvisorTool20260301', exactly('advisor_20260301'), 'advisor', {
    model: modelName,
    caching: cacheControl,
    max_tokens: nullishInteger,
    max_uses: nullishInteger,
  }),
  builtIn(
    'ToolSearchToolBm25_20251119',
    oneOf('tool_search_tool_bm25_20251119', 'tool_search_tool_bm25'),
    'tool_search_tool_bm25',
  ),
  builtIn(
    'ToolSearchToolRegex20251119',
    oneOf('tool_search_tool_regex_20251119', 'tool_search_tool_regex'),
    'tool_search_tool_regex',
  ),
];
