/** Makes nodes of elements. Everything the page shows is put in as text: what models and tools say is never read as HTML. */
import type { Markup } from '../../drawing/markup.ts';

export function toNode({ tag, attributes, children }: Markup): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.map((child) => (typeof child === 'string' ? child : toNode(child))));
  return made;
}

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}
