/** What is worked out when somebody first asks for it, and then known. */

export class Derived<Subject> {
  readonly #known = new Map<unknown, unknown>();

  /**
   * What `compute` makes of `subject`, computed once however many ask for it. The function itself is the key, so it must
   * be a constant of its module.
   */
  get<Value>(compute: (subject: Subject) => Value, subject: Subject): Value {
    let value = this.#known.get(compute);
    if (value === undefined && !this.#known.has(compute)) {
      value = compute(subject);
      this.#known.set(compute, value);
    }
    return value as Value;
  }
}
