/** A tool call in the history and the answer the client gave to it. */
import * as z from 'zod';
import { cacheControl } from './caching.ts';
import { document, image, searchResult, text } from './content.ts';
import { either, model, noted, rare, tagged } from './model.ts';
import {
  clientId,
  demandedDictionary,
  exactly,
  nullishInteger,
  nullishString,
  optionalBoolean,
  string,
  usedToolName,
} from './scalars.ts';

/**
 * Who made a call; may be left out, may not be null: `….caller: Input should be an object` (a 2026 report).
 * @note A live answer carries `{type: 'direct'}` and is sent back so (4.12).
 */
export const caller: z.ZodType = tagged(
  model('DirectCaller', { type: exactly('direct') }),
  model('ServerToolCaller', { type: exactly('code_execution_20250825'), tool_id: string }),
  model('ServerToolCaller20260120', { type: exactly('code_execution_20260120'), tool_id: string }),
).optional();

export const toolUse: z.ZodObject = model('ToolUseBlockParam', {
  type: exactly('tool_use'),
  id: clientId,
  name: usedToolName,
  // S18: an absent input answers as a wrong one does.
  input: demandedDictionary,
  cache_control: cacheControl,
  caller,
  toolset_name: nullishString,
});

export const toolReference: z.ZodObject = model('ToolReferenceBlockParam', {
  type: exactly('tool_reference'),
  tool_name: string,
  cache_control: cacheControl,
});

const download = { download_id: string, url: string };

const browserState = model('BrowserStateBlockParam', {
  type: exactly('browser_state'),
  tabs: z.array(
    model('BrowserStateTabEntry', {
      tab_id: string,
      title: string,
      url: string,
      active: optionalBoolean,
    }),
  ),
  cache_control: cacheControl,
  state_changes: z
    .array(
      tagged(
        model('BrowserStateChangeTabOpened', { type: exactly('tab_opened'), tab_id: string }),
        model('BrowserStateChangeDownloadStarted', {
          type: exactly('download_started'),
          ...download,
        }),
        model('BrowserStateChangeDownloadCompleted', {
          type: exactly('download_completed'),
          ...download,
          path: nullishString,
          size_bytes: nullishInteger,
        }),
        model('BrowserStateChangeDownloadFailed', {
          type: exactly('download_failed'),
          ...download,
          error: nullishString,
        }),
      ),
    )
    .nullish(),
});

export const toolResult: z.ZodObject = model('ToolResultBlockParam', {
  type: exactly('tool_result'),
  tool_use_id: clientId,
  // Unlike other string-or-list fields, the string speaks for a value that is neither (S13).
  content: noted(
    either(
      z.array(tagged(text, ...rare(image, searchResult, document, toolReference, browserState))),
      string,
    ),
    { speaker: string },
  ).optional(),
  is_error: optionalBoolean,
  cache_control: cacheControl,
  toolset_name: nullishString,
});
