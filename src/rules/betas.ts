/** What is refused of `anthropic-beta`: names nobody knows, and what a request holds without the beta for it. */
import { BETA } from '../wire/headers.ts';
import { isKnownBeta, looksLikeBeta } from '../wire/known-betas.ts';
import { betaFields, type BetaField } from '../wire/request/betas.ts';
import { tagsAt, valuesAt } from '../wire/request/choices.ts';
import { missingBetas, type MissingBeta } from '../wire/request/missing-betas.ts';
import { generationOnlyFields } from '../wire/request/request.ts';
import { notAmong, UNKNOWN_FIELD, unknownTag } from '../wire/request/words.ts';
import type { CheckedRequest } from './checked-request.ts';
import { ofParameters } from './parameters.ts';
import type { Finding, Rule } from './rule.ts';
import { isAbout } from './subjects.ts';

/** Blocks that need a beta, and those with a part that does; the fields of messages are those of system messages. */
const IN_MESSAGES: readonly string[] = [
  ...betaFields
    .filter(({ kind, at }) => kind === 'tag' && at.startsWith('messages.'))
    .map(({ name }) => name),
  'server_tool_use',
  'system message',
];

/** Those, and the fields of the body and the kinds of tools of which the same is true. */
const ANYWHERE: readonly string[] = [
  ...IN_MESSAGES,
  ...betaFields.flatMap(({ kind, at, name }) => {
    if (kind === 'tag' || at === '') return [name];
    return at.includes('*') ? [] : at.split('.', 1);
  }),
];

function find({ betas, endpoint }: CheckedRequest, body: unknown): readonly MissingBeta[] {
  // A thread without its beta has a rule of its own, `thread-beta-missing`.
  const absent = endpoint === 'count_tokens' ? generationOnlyFields : ['thread'];
  return missingBetas(body, betas, absent);
}

const missingBesideMessages = ofParameters((request) =>
  find(request, { ...request.body, messages: undefined }),
);

/** Long conversations are not walked for what is known not to be in them. */
function missingIn(request: CheckedRequest): readonly MissingBeta[] {
  return isAbout(request, IN_MESSAGES)
    ? find(request, request.body)
    : missingBesideMessages(request);
}

const gatedValues = new Set(
  betaFields.filter(({ kind }) => kind === 'value').map(({ at, name }) => `${at} ${name}`),
);

function wordsFor({ kind, at, name, text }: BetaField, betas: readonly string[]): string {
  if (text !== undefined) return text;
  switch (kind) {
    case 'field':
      return UNKNOWN_FIELD;
    case 'tag':
      return unknownTag(name, 'type', tagsAt(at, betas));
    case 'value':
      return notAmong(valuesAt(at).filter((value) => !gatedValues.has(`${at} ${value}`)));
  }
}

function* missing(request: CheckedRequest, sure: boolean): Iterable<Finding> {
  for (const { row, path } of request.derive(missingIn)) {
    if (row.sure === sure) yield { path, message: `${path}: ${wordsFor(row, request.betas)}` };
  }
}

/** The names in the header that are not known; an empty header counts as an empty name. */
function unknownBetas({ raw, betas }: CheckedRequest): readonly string[] {
  if (betas.length === 0) return raw.headers.has(BETA) ? [''] : [];
  return betas.filter((name) => !isKnownBeta(name));
}

function unexpected(names: readonly string[]): Finding {
  const quoted = names.map((name) => `\`${name}\``).join(', ');
  return {
    message: `Unexpected value(s) ${quoted} for the \`${BETA}\` header. Please consult our documentation at platform.claude.com/docs or try again without the header.`,
  };
}

const isNoBeta = (name: string): boolean => name !== '' && !looksLikeBeta(name);

/** Names of betas, checked with the other headers. */
export const betaNameRules: readonly Rule[] = [
  {
    id: 'beta-misnamed',
    stage: 'transport',
    evidence: unknownBetas,
    summary: 'A name in `anthropic-beta` is a beta: words, and the day it began.',
    confidence: 'A',
    facts: ['H07'],
    source:
      'H07: captured live; that every beta ends in a day is what all known ones have in common',
    *check(request) {
      const names = request.derive(unknownBetas);
      if (names.some(isNoBeta)) yield unexpected(names);
    },
  },
  {
    id: 'beta-unknown',
    stage: 'transport',
    evidence: unknownBetas,
    summary: 'A name in `anthropic-beta` is one of the known betas.',
    confidence: 'A',
    facts: ['H07'],
    doubt: 'new betas appear every other week, and the list here is that of SDK 1.14',
    source: 'H07: captured live; of an empty header a report of 2025 (aaronrussell/anthropix#15)',
    *check(request) {
      const names = request.derive(unknownBetas);
      if (names.length > 0 && !names.some(isNoBeta)) yield unexpected(names);
    },
  },
];

/** What needs a beta, checked before the shape: betas say which fields and tags there are. */
export const betaRules: readonly Rule[] = [
  {
    id: 'beta-missing',
    stage: 'shape',
    about: ANYWHERE,
    evidence: missingIn,
    summary: 'A field, a block or a tool that only a beta has comes with that beta.',
    confidence: 'A',
    facts: ['S03', 'S34', 'S35', 'S36', 'S39', '3.5', '5.6'],
    source: 'the table in src/wire/request/betas.ts, row by row; only rows that are sure',
    check: (request) => missing(request, true),
  },
  {
    id: 'beta-perhaps-missing',
    stage: 'shape',
    about: ANYWHERE,
    evidence: missingIn,
    summary: 'A field or a value that a beta once had comes with that beta.',
    confidence: 'C',
    facts: ['1.8'],
    doubt: 'the beta may no longer be needed; the table in src/wire/request/betas.ts says why',
    source: 'the table in src/wire/request/betas.ts, row by row; only rows that are not sure',
    check: (request) => missing(request, false),
  },
];
