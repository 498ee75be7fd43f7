/** Texts and JSON, folded where they are long. */
import { element, type Markup } from './markup.ts';

const LONG_TEXT = 600;
const SHOWN = 140;
const WIDE = 60;

const count = (length: number, what: string): string =>
  `${length.toLocaleString('en')} ${what}${length === 1 ? '' : 's'}`;

/** A text as it stands; only the beginning of a long one until it is unfolded. */
export function drawText(text: string, key: string): Markup {
  if (text.length <= LONG_TEXT) return element('p', { class: 'text' }, text);
  return element(
    'details',
    { class: 'text', 'data-key': key },
    element(
      'summary',
      {},
      element('span', { class: 'start' }, `${text.slice(0, SHOWN)}…`),
      element('span', { class: 'quiet' }, ` ${count(text.length, 'character')}`),
    ),
    element('p', { class: 'text' }, text),
  );
}

const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null;

function leaf(value: unknown, key: string): Markup {
  if (typeof value === 'string' && value.length > LONG_TEXT) return drawText(value, key);
  const type = value === null ? 'null' : typeof value;
  return element('span', { class: `json-${type}` }, JSON.stringify(value));
}

/** JSON as a tree that folds; what fits in a line is one. `depth` levels of it are unfolded at first. */
export function drawJson(value: unknown, key: string, depth: number, name = ''): Markup {
  const label = name === '' ? '' : `${name}: `;
  const tag = element('span', { class: 'json-name' }, label);
  const line = JSON.stringify(value);
  if (!isParent(value) || line.length <= WIDE) {
    const shown = isParent(value) ? element('span', {}, line) : leaf(value, key);
    return element('div', { class: 'json' }, tag, shown);
  }
  const isList = Array.isArray(value);
  const parts = Object.entries(value);
  const size = isList ? `[${count(parts.length, 'item')}]` : `{${count(parts.length, 'field')}}`;
  return element(
    'details',
    { class: 'json', open: depth > 0, 'data-key': key },
    element('summary', {}, tag, element('span', { class: 'quiet' }, size)),
    ...parts.map(([part, inner]) => drawJson(inner, `${key}.${part}`, depth - 1, part)),
  );
}
