/** Reads what Node prints of a value (`util.inspect`), as a console shows it. */

/** Stands where the text leaves something out: `[Array]`, `[Object]`, `... 3 more items`. */
const LEFT_OUT: unique symbol = Symbol('left out');

/** Whether something of a value was left out. */
export function isLeftOut(value: unknown): boolean {
  if (value === LEFT_OUT) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(isLeftOut);
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
};

const WORDS: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  null: null,
  undefined,
  NaN: null,
};

class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  value(): unknown {
    this.#skip(/[\s]*/y);
    // A reference, the name of a class, the number of items: what stands in front of a list or a mapping.
    this.#skip(
      /(?:<ref \*\d+> )?(?:\[[A-Z]\w*: null prototype\] |[A-Z]\w*(?:\(\d+\))? )?(?=[{[])/y,
    );
    const character = this.#text[this.#at];
    if (character === '{') return this.#mapping();
    if (character === '[')
      return this.#skip(/\[[A-Z]\w*(?: [^\]]*|: [^\]]*)?\]/y) === undefined
        ? this.#list()
        : LEFT_OUT;
    if (character !== undefined && `'"\``.includes(character)) return this.#string();
    return this.#word();
  }

  #skip(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found;
  }

  #expect(pattern: RegExp): string {
    const found = this.#skip(pattern);
    if (found === undefined) throw new SyntaxError(this.#text.slice(this.#at, this.#at + 40));
    return found;
  }

  #mapping(): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    this.#expect(/\{\s*/y);
    while (this.#skip(/\}/y) === undefined) {
      if (this.#skip(/\.{3} \d+ more \w+\s*/y) !== undefined) {
        value['…'] = LEFT_OUT;
        continue;
      }
      const isQuoted = `'"`.includes(this.#text[this.#at]!);
      const key = isQuoted ? this.#string() : this.#expect(/\[[^\]]*\]|[\w$]+/y);
      this.#expect(/:\s*/y);
      value[String(key)] = this.value();
      this.#skip(/\s*,?\s*/y);
    }
    return value;
  }

  #list(): unknown[] {
    const value: unknown[] = [];
    this.#expect(/\[\s*/y);
    while (this.#skip(/\]/y) === undefined) {
      const isCut = this.#skip(/\.{3} \d+ more items?\s*/y) !== undefined;
      value.push(isCut ? LEFT_OUT : this.value());
      this.#skip(/\s*,?\s*/y);
    }
    return value;
  }

  /** A text, on one line or on several with `+` between; one that was too long was cut. */
  #string(): unknown {
    let text = '';
    do text += this.#piece();
    while (this.#skip(/\s*\+\s*(?=['"`])/y) !== undefined);
    return this.#skip(/\.{3} \d+ more characters?/y) === undefined ? text : LEFT_OUT;
  }

  #piece(): string {
    const quote = this.#expect(/['"`]/y);
    const body = this.#expect(
      { "'": /(?:[^'\\]|\\[^])*/y, '"': /(?:[^"\\]|\\[^])*/y, '`': /(?:[^`\\]|\\[^])*/y }[quote]!,
    );
    this.#at += 1;
    return body.replaceAll(
      /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|u\{([\dA-Fa-f]+)\}|([^]))/g,
      (_all, ...groups: (string | undefined)[]) => {
        const [byte, unit, point, character] = groups;
        const code = byte ?? unit ?? point;
        if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
        return ESCAPES[character!] ?? character!;
      },
    );
  }

  #word(): unknown {
    const word = this.#expect(/-?[\w.+-]+/y);
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    const number = Number(word.replace(/n$/, ''));
    // A class without anything in it, or something that is no value.
    return Number.isNaN(number) ? LEFT_OUT : number;
  }
}

/**
 * The value that is printed in `text` from `at` on.
 * @throws SyntaxError where nothing is that Node prints
 */
export function readInspected(text: string, at: number): unknown {
  return new Reader(text, at).value();
}
