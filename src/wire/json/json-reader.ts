/** Reads along JSON, scalar by scalar, and says in the words of orjson what is wrong with one. */

/** What is wrong, and the index of the UTF-16 unit where it is. */
export interface JsonMistake {
  readonly reason: string;
  readonly at: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Below it are the control characters. */
const FIRST_PLAIN = 0x20;
const NUMBER_TOO_LARGE = 'number is infinity when parsed as double';
const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };
const HEX = /^[0-9a-fA-F]*$/;

/** Whether a UTF-16 unit is a digit of JSON. */
function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

export class JsonReader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  char(): string {
    return this.text.charAt(this.at);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The next UTF-16 unit; NaN at the end. */
  unit(): number {
    return this.text.charCodeAt(this.at);
  }

  skipSpace(): void {
    for (;;) {
      const unit = this.unit();
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.at++;
    }
  }

  mistake(reason: string, at: number = this.at): JsonMistake {
    return { reason, at };
  }

  end(): JsonMistake {
    return this.mistake('unexpected end of data', this.text.length);
  }

  /** Four hexadecimal digits after `\u` at `start`. */
  codeUnit(start: number): number | JsonMistake {
    const digits = this.text.slice(start + 2, start + 6);
    if (!HEX.test(digits)) return this.mistake('invalid escaped sequence in string', start);
    return digits.length < 4 ? this.end() : Number.parseInt(digits, 16);
  }

  escape(): JsonMistake | undefined {
    const start = this.at;
    const letter = this.text.charAt(start + 1);
    if (letter === '') return this.end();
    if (letter !== 'u') {
      this.at += 2;
      if ('"\\/bfnrt'.includes(letter)) return undefined;
      return this.mistake('invalid escaped character in string', start + 1);
    }
    const unit = this.codeUnit(start);
    if (typeof unit === 'object') return unit;
    this.at += 6;
    if ((unit & 0xf800) !== 0xd800) return undefined;
    if ((unit & 0xfc00) === 0xdc00) return this.mistake('invalid high surrogate in string', start);
    const second = this.at;
    const opening = this.text.slice(second, second + 2);
    if (opening !== String.raw`\u`) {
      const isCut = second + opening.length === this.text.length && /^\\?$/.test(opening);
      return isCut ? this.end() : this.mistake('no low surrogate in string', second);
    }
    const low = this.codeUnit(second);
    if (typeof low === 'object') return low;
    this.at += 6;
    return (low & 0xfc00) === 0xdc00
      ? undefined
      : this.mistake('invalid low surrogate in string', second);
  }

  string(): JsonMistake | undefined {
    this.at++;
    for (;;) {
      const unit = this.unit();
      if (unit === QUOTE) {
        this.at++;
        return undefined;
      }
      if (unit === BACKSLASH) {
        const mistake = this.escape();
        if (mistake) return mistake;
      } else if (unit >= FIRST_PLAIN) this.at++;
      else if (this.isAtEnd) return this.end();
      else return this.mistake('unexpected control character in string');
    }
  }

  digits(missing: string): JsonMistake | undefined {
    const start = this.at;
    while (isDigit(this.unit())) this.at++;
    if (this.at > start) return undefined;
    return this.isAtEnd ? this.end() : this.mistake(missing);
  }

  number(): JsonMistake | undefined {
    const start = this.at;
    if (this.char() === '-') this.at++;
    if (this.char() === '0' && isDigit(this.text.charCodeAt(this.at + 1))) {
      return this.mistake('number with leading zero is not allowed');
    }
    const whole = this.digits('no digit after minus sign');
    if (whole) return whole;
    if (this.char() === '.') {
      this.at++;
      const fraction = this.digits('no digit after decimal point');
      if (fraction) return fraction;
    }
    if ('eE'.includes(this.char() || '?')) {
      this.at++;
      if ('+-'.includes(this.char() || '?')) this.at++;
      const exponent = this.digits('no digit after exponent sign');
      if (exponent) return exponent;
    }
    const value = Number(this.text.slice(start, this.at));
    return Number.isFinite(value) ? undefined : this.mistake(NUMBER_TOO_LARGE, start);
  }

  literal(word: string): JsonMistake | undefined {
    const found = this.text.slice(this.at, this.at + word.length);
    if (found !== word) {
      return word.startsWith(found) ? this.end() : this.mistake('invalid literal');
    }
    this.at += word.length;
    return undefined;
  }

  /** A string, a number or a literal. */
  scalar(): JsonMistake | undefined {
    const char = this.char();
    if (char === '"') return this.string();
    if (char === '-' || isDigit(this.unit())) return this.number();
    const word = LITERALS[char];
    return word === undefined ? this.mistake('unexpected character') : this.literal(word);
  }
}
