/** Reads XML as strictly as a parser has to, as far as reports go: what is not well-formed throws. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

// What XML 1.0 calls a Char.
const TEXT = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;

function unescape(text: string): string {
  if (!TEXT.test(text)) throw new Error('a character that XML has no place for');
  return text.replaceAll(/&([^;]*;?)/g, (_, reference: string) => {
    const [, name = '', code] = /^(\w+);$/.exec(reference) ?? /^(#)(\d+);$/.exec(reference) ?? [];
    const character = name === '#' ? String.fromCodePoint(Number(code)) : NAMED[name];
    if (character === undefined) throw new Error(`no reference: &${reference}`);
    return character;
  });
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    // What a parser does to line ends before all else.
    this.#text = text.replaceAll(/\r\n?/g, '\n');
  }

  /** Takes what is next, which must match. */
  take(pattern: RegExp): readonly string[] {
    const sticky = new RegExp(pattern, 'uy');
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text);
    if (!found)
      throw new Error(`${pattern} wanted at ${this.#text.slice(this.#at, this.#at + 40)}`);
    this.#at = sticky.lastIndex;
    return found;
  }

  next(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  get isOver(): boolean {
    return this.#at === this.#text.length;
  }

  element(): XmlElement {
    const [, name = ''] = this.take(/<([a-z][\w-]*)/);
    const attributes: Record<string, string> = {};
    while (this.next(' ')) {
      const [, key = '', value = ''] = this.take(/ ([a-z]+)="([^<"]*)"/);
      if (key in attributes) throw new Error(`${key} twice`);
      // Written as it is, white space in an attribute becomes a space.
      attributes[key] = unescape(value.replaceAll(/[\t\n]/g, ' '));
    }
    if (this.take(/\/?>/)[0] === '/>') return { name, attributes, children: [] };
    const children: (XmlElement | string)[] = [];
    while (!this.next('</')) {
      if (this.next('<')) children.push(this.element());
      else children.push(unescape(this.take(/(?:(?!\]\]>)[^<])+/)[0]!));
    }
    this.take(new RegExp(`</${name}>`));
    return { name, attributes, children };
  }
}

/** The root element of a document. */
export function readXml(text: string): XmlElement {
  const reader = new Reader(text);
  reader.take(/<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
  const root = reader.element();
  reader.take(/\n/);
  if (!reader.isOver) throw new Error('more behind the end');
  return root;
}
