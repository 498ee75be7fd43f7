/** What is refused before the body means anything: path, method, size, key, version, JSON. */
import {
  API_VERSIONS,
  BETAS,
  CONTENT_ENCODING,
  contentEncodingOf,
  LISTED_VERSIONS,
  VERSION,
} from '../wire/headers.ts';
import { isNotSimulated, SIMULATED } from '../wire/routes.ts';
import { betaNameRules } from './betas.ts';
import type { CheckedRequest, Undecodable } from './checked-request.ts';
import type { Rule } from './rule.ts';

/** What a token of a subscription begins with; an API key begins otherwise. */
const OAUTH_TOKEN = 'sk-ant-oat';

const ELSEWHERE = `The real API has this endpoint; this simulation has only ${SIMULATED.join(', ')}. Answer it in your test, in front of the simulation: with an MSW handler, or with a fetch of your own that hands all else on to simulation.fetch.`;

const requestRules: readonly Rule[] = [
  {
    id: 'body-too-large',
    stage: 'transport',
    essential: true,
    summary: 'A body has at most 32 MB; nothing else is looked at when it has more.',
    status: 413,
    envelope: 'edge',
    confidence: 'B',
    facts: ['H10', '3.3'],
    source:
      'H10: the network in front of the API answers, in a form of its own (several reports); the limit is documented',
    *check({ oversized, raw }) {
      // Batches and files take more.
      if (oversized && !isNotSimulated(raw.path)) {
        yield { message: 'Request exceeds the maximum size' };
      }
    },
  },
  {
    id: 'path-unknown',
    stage: 'transport',
    reads: 'parameters',
    essential: true,
    summary: 'The path is not one of the API.',
    status: 404,
    confidence: 'B',
    facts: ['H11'],
    source: 'H11: public report with request id; api/errors shows another text',
    *check({ route, raw }) {
      if (route !== undefined || isNotSimulated(raw.path)) return;
      // Claude Code asks for the head of the base URL to have a connection ready, probes and browsers for the rest:
      // whatever is answered will do.
      const blameless =
        ['GET', 'HEAD'].includes(raw.method) && ['/', '/favicon.ico'].includes(raw.path);
      yield { message: 'Not found', ...(blameless && { blameless }) };
    },
  },
  {
    id: 'path-not-simulated',
    stage: 'transport',
    reads: 'parameters',
    essential: true,
    summary: 'The path is one of the API and not of the simulation, such as batches and files.',
    status: 404,
    confidence: 'A',
    facts: ['9.8'],
    source: 'the real API would answer; the text is our own, says so, and what to do instead',
    *check({ route, raw }) {
      if (route === undefined && isNotSimulated(raw.path)) {
        yield {
          message: `[ensaio] ${raw.method} ${raw.path} is not simulated. ${ELSEWHERE}`,
          details: { error_code: 'ensaio_not_simulated' },
        };
      }
    },
  },
  {
    id: 'method-not-allowed',
    stage: 'transport',
    reads: 'parameters',
    essential: true,
    summary: 'The path does not take this HTTP method.',
    status: 405,
    confidence: 'C',
    facts: ['H12'],
    source: 'H12: the status is standard HTTP; no body was ever captured, the text is our own',
    *check({ route, raw }) {
      if (route !== undefined && raw.method !== route.method) {
        yield { message: 'Method Not Allowed' };
      }
    },
  },
  {
    id: 'api-key-missing',
    stage: 'transport',
    summary: 'The request has neither `x-api-key` nor `Authorization`.',
    status: 401,
    confidence: 'A',
    facts: ['H01', '1.5'],
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
    facts: ['H02', '1.5'],
    source:
      'H02: captured with several request ids; `x-api-key` counts when both headers are sent. Of a bearer: many reports of 2025 and 2026, one with a request id (AndyMik90/Aperant#1421)',
    *check({ key, expectedKey, isBearer }) {
      if (key !== undefined && expectedKey !== undefined && key !== expectedKey) {
        yield { message: isBearer ? 'Invalid bearer token' : 'invalid x-api-key' };
      }
    },
  },
  {
    id: 'oauth-beta-missing',
    stage: 'transport',
    summary: `A subscription's token needs the beta \`${BETAS.oauth}\`.`,
    status: 401,
    confidence: 'C',
    facts: ['H03', '1.5'],
    doubt: 'the text comes from a fixture, and when it is sent is inferred',
    source: 'H03; the SDK adds the beta to every request with such a token',
    *check({ key, isBearer, betas }) {
      if (isBearer && key?.startsWith(OAUTH_TOKEN) === true && !betas.includes(BETAS.oauth)) {
        yield { message: 'OAuth authentication is currently not supported.' };
      }
    },
  },
  {
    id: 'version-missing',
    stage: 'transport',
    reads: 'parameters',
    summary: 'The request has no `anthropic-version` header.',
    confidence: 'B',
    facts: ['H06', '1.1'],
    source: 'H06: several public reports',
    *check({ version }) {
      if (version === undefined) yield { message: `${VERSION}: header is required` };
    },
  },
  {
    id: 'version-unknown',
    stage: 'transport',
    reads: 'parameters',
    summary: `\`${VERSION}\` is ${API_VERSIONS.join(' or ')}; a header sent twice reads as one with a comma.`,
    confidence: 'A',
    facts: ['1.1', 'C092'],
    source:
      'reports of 2026, one with a request id (directus-labs/extensions#285), three of a header sent twice (decolua/9router#1227)',
    *check({ version }) {
      if (version !== undefined && !LISTED_VERSIONS.includes(version)) {
        yield { message: `${VERSION}: "${version}" is not a valid version` };
      }
    },
  },
];

