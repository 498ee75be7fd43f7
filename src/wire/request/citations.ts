/** Citations: where a text came from, and whether to ask for them. */
import { exactly, list, nullable, nullish } from '../schema/build.ts';
import type { ObjectSchema, Schema } from '../schema/schema.ts';
import { model, tagged } from './model.ts';
import { integer, optionalBoolean, string } from './scalars.ts';

const charLocation = model('CitationCharLocationParam', {
  type: exactly('char_location'),
  cited_text: string,
  document_index: integer,
  document_title: nullable(string),
  start_char_index: integer,
  end_char_index: integer,
});

const pageLocation = model('CitationPageLocationParam', {
  type: exactly('page_location'),
  cited_text: string,
  document_index: integer,
  document_title: nullable(string),
  start_page_number: integer,
  end_page_number: integer,
});

const contentBlockLocation = model('CitationContentBlockLocationParam', {
  type: exactly('content_block_location'),
  cited_text: string,
  document_index: integer,
  document_title: nullable(string),
  start_block_index: integer,
  end_block_index: integer,
});

const webSearchResultLocation = model('CitationWebSearchResultLocationParam', {
  type: exactly('web_search_result_location'),
  cited_text: string,
  encrypted_index: string,
  title: nullable(string),
  url: string,
});

const searchResultLocation = model('CitationSearchResultLocationParam', {
  type: exactly('search_result_location'),
  cited_text: string,
  search_result_index: integer,
  source: string,
  title: nullable(string),
  start_block_index: integer,
  end_block_index: integer,
});

/** The citations a text block carries; whether a user's text may is a rule of the version (1.3). */
export const textCitations: Schema = nullish(
  list(
    tagged(
      charLocation,
      pageLocation,
      contentBlockLocation,
      webSearchResultLocation,
      searchResultLocation,
    ),
  ),
);

/** Whether to cite a document, a search result or a fetched page. */
export const citationsConfig: ObjectSchema = model('CitationsConfigParam', {
  enabled: optionalBoolean,
});
