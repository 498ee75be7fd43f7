/** What is refused before the body means anything: path, method, key, version, JSON. */
import { VERSION } from '../wire/headers.ts';
import { jsonErrorText } from '../wire/json-error.ts';
import type { Rule } from './rule.ts';

export const transportRules: readonly Rule[] = [
  {
    id: 'path-unknown',
    stage: 'transport',
    essential: true,
    summary: 'The path is not one of the API.',
    status: 404,
    confidence: 'B',
    facts: ['H11'],
    source: 'H11: public report with request id; api/errors shows another text',
    *check({ endpoint }) {
      if (endpoint === undefined) yield { message: 'Not found' };
    },
  },
  {
    id: 'method-not-allowed',
    stage: 'transport',
    essential: true,
    summary: 'The path does not take this HTTP method.',
    status: 405,
    confidence: 'C',
    facts: ['H12'],
    source: 'H12: the status is standard HTTP; no body was ever captured, the text is our own',
    *check({ endpoint, raw }) {
      if (endpoint !== undefined && raw.method !== 'POST') yield { message: 'Method Not Allowed' };
    },
  },
  {
    id: 'api-key-missing',
    stage: 'transport',
    summary: 'The request has neither `x-api-key` nor `Authorization`.',
    status: 401,
    confidence: 'A',
    facts: ['H01'],
    source: 'H01: live unauthenticated request',
    *check({ key }) {
      if (key === undefined) yield { message: 'x-api-key header is required' };
    },
  },
  {
    id: 'api-key-wrong',
    stage: 'transport',
    summary: 'The key is not the one the simulation was given; without one any key will do.',
    status: 401,
    confidence: 'A',
    facts: ['H02'],
    source: 'H02: captured with several request ids; `x-api-key` counts when both headers are sent',
    *check({ key, expectedKey }) {
      if (key !== undefined && expectedKey !== undefined && key !== expectedKey) {
        yield { message: 'invalid x-api-key' };
      }
    },
  },
  {
    id: 'version-missing',
    stage: 'transport',
    summary: 'The request has no `anthropic-version` header.',
    confidence: 'B',
    facts: ['H06'],
    source: 'H06: several public reports',
    *check({ version }) {
      if (version === undefined) yield { message: `${VERSION}: header is required` };
    },
  },
  {
    id: 'body-not-json',
    stage: 'transport',
    essential: true,
    summary: 'The body is not JSON.',
    confidence: 'A',
    facts: ['H08', 'H09'],
    source: 'H08, H09: captured with request ids',
    *check({ jsonError, raw }) {
      if (jsonError !== undefined) {
        yield {
          message: `The request body is not valid JSON: ${jsonErrorText(raw.text, jsonError)}`,
        };
      }
    },
  },
];
