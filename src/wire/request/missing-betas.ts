/** What a request holds without the beta for it: one walk along the request with the table of betas. */
import { isRecord } from '../json/is-record.ts';
import { betaFields, type BetaField } from './betas.ts';

/** A row of the table whose subject is there, and none of its betas. */
export interface MissingBeta {
  readonly row: BetaField;
  /** Dotted, with the tags of unions, as in any other fault of the shape. */
  readonly path: string;
}

/** The rows about one place, and the places below it. */
interface Place {
  readonly at: string;
  readonly fields: BetaField[];
  readonly tags: Map<string, BetaField>;
  readonly values: Map<string, BetaField>;
  readonly below: Map<string, Place>;
}

function newPlace(at: string): Place {
  return { at, fields: [], tags: new Map(), values: new Map(), below: new Map() };
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
    const place = placeAt(root, row.at);
    if (row.kind === 'field') place.fields.push(row);
    else (row.kind === 'tag' ? place.tags : place.values).set(row.name, row);
  }
  return root;
}

const places = toPlaces(betaFields);

/** Whether values at a place are members of a union, whose tag then joins the path. */
function isUnion({ at, tags }: Place): boolean {
  return tags.size > 0 || at === 'thinking';
}

type Fields = Readonly<Record<string, unknown>>;

/** As of other faults of the shape, more is of no use to anyone. */
const MOST = 100;

class Search {
  readonly found: MissingBeta[] = [];
  readonly #betas: readonly string[];
  readonly #absent: readonly string[];
  /** The way to where the walk is. */
  readonly #path: (string | number)[] = [];

  constructor(betas: readonly string[], absent: readonly string[]) {
    this.#betas = betas;
    this.#absent = absent;
  }

  walk(place: Place, value: unknown): void {
    if (typeof value === 'string') this.#note(place.values.get(value));
    else if (Array.isArray(value)) {
      const item = place.below.get('*');
      if (item) this.#walkItems(item, value);
    } else if (isRecord(value)) this.#walkObject(place, value);
  }

  #walkItems(place: Place, items: readonly unknown[]): void {
    for (const [index, item] of items.entries()) {
      if (this.found.length >= MOST) return;
      this.#walkStep(index, place, item);
    }
  }

  #walkStep(step: string | number, place: Place, value: unknown): void {
    this.#path.push(step);
    this.walk(place, value);
    this.#path.pop();
  }

  /** Whether none of the betas that open a row was sent. */
  #isClosed({ betas }: BetaField): boolean {
    return !betas.some((beta) => this.#betas.includes(beta));
  }

  /** Notes what is there without its beta; false when that is nothing. */
  #note(row: BetaField | undefined): boolean {
    if (row === undefined || !this.#isClosed(row)) return false;
    // The tag stands before the name of the field.
    if (row.of !== undefined && row.of !== this.#path.at(-2)) return false;
    this.found.push({ row, path: this.#path.join('.') });
    return true;
  }

  #walkObject(place: Place, value: Fields): void {
    const { type } = value;
    if (typeof type === 'string' && this.#note(place.tags.get(type))) return;
    if (!isUnion(place)) return this.#walkFields(place, value);
    // A tool without a type is a custom one.
    this.#path.push(typeof type === 'string' ? type : 'custom');
    this.#walkFields(place, value);
    this.#path.pop();
  }

  #walkFields({ at, fields, below }: Place, value: Fields): void {
    for (const [name, inner] of below) {
      const held = Object.hasOwn(value, name) ? value[name] : undefined;
      if (held == null) continue;
      // A field that is unknown as a whole is not looked into.
      const row = fields.find((each) => each.name === name);
      if (row === undefined || !this.#isClosed(row)) this.#walkStep(name, inner, held);
    }
    // The API tells of unknown fields after those it knows.
    for (const row of fields) {
      const { name } = row;
      const isThere = Object.hasOwn(value, name) && value[name] != null;
      if (!isThere || (at === '' && this.#absent.includes(name))) continue;
      this.#path.push(name);
      this.#note(row);
      this.#path.pop();
    }
  }
}

/**
 * What a body holds without the beta for it, at most a hundred. `absent` names fields of the body that are unknown
 * whatever the beta. Null is taken for absence.
 */
export function missingBetas(
  body: unknown,
  betas: readonly string[],
  absent: readonly string[],
): readonly MissingBeta[] {
  const search = new Search(betas, absent);
  search.walk(places, body);
  return search.found;
}
