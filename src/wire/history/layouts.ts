/** The bodies of a loop differ in their messages and their thread alone: what stands around these is read once. */
import { deepFreeze } from '../json/deep-freeze.ts';
import { readJson, readPart, type JsonReading } from '../json/read-json.ts';
import { stands } from './stands.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What is not part of a layout, where a body has it. */
const HOLES = ['messages', 'thread'] as const;
type Hole = (typeof HOLES)[number];

interface Layout {
  /** No other one has it, also when this one was forgotten. */
  readonly id: number;
  readonly holes: readonly Hole[];
  /** The texts before, between and after the holes. */
  readonly texts: readonly string[];
  /** The whole body, nothing in its holes. */
  readonly fields: Fields;
}

/** A body as it was read, and which layout it has: two bodies with one layout have the same fields but for the holes. */
export interface LaidOutReading extends JsonReading {
  readonly layout?: number;
}

/** A suite takes turns with few; each is tried. */
const MOST_KNOWN = 32;

/** Of a longer body none is made: that would cost more than it saves. */
const LONGEST_BODY = 65_536;

let made = 0;

/** Undefined where a text is written in another way than clients write it: with white space, or a field twice. */
function newLayout(text: string, body: Fields): Layout | undefined {
  const places: { hole: Hole; start: number; end: number }[] = [];
  for (const hole of HOLES) {
    if (!Object.hasOwn(body, hole)) continue;
    // A number ends where something else begins, and may be written in many ways.
    if (typeof body[hole] === 'number') return undefined;
    const name = `"${hole}":`;
    const written = JSON.stringify(body[hole]);
    const start = text.indexOf(name + written) + name.length;
    if (start < name.length) return undefined;
    places.push({ hole, start, end: start + written.length });
  }
  places.sort((a, b) => a.start - b.start);
  const texts = [0, ...places.map(({ end }) => end)].map((from, index) =>
    text.slice(from, places[index]?.start),
  );
  // Whether these are the holes of the body itself, and not of something in it.
  const fields = readPart(texts.join('0'))?.value as Fields | undefined;
  if (fields === undefined || places.some(({ hole }) => fields[hole] !== 0)) return undefined;
  // What several requests have in common is nobody's to change.
  deepFreeze(fields);
  return { id: made++, holes: places.map(({ hole }) => hole), texts, fields };
}

/** The texts in the holes; undefined where `text` has another layout. */
function partsOf({ texts }: Layout, text: string): readonly string[] | undefined {
  const [before, between, after = between!] = texts as readonly [string, string, string?];
  const end = text.length - after.length;
  if (end <= before.length || !stands(before, text, 0) || !stands(after, text, end))
    return undefined;
  const inside = text.slice(before.length, end);
  if (texts.length === 2) return [inside];
  const cut = inside.lastIndexOf(between);
  return cut === -1 ? undefined : [inside.slice(0, cut), inside.slice(cut + between.length)];
}

/** The body that `text` is; a part that is JSON by itself stands for itself whatever is around it. */
function readAs(layout: Layout, text: string): LaidOutReading | undefined {
  const parts = partsOf(layout, text);
  if (parts === undefined) return undefined;
  const { id, holes, fields } = layout;
  const value: Record<string, unknown> = { ...fields };
  let isSuspect = false;
  for (const [index, part] of parts.entries()) {
    const read = readPart(part);
    if (read === undefined) return undefined;
    value[holes[index]!] = read.value;
    isSuspect ||= read.isSuspect;
  }
  const { problem } = isSuspect ? readJson(text) : {};
  return problem === undefined ? { value, layout: id } : { problem };
}

const areEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, index) => text === b[index]);

function hasMessages(value: unknown): value is Fields {
  return Array.isArray((value as { messages?: unknown } | null | undefined)?.messages);
}

export class Layouts {
  /** The newest in front. */
  readonly #known: Layout[] = [];

  /** What `readJson` says of a text. Its fields are frozen, those that a layout knows. */
  read(text: string): LaidOutReading {
    for (const layout of this.#known) {
      const reading = readAs(layout, text);
      if (reading !== undefined) return reading;
    }
    const reading = readJson(text);
    const { value } = reading;
    const layout =
      text.length <= LONGEST_BODY && hasMessages(value) ? this.#layoutOf(text, value) : undefined;
    if (layout === undefined) return reading;
    const said = layout.holes.map((hole) => [hole, (value as Fields)[hole]]);
    return { value: { ...layout.fields, ...Object.fromEntries(said) }, layout: layout.id };
  }

  #layoutOf(text: string, body: Fields): Layout | undefined {
    const layout = newLayout(text, body);
    if (layout === undefined) return undefined;
    const known = this.#known.find(({ texts }) => areEqual(texts, layout.texts));
    if (known !== undefined) return known;
    if (this.#known.unshift(layout) > MOST_KNOWN) this.#known.pop();
    return layout;
  }
}

/** Loops are rehearsed in many simulations. */
export const layouts: Layouts = new Layouts();
