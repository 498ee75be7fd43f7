/** What was worked out of a text is looked up when the text comes again; the oldest is forgotten first. */
export class Memo<Value> {
  readonly #known = new Map<string, Value>();
  readonly #most: number;
  readonly #longest: number;

  /** Remembers at most so many texts, none of them longer than so many characters. */
  constructor(most: number, longest: number) {
    this.#most = most;
    this.#longest = longest;
  }

  /** What `make` makes of a text, once for as long as it is remembered. */
  get(text: string, make: (text: string) => Value): Value {
    const known = this.#known.get(text);
    if (known !== undefined || this.#known.has(text)) return known as Value;
    const value = make(text);
    if (text.length > this.#longest) return value;
    if (this.#known.size === this.#most) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(text, value);
    return value;
  }
}
