/** What is refused of where documents and images come from: empty PDFs, files that are none, links without TLS. */
import { blocksOf, type Block } from '../wire/conversation.ts';
import type { CheckedRequest } from './checked-request.ts';
import { asRecord, asText, type Json } from './json-value.ts';
import type { Rule } from './rule.ts';

/** The source of one document or image, in a message or in what a tool gave. */
interface Medium {
  readonly type: 'document' | 'image';
  /** The API's path to its block, tags of unions included, without that of the block itself. */
  readonly path: string;
  readonly source: Json;
}

/** `%PDF-` in base64, as far as it is the same whatever comes next. */
const PDF_BEGINNING = 'JVBERi';

function* mediaIn(blocks: readonly Block[], at: string): Iterable<Medium> {
  for (const [index, { type, content, source }] of blocks.entries()) {
    const path = `${at}.${index}`;
    if (type === 'tool_result' && Array.isArray(content)) {
      yield* mediaIn(blocksOf(content), `${path}.tool_result.content`);
    } else if (type === 'document' || type === 'image') {
      yield { type, path, source: asRecord(source) };
    }
  }
}

const mediaOf = ({ entries }: CheckedRequest): readonly Medium[] =>
  entries.flatMap(({ blocks, index }) => [...mediaIn(blocks, `messages.${index}.content`)]);

/** The base64 text of a PDF; undefined for every other medium. */
const pdfOf = ({ type, source }: Medium): string | undefined =>
  type === 'document' && source['type'] === 'base64' ? asText(source['data']) : undefined;

/** A rule about each document and image by itself; `message` follows on the path of the block. */
function mediumRule(
  rule: Omit<Rule, 'stage' | 'evidence' | 'check'>,
  say: (medium: Medium) => string | undefined,
): Rule {
  return {
    stage: 'meaning',
    evidence: mediaOf,
    ...rule,
    *check(request) {
      for (const medium of request.derive(mediaOf)) {
        const message = say(medium);
        if (message !== undefined) yield { path: medium.path, message };
      }
    },
  };
}

export const mediaSourceRules: readonly Rule[] = [
  mediumRule(
    {
      id: 'pdf-empty',
      summary: 'A PDF has data.',
      confidence: 'B',
      source: 'sent to the API in September 2026 by an app that keeps the whole answer as a test',
    },
    (medium) =>
      pdfOf(medium) === ''
        ? `${medium.path}.document.source.base64: PDF cannot be empty`
        : undefined,
  ),
  mediumRule(
    {
      id: 'pdf-invalid',
      summary: 'What is said to be a PDF begins like one.',
      confidence: 'A',
      doubt:
        'tests send placeholders in place of documents, and only the beginning is looked at here',
      source:
        'many reports, 2025-08 to 2026-09 (anthropics/claude-code#5174; anthropics/claude-code#19013 has the same place, of one with a password); the place has the tag `pdf`, not `document`',
    },
    (medium) => {
      const data = pdfOf(medium)?.trimStart();
      return data && !data.startsWith(PDF_BEGINNING)
        ? `${medium.path}.pdf.source.base64.data: The PDF specified was not valid.`
        : undefined;
    },
  ),
  mediumRule(
    {
      id: 'source-url-insecure',
      summary: 'The URL of a document or an image begins with `https:`.',
      confidence: 'B',
      source:
        'one report with a request id (BrokkAi/brokk-app#2269, 2026-01), which does not show the request',
    },
    ({ source }) =>
      source['type'] === 'url' && !/^https:/i.test(asText(source['url']) ?? '')
        ? 'Only HTTPS URLs are supported.'
        : undefined,
  ),
];
