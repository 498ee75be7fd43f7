/** A tool call in the history and the answer the client gave to it. */
import { either, exactly, list, nullish, optional } from '../schema/build.ts';
import type { ObjectSchema, Schema } from '../schema/schema.ts';
import { cacheControl } from './caching.ts';
import { document, image, searchResult, text } from './content.ts';
import { model, tagged } from './model.ts';
import {
  clientId,
  demandedDictionary,
  nullishInteger,
  nullishString,
  optionalBoolean,
  referredName,
  serverId,
  string,
  toolsetName,
  usedToolName,
} from './scalars.ts';

/**
 * Who made a call; may be left out, may not be null: `….caller: Input should be an object` (a 2026 report).
 * @note A live answer carries `{type: 'direct'}` and is sent back so (4.12).
 */
export const caller: Schema = optional(
  tagged(
    model('DirectCaller', { type: exactly('direct') }),
    model('ServerToolCaller', { type: exactly('code_execution_20250825'), tool_id: serverId }),
    model('ServerToolCaller20260120', {
      type: exactly('code_execution_20260120'),
      tool_id: serverId,
    }),
  ),
);

export const toolUse: ObjectSchema = model('ToolUseBlockParam', {
  type: exactly('tool_use'),
  id: clientId,
  name: usedToolName,
  // S18: an absent input answers as a wrong one does.
  input: demandedDictionary,
  cache_control: cacheControl,
  caller,
  toolset_name: toolsetName,
});

export const toolReference: ObjectSchema = model('ToolReferenceBlockParam', {
  type: exactly('tool_reference'),
  tool_name: referredName,
  cache_control: cacheControl,
});

const download = { download_id: string, url: string };

const browserState = model('BrowserStateBlockParam', {
  type: exactly('browser_state'),
  tabs: list(
    model('BrowserStateTabEntry', {
      tab_id: string,
      title: string,
      url: string,
      active: optionalBoolean,
    }),
  ),
  cache_control: cacheControl,
  state_changes: nullish(
    list(
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
    ),
  ),
});

export const toolResult: ObjectSchema = model('ToolResultBlockParam', {
  type: exactly('tool_result'),
  tool_use_id: clientId,
  // Unlike other string-or-list fields, the string speaks for a value that is neither (S13).
  content: optional({
    ...either(
      list(tagged(text, image, searchResult, document, toolReference, browserState)),
      string,
    ),
    speaker: string,
  }),
  is_error: optionalBoolean,
  cache_control: cacheControl,
  toolset_name: toolsetName,
});
