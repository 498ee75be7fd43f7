/** XML 1.0 out of values: any text can be put in, and what comes out is well-formed. */

/** XML that is written already, apart from text that is yet to be escaped. */
export interface Xml {
  readonly xml: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser makes other white space of these.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** What XML 1.0 has no way to write: most control characters, halves of characters, and two that are none. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escape(text: string, special: RegExp): string {
  return text.replaceAll(UNWRITABLE, '').replaceAll(special, (character) => ENTITIES[character]!);
}

/** An element with its attributes, and its children in order: elements, or text. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly (Xml | string)[] = [],
): Xml {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escape(String(value), /[&<>"\t\n\r]/g)}"`)
    .join('');
  if (children.length === 0) return { xml: `<${name}${written}/>` };
  const inside = children.map((child) => {
    return typeof child === 'string' ? escape(child, /[&<>\r]/g) : `\n${child.xml}`;
  });
  const end = children.some((child) => typeof child === 'string') ? '' : '\n';
  return { xml: `<${name}${written}>${inside.join('')}${end}</${name}>` };
}
