/** Citations: where a text came from, and whether to ask for them. */
import * as z from 'zod';
import { model, rare, tagged } from './model.ts';
import { exactly, integer, optionalBoolean, string } from './scalars.ts';

const charLocation = model('CitationCharLocationParam', {
  type: exactly('char_location'),
  cited_text: string,
  document_index: integer,
  document_title: string.nullable(),
  start_char_index: integer,
  end_char_index: integer,
});

const pageLocation = model('CitationPageLocationParam', {
  type: exactly('page_location'),
  cited_text: string,
  document_index: integer,
  document_title: string.nullable(),
  start_page_number: integer,
  end_page_number: integer,
});

const contentBlockLocation = model('CitationContentBlockLocationParam', {
  type: exactly('content_block_location'),
  cited_text: string,
  document_index: integer,
  document_title: string.nullable(),
  start_block_index: integer,
  end_block_index: integer,
});

const webSearchResultLocation = model('CitationWebSearchResultLocationParam', {
  type: exactly('web_search_result_location'),
  cited_text: string,
  encrypted_index: string,
  title: string.nullable(),
  url: string,
});

const searchResultLocation = model('CitationSearchResultLocationParam', {
  type: exactly('search_result_location'),
  cited_text: string,
  search_result_index: integer,
  source: string,
  title: string.nullable(),
  start_block_index: integer,
  end_block_index: integer,
});

/** The citations a text block carries; whether a user's text may is a rule of the version (1.3). */
export const textCitations: z.ZodType = z
  .array(
    tagged(
      ...rare(
        charLocation,
        pageLocation,
        contentBlockLocation,
        webSearchResultLocation,
        searchResultLocation,
      ),
    ),
  )
  .nullish();

/** Whether to cite a document, a search result or a fetched page. */
export const citationsConfig: z.ZodObject = model('CitationsConfigParam', {
  enabled: optionalBoolean,
});