const undecodable = ({ raw }: CheckedRequest): readonly Undecodable[] =>
  raw.undecodable === undefined ? [] : [raw.undecodable];

/** What the SDK's error classes say of compressed bodies. */
function encodingRule(
  kind: Undecodable,
  rule: Pick<Rule, 'id' | 'summary' | 'facts' | 'source'> & Partial<Rule>,
  code: string,
  words: (encoding: string) => string,
): Rule {
  return {
    ...rule,
    stage: 'transport',
    essential: true,
    confidence: 'B',
    evidence: undecodable,
    *check({ endpoint, raw }) {
      if (endpoint === undefined || raw.undecodable !== kind) return;
      yield {
        message: words(contentEncodingOf(raw.headers)),
        details: { error_code: code },
      };
    },
  };
}

const SDK_CODE = 'SDK error class for the code; the text is our own';

const encodingRules: readonly Rule[] = [
  encodingRule(
    'unsupported',
    {
      id: 'body-encoding-unsupported',
      summary: `\`${CONTENT_ENCODING}\` is gzip, identity or absent.`,
      facts: ['3.4'],
      source: `${SDK_CODE}. Gzip is measured to be taken (anthropics/claude-code#90457), that nothing else is taken is our guess`,
    },
    'request_body_encoding_unsupported',
    (encoding) => `The content encoding '${encoding}' of the request body is not supported.`,
  ),
  encodingRule(
    'invalid',
    {
      id: 'body-encoding-invalid',
      summary: `A body is compressed as its \`${CONTENT_ENCODING}\` says.`,
      facts: ['3.4'],
      source: SDK_CODE,
    },
    'request_body_encoding_invalid',
    (encoding) => `The request body is not valid for its content encoding '${encoding}'.`,
  ),
  encodingRule(
    'too-large',
    {
      id: 'body-decoded-too-large',
      summary: 'A compressed body has at most 32 MB when it is not compressed any more.',
      status: 413,
      facts: ['3.2', '3.3'],
      source: SDK_CODE,
    },
    'request_body_too_large_after_decoding',
    () => 'The request body exceeds the maximum size once decoded.',
  ),
];

const jsonRule: Rule = {
  id: 'body-not-json',
  stage: 'transport',
  essential: true,
  summary: 'The body is not JSON, or JSON the API does not take, such as half a surrogate pair.',
  confidence: 'A',
  facts: ['H08', 'H09', 'C035'],
  source:
    'H08, H09: captured with request ids, so are `unexpected character` and the reasons about surrogates; the rest is what the same parser says',
  *check({ endpoint, jsonProblem }) {
    if (endpoint !== undefined && jsonProblem !== undefined) {
      yield { message: `The request body is not valid JSON: ${jsonProblem}` };
    }
  },
};

/** In the order of section 8 of the facts: the edge, the key, the headers, the body. */
export const transportRules: readonly Rule[] = [
  ...requestRules,
  ...betaNameRules,
  ...encodingRules,
  jsonRule,
];
