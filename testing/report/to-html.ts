/** Elements as HTML: whatever a text says, it stays a text. */
import type { Markup } from '../../fakes/drawing/markup.ts';
import { printable } from '../../src/wire/printable.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text to stand between tags, or between the quotes of an attribute. */
export function escapeHtml(text: string): string {
  return printable(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** What has no end tag. */
const VOID = new Set(['input']);

/** Tells elements of a page that changes apart; a report does not. */
const KEY = 'data-key';

export function toHtml({ tag, attributes, children }: Markup): string {
  const written = Object.entries(attributes)
    .filter(([name]) => name !== KEY)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`));
  const start = `<${tag}${written.join('')}>`;
  if (VOID.has(tag)) return start;
  const inside = children.map((child) =>
    typeof child === 'string' ? escapeHtml(child) : toHtml(child),
  );
  return `${start}${inside.join('')}</${tag}>`;
}
