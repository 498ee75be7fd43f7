/** Elements as data, which a page of the browser makes nodes of and a report makes HTML of. */

/** An element. What it holds as text is never read as HTML, whoever said it. */
export interface Markup {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | true>>;
  readonly children: readonly (Markup | string)[];
}

export type Child = Markup | string | false | undefined;

/** An element with attributes and children; `false` and undefined leave out either. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: readonly Child[]
): Markup {
  const given = Object.entries(attributes).filter(
    (entry): entry is [string, string | true] => entry[1] !== undefined && entry[1] !== false,
  );
  return {
    tag,
    attributes: Object.fromEntries(given),
    children: children.filter((child) => child !== undefined && child !== false),
  };
}
