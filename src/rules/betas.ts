/** What is refused of `anthropic-beta`: names nobody knows, and what a request holds without the beta for it. */
import { BETA } from '../wire/headers.ts';
import { isKnownBeta, looksLikeBeta } from '../wire/known-betas.ts';
import { betaFields, type BetaField } from '../wire/request/betas.ts';
import { tagsAt, valuesAt } from '../wire/request/choices.ts';
import { generationOnlyFields } from '../wire/request/request.ts';
import { notAmong, UNKNOWN_FIELD, unknownTag } from '../wire/request/words.ts';
import type { CheckedRequest } from './checked-request.ts';
import type { Finding, Rule } from './rule.ts';

/** The table of betas by place, for one walk along a request. */
interface Place {
  readonly at: string;
  readonly fields: Map<string, BetaField>;
  readonly tags: Map<string, BetaField>;
  readonly values: Map<string, BetaField>;
  readonly below: Map<string, Place>;
}

function newPlace(at: string): Place {
  return { at, fields: new Map(), tags: new Map(), values: new Map(), below: new Map() };
}

function placeAt(root: Place, at: string): Place {
  let place = root;
  for (const step of at === '' ? [] : at.split('.')) {
    const next = place.below.get(step) ?? newPlace(place.at === '' ? step : `${place.at}.${step}`);
    place.below.set(step, next);
    place = next;
  }
  return place;
}

function toPlaces(rows: readonly BetaField[]): Place {
  const root = newPlace('');
  for (const row of rows) {
    const { fields, tags, values } = placeAt(root, row.at);
    ({ field: fields, tag: tags, value: values })[row.kind].set(row.name, row);
  }
  return root;
}

/** A thread without its beta has a rule of its own, `thread-beta-missing`. */
const places = toPlaces(betaFields.filter(({ at, name }) => at !== '' || name !== 'thread'));

interface Missing {
  readonly row: BetaField;
  readonly path: string;
}

/** Steps to a value, put together only where something is found. */
interface Path {
  readonly parent: Path | undefined;
  readonly step: string | number;
}

function dotted(path: Path | undefined): string {
  const steps: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.parent) steps.unshift(at.step);
  return steps.join('.');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The tag of a union's member joins the path; a tool without one is `custom`. */
function inside(place: Place, value: Readonly<Record<string, unknown>>, path: Path): Path {
  const isUnion = place.tags.size > 0 || place.at === 'thinking';
  if (!isUnion) return path;
  const { type } = value;
  return { parent: path, step: typeof type === 'string' ? type : 'custom' };
}

class Search {
  readonly found: Missing[] = [];
  readonly #betas: readonly string[];
  readonly #absent: readonly string[];

  constructor({ betas, endpoint }: CheckedRequest) {
    this.#betas = betas;
    // There they are unknown whatever the beta.
    this.#absent = endpoint === 'count_tokens' ? generationOnlyFields : [];
  }

  /** Whether none of the betas that open it was sent. */
  #isClosed({ betas }: BetaField): boolean {
    return !betas.some((beta) => this.#betas.includes(beta));
  }

  /** Notes what is there without its beta; false when that is nothing. */
  #note(row: BetaField | undefined, path: Path | undefined): boolean {
    if (row === undefined || !this.#isClosed(row)) return false;
    this.found.push({ row, path: dotted(path) });
    return true;
  }

  walk(place: Place, value: unknown, path: Path | undefined): void {
    if (typeof value === 'string') {
      this.#note(place.values.get(value), path);
    } else if (Array.isArray(value)) {
      const item = place.below.get('*');
      if (item) value.forEach((each, step) => this.walk(item, each, { parent: path, step }));
    } else if (isRecord(value)) this.#walkObject(place, value, path);
  }

  #walkObject(
    place: Place,
    value: Readonly<Record<string, unknown>>,
    path: Path | undefined,
  ): void {
    const { type } = value;
    if (typeof type === 'string' && this.#note(place.tags.get(type), path)) return;
    const within = path && inside(place, value, path);
    const step = (name: string): Path => ({ parent: within, step: name });
    // A field that is unknown as a whole is not looked into; the API tells of it after those it knows.
    const unknown = [...place.fields.values()].filter(
      (row) =>
        Object.hasOwn(value, row.name) &&
        value[row.name] !== null &&
        !(place.at === '' && this.#absent.includes(row.name)) &&
        this.#isClosed(row),
    );
    for (const [name, below] of place.below) {
      if (!Object.hasOwn(value, name) || unknown.some((row) => row.name === name)) continue;
      this.walk(below, value[name], step(name));
    }
    for (const row of unknown) this.#note(row, step(row.name));
  }
}

function missingBetas(request: CheckedRequest): readonly Missing[] {
  const search = new Search(request);
  search.walk(places, request.body, undefined);
  return search.found;
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
  for (const { row, path } of request.derive(missingBetas)) {
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
    summary: 'A field, a block or a tool that only a beta has comes with that beta.',
    confidence: 'A',
    facts: ['S03', 'S34', 'S35', 'S36', '3.5', '5.6'],
    source: 'the table in src/wire/request/betas.ts, row by row; only rows that are sure',
    check: (request) => missing(request, true),
  },
  {
    id: 'beta-perhaps-missing',
    stage: 'shape',
    summary: 'A field or a value that a beta once had comes with that beta.',
    confidence: 'C',
    facts: ['1.8', 'S39'],
    doubt: 'the beta may no longer be needed; the table in src/wire/request/betas.ts says why',
    source: 'the table in src/wire/request/betas.ts, row by row; only rows that are not sure',
    check: (request) => missing(request, false),
  },
];
