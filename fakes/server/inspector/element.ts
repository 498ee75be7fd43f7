/** Makes elements. Everything the page shows is put in as text: what models and tools say is never read as HTML. */

export type Child = Node | string | false | undefined;

/** An element with attributes and children; `false` and undefined leave out either. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: readonly Child[]
): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? '' : value);
    }
  }
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}
